import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { wouldRemove, type Overview } from './ControlStrip.tsx';
import { removedKind, type Shown } from './settings.ts';
import type { Decide } from './use-decide.ts';
import type { Settings } from './use-settings.ts';

type Props = {
  readonly overview: Overview;
  readonly shown: Shown;
  readonly settings: Settings;
  readonly decide: Decide;
  readonly isOff: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** Keeps one of each cluster. What goes is named before; one undo takes it back. */
export function RemoveAll({ overview, shown, settings, decide, isOff, isOpen, onOpen }: Props) {
  const { t } = useTranslation('duplicates');
  const kind = removedKind(shown);
  const count = wouldRemove(overview, shown);
  if (kind === null) return null;
  async function confirm(): Promise<void> {
    await decide.all();
    onOpen(false);
  }
  const { exact, near, semantic } = overview.counts;
  const lines = [
    kind === 'all'
      ? t('confirm.byKind', { exact, near, semantic })
      : t('confirm.clusters', { count: overview.counts[kind] }),
    settings.moveAttempts ? t('confirm.attempts') : null,
    t('confirm.removed'),
    settings.setup.neverRemoveReviewed ? t('confirm.reviewed') : null,
    t('confirm.families'),
    t('confirm.undo'),
  ];
  return (
    <>
      <Button disabled={isOff || count === 0 || decide.isBusy} onClick={() => onOpen(true)}>
        {t('actions.remove', { count })}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isDanger={false}
        isPending={decide.isBusy}
        title={t('confirm.title', { count })}
        text={lines.filter((line) => line !== null).join(' ')}
        action={t('actions.remove', { count })}
        onConfirm={() => void confirm()}
        onClose={() => onOpen(false)}
      />
    </>
  );
}
