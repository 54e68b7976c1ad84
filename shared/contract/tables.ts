/** Tables a query may read, by the name used for invalidation. */
export const TABLES = [
  'project',
  'source',
  'sample',
  'attempt',
  'decision',
  'tag',
  'flag',
  'review',
  'facet',
  'grader',
  'score',
  'export',
  'job',
  'action',
  'setting',
  'view',
  'privacy',
  'live',
  'similar',
  'production',
  'split',
] as const;
export type Table = (typeof TABLES)[number];

/** What a row of the samples table, or a sample with what hangs on it, is made of. */
export const ROW_TABLES = [
  'sample',
  'attempt',
  'source',
  'decision',
  'tag',
  'flag',
  'score',
  'grader',
] as const satisfies readonly Table[];

/** What a text of the filter language may ask about. */
export const FILTER_TABLES = [...ROW_TABLES, 'review', 'similar'] as const satisfies readonly Table[];
