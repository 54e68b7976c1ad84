import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import type { JsonValue } from '../../shared/model/json.ts';
import { useAppStore } from '../state/store.ts';
import { useProject } from './use-project.ts';
import { useRpcCommand } from './use-rpc-command.tsx';
import { useRpcQuery } from './use-rpc-query.ts';

const SAVE_AFTER_MS = 500;

/**
 * Unfinished text that survives leaving the page and closing the app: kept in the project as the setting `draft.<key>`.
 *
 * @returns the draft (null when there is none or it has not been read yet) and a setter; null removes it
 */
export function useDraft(key: string): readonly [JsonValue, (value: JsonValue) => void] {
  const current = useAppStore((state) => state.drafts[key]);
  const draftChanged = useAppStore((state) => state.draftChanged);
  const { data: settings } = useRpcQuery('settings.project', {});
  const { run } = useRpcCommand('settings.setProject');
  const isReadOnly = useProject()?.readOnly === true;
  const save = useDebouncedCallback((value: JsonValue) => void run({ key: `draft.${key}`, value }), {
    delay: SAVE_AFTER_MS,
    flushOnUnmount: true,
  });
  const setDraft = useCallback(
    (value: JsonValue) => {
      draftChanged(key, value);
      // A project that is open read-only keeps it for as long as the window lives.
      if (!isReadOnly) save(value);
    },
    [draftChanged, key, save, isReadOnly],
  );
  return [current ?? settings?.[`draft.${key}`] ?? null, setDraft];
}
