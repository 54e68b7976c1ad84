import type { Node } from 'jsonc-parser';
import { closestWord } from '../../../shared/graders/did-you-mean.ts';

/** A value that was probably meant, with the reason when it is more than a misspelling. */
export type Meant = { readonly value: string; readonly why: string | null };

type Table = Readonly<Record<string, string | readonly [value: string, why: string]>>;

const STARTS = 'like checks that input contains reference anywhere; write a python grader to look at the start or end.';

/** Values that other documents and libraries use for ours, by field. */
const KNOWN: Readonly<Record<string, Table>> = {
  operation: {
    neq: ['ne', 'Not equal is written ne.'],
    '!=': ['ne', 'Not equal is written ne.'],
    not_equal: ['ne', 'Not equal is written ne.'],
    '==': ['eq', 'Equal is written eq.'],
    '=': ['eq', 'Equal is written eq.'],
    equals: ['eq', 'Equal is written eq.'],
    equal: ['eq', 'Equal is written eq.'],
    exact: ['eq', 'Equal is written eq.'],
    exact_match: ['eq', 'Equal is written eq.'],
    contains: ['like', 'That input contains reference is written like, or ilike to ignore case.'],
    includes: ['like', 'That input contains reference is written like, or ilike to ignore case.'],
    icontains: ['ilike', 'That input contains reference, ignoring case, is written ilike.'],
    starts_with: ['like', STARTS],
    startswith: ['like', STARTS],
    ends_with: ['like', STARTS],
    endswith: ['like', STARTS],
  },
  evaluation_metric: {
    fuzzy: 'fuzzy_match',
    levenshtein: 'fuzzy_match',
    rapidfuzz: 'fuzzy_match',
    rouge: 'rouge_l',
    rougel: 'rouge_l',
    'rouge-l': 'rouge_l',
    rouge_lcs: 'rouge_l',
    google_bleu: 'gleu',
    sacrebleu: 'bleu',
  },
  type: {
    exact_match: 'string_check',
    string: 'string_check',
    similarity: 'text_similarity',
    text: 'text_similarity',
    code: 'python',
    python_code: 'python',
    custom: 'python',
    model: 'score_model',
    llm: 'score_model',
    llm_judge: 'score_model',
    multigrader: 'multi',
    multi_grader: 'multi',
    composite: 'multi',
  },
  field: {
    metric: 'evaluation_metric',
    op: 'operation',
    code: 'source',
    expected: 'reference',
    output: 'input',
    formula: 'calculate_output',
    threshold: 'pass_threshold',
  },
};

/**
 * Finds the value that was meant by one that does not exist: a name other documents use, or a misspelling.
 *
 * @param field `operation`, `evaluation_metric`, `type`, or `field` for names of fields
 * @param values values that exist; only one of them is ever given
 */
export function meantValue(field: string, written: string, values: readonly string[]): Meant | null {
  const table = Object.hasOwn(KNOWN, field) ? KNOWN[field] : undefined;
  const lower = written.trim().toLowerCase();
  const known = table !== undefined && Object.hasOwn(table, lower) ? table[lower] : undefined;
  const meant: Meant | null =
    known === undefined
      ? null
      : typeof known === 'string'
        ? { value: known, why: null }
        : { value: known[0], why: known[1] };
  if (meant !== null && values.includes(meant.value)) return meant;
  // `ROUGE-1` and `string check` differ in nothing but how words are joined.
  const joined = lower.replaceAll(/[\s-]+/gu, '_');
  const near =
    values.find((value) => value.replaceAll('_', '') === joined.replaceAll('_', '')) ?? closestWord(written, values);
  return near === null ? null : { value: near, why: null };
}

/** @returns what a JSON node is, with its article */
export function kindOf(node: Node): string {
  switch (node.type) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'null';
  }
}
