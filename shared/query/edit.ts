import { conjuncts, group, type FilterNode, type Term, type Value } from './ast.ts';
import type { FieldName } from './fields.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';

/** Parts of a filter that belong to one field: plain terms and negated ones that stand at the top. */
type OwnTerm = { readonly term: Term; readonly negated: boolean };

/**
 * Switches a condition on or off, as a click on a facet value does. Values of one field are alternatives:
 * `toggleTerm('tool:a', 'tool:b')` is `tool:a,b`. A negated term (`-tool:a`) is a condition of its own.
 *
 * @param text any filter; one with a problem is kept and the term is put after it
 * @param term one term with one value, as facets give it
 * @returns the filter in its usual form
 */
export function toggleTerm(text: string, term: string): string {
  const filter = parse(text).ast;
  const added = parse(term).ast;
  if (filter === null || added === null) return `${text.trim()} ${term}`.trim();
  const wanted = asOwnTerm(added);
  const value = wanted?.term.values[0];
  if (wanted === null || value === undefined) return print(toggleNode(filter, added));
  const items = conjuncts(filter);
  const at = items.findIndex((item) => isSameHead(asOwnTerm(item), wanted));
  const own = at < 0 ? null : asOwnTerm(items[at]);
  if (own === null) return print(group('and', [filter, added]));
  const has = own.term.values.some((entry) => isSameValue(entry, value));
  const values = has ? own.term.values.filter((entry) => !isSameValue(entry, value)) : [...own.term.values, value];
  const changed = values.length === 0 ? [] : [negate({ ...own.term, values }, own.negated)];
  return print(group('and', [...items.slice(0, at), ...changed, ...items.slice(at + 1)]));
}

/**
 * Takes away every condition of a field that stands at the top of the filter, negated ones too. Conditions inside an `or`
 * stay, since without them the others would mean something else.
 *
 * @returns the filter in its usual form; a filter with a problem comes back as it is
 */
export function removeField(text: string, field: FieldName): string {
  const { ast } = parse(text);
  return ast === null ? text : print(withoutField(ast, field));
}

/** As `removeField`, on a parsed filter. */
export function withoutField(filter: FilterNode, field: FieldName): FilterNode {
  return group(
    'and',
    conjuncts(filter).filter((item) => asOwnTerm(item)?.term.field !== field),
  );
}

/**
 * @returns the field's conditions at the top of the filter, each as a term with one value (`tool:a`, `-tool:b`), to
 *   compare with the terms of facet values; empty for a filter with a problem
 */
export function termsOf(text: string, field: FieldName): string[] {
  const { ast } = parse(text);
  if (ast === null) return [];
  return conjuncts(ast).flatMap((item) => {
    const own = asOwnTerm(item);
    if (own?.term.field !== field) return [];
    return own.term.values.map((value) => print(negate({ ...own.term, values: [value] }, own.negated)));
  });
}

/**
 * @returns the filter without each of its top-level conditions in turn, with the condition left out; for suggestions
 *   when nothing matches
 */
export function relaxations(text: string): { readonly filter: string; readonly without: string }[] {
  const { ast } = parse(text);
  if (ast === null) return [];
  const items = conjuncts(ast);
  return items.map((item, at) => ({ filter: print(group('and', items.toSpliced(at, 1))), without: print(item) }));
}

function asOwnTerm(node: FilterNode | undefined): OwnTerm | null {
  if (node?.kind === 'term') return { term: node, negated: false };
  if (node?.kind === 'not' && node.item.kind === 'term') return { term: node.item, negated: true };
  return null;
}

function negate(term: Term, negated: boolean): FilterNode {
  return negated ? { kind: 'not', item: term } : term;
}

function isSameHead(a: OwnTerm | null, b: OwnTerm): boolean {
  if (a === null) return false;
  const samePath = a.term.path.length === b.term.path.length && a.term.path.every((key, at) => key === b.term.path[at]);
  return a.negated === b.negated && a.term.field === b.term.field && a.term.at === b.term.at && samePath;
}

function isSameValue(a: Value, b: Value): boolean {
  if (a.kind === 'text' && b.kind === 'text')
    return a.prefix === b.prefix && a.text.toLowerCase() === b.text.toLowerCase();
  return JSON.stringify(a) === JSON.stringify(b);
}

function toggleNode(filter: FilterNode, added: FilterNode): FilterNode {
  const wanted = print(added);
  const items = conjuncts(filter);
  const rest = items.filter((item) => print(item) !== wanted);
  return group('and', rest.length === items.length ? [...items, added] : rest);
}
