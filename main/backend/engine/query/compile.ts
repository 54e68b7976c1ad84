import { group, type FilterNode, type Term, type TextNode } from '../../../../shared/query/ast.ts';
import { findCondition } from './conditions.ts';
import { compose, join, sql, type Fragment } from './fragment.ts';
import { toFtsPhrase, type SearchTerm } from './search-words.ts';
import { containsAnywhere, type TextScope } from './text-fallback.ts';

/** Samples that were not removed, nor their source: every query over `sample s` says this. */
export const VISIBLE =
  's.removed_at IS NULL AND s.source_id NOT IN (SELECT gone.id FROM source gone WHERE gone.removed_at IS NOT NULL)';

/**
 * @param filter a filter in normal form
 * @returns a condition over `sample s`, visibility included, with everything the user wrote as bound parameters
 */
export function compileFilter(filter: FilterNode): Fragment {
  return filter.kind === 'all' ? sql(VISIBLE) : compose(`${VISIBLE} AND {}`, compileNode(filter));
}

function compileNode(node: FilterNode): Fragment {
  switch (node.kind) {
    case 'all':
      return sql('1');
    case 'not':
      // A comparison with a missing value is NULL in SQL; here it does not hold, so its negation does.
      return compose('NOT ({} IS TRUE)', compileNode(node.item));
    case 'and':
    case 'or':
      return compileGroup(node.kind, node.items);
    case 'text':
      return compileText(node);
    case 'term':
      return compileTerm(node);
  }
}

/** Conditions that the full-text index can answer go to it as one query; the others follow. */
function compileGroup(kind: 'and' | 'or', items: readonly FilterNode[]): Fragment {
  const indexed = items.filter((item) => toMatch(item) !== null);
  const others = items.filter((item) => !indexed.includes(item)).map((item) => compileNode(item));
  const match = indexed.length === 0 ? null : toMatch(group(kind, indexed));
  return join(kind === 'and' ? 'AND' : 'OR', match === null ? others : [matches(match), ...others]);
}

function matches(match: string): Fragment {
  return sql('s.id IN (SELECT rowid FROM sample_fts WHERE sample_fts MATCH ?)', match);
}

/** @returns a query for the full-text index, or null when the node asks for something it cannot answer */
function toMatch(node: FilterNode): string | null {
  switch (node.kind) {
    case 'text':
      return sampleNumber(node) === null ? toFtsPhrase(node) : null;
    case 'term':
      return termMatch(node);
    case 'and':
    case 'or': {
      const parts = node.items.map(toMatch);
      return parts.includes(null) ? null : `(${parts.join(node.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'all':
    case 'not':
      return null;
  }
}

const SCOPES: Readonly<Partial<Record<Term['field'], TextScope>>> = {
  prompt: 'prompt',
  answer: 'answers',
  tools: 'tools',
  result: 'results',
  reference: 'reference',
};

/** The text field's column, with the terms to find in it; null when the term is not about text. */
function textTerm(term: Term): { scope: TextScope; terms: readonly SearchTerm[] } | null {
  const scope = SCOPES[term.field];
  if (scope === undefined || term.path.length > 0) return null;
  const terms = term.values.flatMap((value) => (value.kind === 'text' ? [value] : []));
  return terms.length === term.values.length ? { scope, terms } : null;
}

function termMatch(term: Term): string | null {
  const text = textTerm(term);
  if (text === null) return null;
  const phrases = text.terms.map(toFtsPhrase);
  return phrases.includes(null) ? null : `{${text.scope}} : (${phrases.join(' OR ')})`;
}

function compileTerm(term: Term): Fragment {
  const match = termMatch(term);
  if (match !== null) return matches(match);
  const [value, ...rest] = term.values;
  const text = textTerm(term);
  // Only texts without a single word come here: each value is looked for in the stored texts.
  if (text !== null)
    return join(
      'OR',
      text.terms.map((entry) => lookFor(entry, text.scope)),
    );
  if (SCOPES[term.field] !== undefined && term.path.length === 0 && value !== undefined && rest.length > 0)
    return join(
      'OR',
      term.values.map((one) => compileTerm({ ...term, values: [one] })),
    );
  return findCondition(term);
}

function lookFor(term: SearchTerm, scope: TextScope): Fragment {
  const phrase = toFtsPhrase(term);
  return phrase === null ? containsAnywhere(term.text, [scope]) : matches(`{${scope}} : ${phrase}`);
}

function compileText(node: TextNode): Fragment {
  const phrase = toFtsPhrase(node);
  if (phrase === null) return containsAnywhere(node.text, ['prompt', 'answers', 'tools', 'results', 'reference']);
  const id = sampleNumber(node);
  return id === null ? matches(phrase) : join('OR', [sql('s.id = ?', id), matches(phrase)]);
}

/** `S-0187` as a bare word means that sample, besides the text. */
function sampleNumber(node: TextNode): number | null {
  const digits = /^s-(\d{1,15})$/iu.exec(node.text)?.[1];
  return digits === undefined || node.prefix ? null : Number(digits);
}
