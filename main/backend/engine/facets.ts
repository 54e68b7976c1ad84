import type { Value } from '../../../shared/query/ast.ts';
import type { FieldName } from '../../../shared/query/fields.ts';

/** Where a facet's values come from; the store knows how to read each. */
export type FacetSource =
  | 'source'
  | 'format'
  | 'lang'
  | 'reference'
  | 'decision'
  | 'tag'
  | 'flag'
  | 'split'
  | 'reviewed'
  | 'attempts'
  | 'outcome'
  | 'calls'
  | 'steps'
  | 'toolset'
  | 'difficulty'
  | 'length'
  | 'cluster'
  | 'tool'
  | 'model'
  | 'reward'
  | 'score';

/** A value or a span of numbers that is counted as one. Buckets of a facet do not overlap. */
export type FacetBucket = {
  readonly label: string;
  /** What selects it, as a value of the facet's field. */
  readonly value: Value;
};

/**
 * A property to count and filter samples by. Each value is found again by the filter `field:value`, which matches exactly
 * the samples that were counted.
 */
export type Facet = {
  readonly key: string;
  readonly title: string;
  readonly kind: 'text' | 'number' | 'bool';
  /** Raised when the same samples give other values. */
  readonly version: number;
  /** The filter field its values are values of. */
  readonly field: FieldName;
  readonly from: FacetSource;
  /** For numbers and closed sets: the values there can be, in the order shown. Without it values show by count. */
  readonly buckets?: readonly FacetBucket[];
  /** How a value that is no bucket is called; the value itself when absent. */
  readonly label?: (value: string) => string;
  /** What samples without a value are called; they are left out when absent. */
  readonly none?: string;
};
