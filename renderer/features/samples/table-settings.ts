import { z } from 'zod';
import { Sort, SortKey } from '../../../shared/contract/target.ts';

export const COLUMN_IDS = [
  'title',
  'calls',
  'attempts',
  'score',
  'steps',
  'reward',
  'tokens',
  'latency',
  'decision',
  'split',
  'source',
  'lang',
  'toolErrors',
  'tags',
  'flags',
  'created',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];
export const SORT_KEYS = SortKey.options;

/** How the workbench was left; kept in the project. Unknown or damaged parts fall back to the usual ones. */
export const TableSettings = z.object({
  sort: Sort.catch({ key: 'newest', descending: true }),
  columns: z.array(z.enum(COLUMN_IDS)).catch(['title', 'calls', 'attempts', 'score']),
  foldedFacets: z.array(z.string()).catch([]),
  hasFacets: z.boolean().catch(true),
});
export type TableSettings = z.infer<typeof TableSettings>;

export const USUAL_SETTINGS: TableSettings = TableSettings.parse({});

/** @returns the settings read from what was stored, which may be anything */
export function readSettings(stored: unknown): TableSettings {
  const parsed = TableSettings.safeParse(stored);
  return parsed.success ? parsed.data : USUAL_SETTINGS;
}

/** @returns known column ids in their usual order, the task always among them */
export function knownColumns(columns: readonly string[]): readonly ColumnId[] {
  return COLUMN_IDS.filter((id) => id === 'title' || columns.includes(id));
}

/** Text sorts rise by default, numbers fall: the interesting end comes first. */
export function descendingByDefault(key: SortKey): boolean {
  return !['id', 'title', 'source', 'decision'].includes(key);
}
export type SortKey = z.infer<typeof SortKey>;
