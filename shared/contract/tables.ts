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
] as const;
export type Table = (typeof TABLES)[number];
