import type { FieldName } from './fields.ts';

/** A value of a term. A term with several values matches any of them. */
export type Value =
  /** Text, compared without regard to case; `prefix` when it may go on. */
  | { readonly kind: 'text'; readonly text: string; readonly prefix: boolean }
  | { readonly kind: 'number'; readonly op: NumberOp; readonly number: number }
  /** `to` itself is left out when `halfOpen`. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly halfOpen: boolean }
  /** The field has no value, or any. */
  | { readonly kind: 'none' }
  | { readonly kind: 'any' };

export type NumberOp = '=' | '>' | '>=' | '<' | '<=';

export type Term = {
  readonly kind: 'term';
  readonly field: FieldName;
  /** `score@12`, `score@"Claims multi"`: which run or grader; null for the latest finished run. */
  readonly at: string | null;
  /** `reference.order.id` is `['order', 'id']`; empty for a field without a path. */
  readonly path: readonly string[];
  /** At least one. */
  readonly values: readonly Value[];
};

/** A word or phrase of the full text. */
export type TextNode = { readonly kind: 'text'; readonly text: string; readonly prefix: boolean };

/**
 * A filter. Always in normal form: an `and` or `or` has at least two items and none of its own kind, and `all` (the empty
 * filter) stands alone.
 */
export type FilterNode =
  | { readonly kind: 'all' }
  | { readonly kind: 'and'; readonly items: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly items: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly item: FilterNode }
  | TextNode
  | Term;

/** Joins nodes into normal form; no items is `all`. */
export function group(kind: 'and' | 'or', items: readonly FilterNode[]): FilterNode {
  const flat = items.flatMap((item) => (item.kind === kind ? item.items : item.kind === 'all' ? [] : [item]));
  const [only] = flat;
  if (only === undefined) return { kind: 'all' };
  return flat.length === 1 ? only : { kind, items: flat };
}

/** @returns the conditions that must all hold: the items of a top-level `and`, or the filter itself */
export function conjuncts(node: FilterNode): readonly FilterNode[] {
  if (node.kind === 'all') return [];
  return node.kind === 'and' ? node.items : [node];
}
