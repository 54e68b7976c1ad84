import { useEffect } from 'react';
import { useBackend } from '../data/client.tsx';
import { translate } from '../i18n/index.ts';
import { useAppStore } from '../state/store.ts';
import { hideActionToast, showActionToast } from './action-toast.tsx';
import { hereNow, useUndo } from './use-undo.ts';

/** Names every change made here and offers to take it back. */
export function ActionToasts() {
  const { actions } = useBackend();
  const { undoAction } = useUndo();
  const actionPlaceNoted = useAppStore((state) => state.actionPlaceNoted);
  useEffect(
    () =>
      actions.onOwnAction(({ actionId, label }) => {
        actionPlaceNoted(actionId, hereNow());
        showActionToast({
          message: label,
          action: { label: translate('common:actions.undo'), keys: 'mod+z', run: () => void undoAction(actionId) },
        });
      }),
    [actions, actionPlaceNoted, undoAction],
  );
  useEffect(() => actions.onOtherAction(hideActionToast), [actions]);
  return null;
}
