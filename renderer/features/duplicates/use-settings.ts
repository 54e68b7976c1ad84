import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { DuplicateSetup } from '../../../shared/model/duplicates.ts';
import { useDraft } from '../../data/use-draft.ts';
import { readSettings, type Settings as Stored } from './settings.ts';

const ASK_AFTER_MS = 150;

/** What counts as a duplicate here and what is done about it, remembered in the project. */
export function useSettings() {
  const [stored, setStored] = useDraft('duplicates');
  const settings = useMemo(() => readSettings(stored), [stored]);
  // While the slider moves, only where it rests is asked about.
  const [asked] = useDebouncedValue(settings.setup, ASK_AFTER_MS);
  const change = useCallback((part: Partial<Stored>) => setStored({ ...settings, ...part }), [settings, setStored]);
  const changeSetup = useCallback(
    (part: Partial<DuplicateSetup>) => change({ setup: { ...settings.setup, ...part } }),
    [settings.setup, change],
  );
  return { ...settings, asked, isSettled: asked === settings.setup, change, changeSetup };
}
export type Settings = ReturnType<typeof useSettings>;
