import { useCallback, useMemo } from 'react';
import { useDraft } from '../../data/use-draft.ts';
import { readSettings, type TableSettings } from './table-settings.ts';

/** Order, columns and folded facets as they were left in this project. */
export function useTableSettings(): readonly [TableSettings, (change: Partial<TableSettings>) => void] {
  const [stored, store] = useDraft('samples.table');
  const settings = useMemo(() => readSettings(stored), [stored]);
  const change = useCallback((part: Partial<TableSettings>) => store({ ...settings, ...part }), [settings, store]);
  return [settings, change];
}
