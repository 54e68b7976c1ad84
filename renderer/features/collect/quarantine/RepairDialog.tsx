import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceRow } from '../../../../shared/model/source.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorState, RowSkeleton } from '../../../ui/ListStates.tsx';
import type { RepairPlace } from './QuarantineCard.tsx';
import { RepairForm } from './RepairForm.tsx';
import classes from './repair.module.css';

type RepairDialogProps = {
  readonly place: RepairPlace;
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
  readonly onClose: () => void;
};

/**
 * The records of one reason, one after the other. A record that was saved or skipped leaves the list, so that the next
 * one takes its place; the dialog says so when none is left.
 */
export function RepairDialog({ place, sources, sourceId, onClose }: RepairDialogProps) {
  const { t } = useTranslation('collect');
  const [at, setAt] = useState(place.at);
  const [isDirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const query = useRpcQuery(
    'sources.issues',
    { sourceId, code: place.group.code, from: at, limit: 1 },
    { keepPrevious: true },
  );
  const total = query.data?.total ?? 0;
  const issue = query.data?.rows[0];
  // The last record was repaired: the one before it is the last now.
  if (!query.isFetching && query.data !== undefined && total > 0 && at >= total) setAt(total - 1);

  /** Asks when text that was typed would be lost. */
  function leave(go: () => void): void {
    if (isDirty) setLeaving(() => go);
    else go();
  }
  function goTo(next: number): void {
    if (next < 0 || next >= total) return;
    leave(() => {
      setDirty(false);
      setAt(next);
    });
  }
  return (
    <>
      <Modal
        opened
        onClose={() => leave(onClose)}
        closeOnClickOutside={false}
        title={t('repair.title')}
        size="min(1240px, 94vw)"
        classNames={{ body: classes.modalBody ?? '' }}
      >
        {query.error !== null ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data === undefined ? (
          <RowSkeleton rows={8} />
        ) : issue === undefined ? (
          <p className={classes.done} role="status">
            {t('repair.noneLeft', { message: place.group.message })}
          </p>
        ) : (
          <RepairForm
            key={issue.id}
            issue={issue}
            sourceName={sources.find((source) => source.id === issue.sourceId)?.name ?? ''}
            actions={place.group.actions}
            at={at}
            total={total}
            onDirty={setDirty}
            onGo={goTo}
            onClose={() => leave(onClose)}
          />
        )}
      </Modal>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('repair.leaveTitle')}
        text={t('repair.leaveText')}
        action={t('repair.leaveAction')}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
