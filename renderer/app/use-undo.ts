import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useRpcCommand } from '../data/use-rpc-command.tsx';
import { useRpcFetch } from '../data/use-rpc-query.ts';
import { translate } from '../i18n/index.ts';
import { useAppStore } from '../state/store.ts';
import { showActionToast } from './action-toast.tsx';

export type Undo = {
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** From a toast: only while that action is still the newest, so that it never takes back something else. */
  readonly undoAction: (actionId: number) => Promise<void>;
};

/** Undo and redo, each with a toast that names the change and offers the way back; undo returns to where it was made. */
export function useUndo(): Undo {
  const { run: runUndo } = useRpcCommand('history.undo');
  const { run: runRedo } = useRpcCommand('history.redo');
  const ask = useRpcFetch();
  const [, navigate] = useLocation();

  const redo = useCallback(async () => {
    const answer = await runRedo({});
    if (answer === undefined) return;
    const { action } = answer;
    showActionToast({
      message:
        action === null
          ? translate('shell:undo.nothingToRedo')
          : translate('shell:undo.redone', { label: action.label }),
    });
  }, [runRedo]);

  const undo = useCallback(async () => {
    const answer = await runUndo({});
    if (answer === undefined) return;
    if (answer.action === null) {
      showActionToast({ message: translate('shell:undo.nothingToUndo') });
      return;
    }
    const { id, label } = answer.action;
    const place = useAppStore.getState().actionPlaces[id];
    if (place !== undefined && place !== hereNow()) navigate(place);
    showActionToast({
      message: translate('shell:undo.undone', { label }),
      action: { label: translate('common:actions.redo'), keys: 'mod+shift+z', run: () => void redo() },
    });
  }, [runUndo, navigate, redo]);

  const undoAction = useCallback(
    async (actionId: number) => {
      const { canUndo } = await ask('history.list', { before: null, limit: 1 });
      if (canUndo?.id === actionId) await undo();
      else showActionToast({ message: translate('shell:undo.changedSince') });
    },
    [ask, undo],
  );
  return useMemo(() => ({ undo, redo, undoAction }), [undo, redo, undoAction]);
}

/** The address now, as wouter writes it. */
export function hereNow(): string {
  return `${window.location.pathname}${window.location.search}`;
}
