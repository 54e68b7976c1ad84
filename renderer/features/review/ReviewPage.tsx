import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Verdict } from '../../../shared/contract/reviews.ts';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { QueueList } from './QueueList.tsx';
import { QueueProgress } from './QueueProgress.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { useReviewCommands } from './use-review-commands.ts';
import { useReviewDraft } from './use-review-draft.ts';
import { isOpen, useQueue } from './use-queue.ts';
import { useShown } from './use-shown.ts';
import { VerdictBar } from './VerdictBar.tsx';

/** The name verdicts are stored under until a person gives theirs in Settings; the backend uses the same. */
const NO_NAME = 'local';

/** The desk: one decision at a time, by keyboard, everything undoable. */
export function ReviewPage() {
  const { t } = useTranslation('review');
  const { data: settings } = useRpcQuery('settings.project', {});
  const named = settings?.['reviewer'];
  const reviewer = typeof named === 'string' && named !== '' ? named : NO_NAME;
  const canWrite = useProject()?.readOnly === false;
  const queue = useQueue(reviewer);
  const shown = reviewer === NO_NAME ? t('you') : reviewer;
  return (
    <Page>
      <PageHead
        title={t('title')}
        middle={queue.query.data === undefined ? null : <QueueProgress counts={queue.query.data} />}
      >
        <Button component={Link} href="/settings" size="sm">
          {t('reviewer', { name: shown })}
        </Button>
      </PageHead>
      <ListStates query={queue.query} isEmpty={(data) => data.items.length === 0} empty={<NothingToReview />}>
        {() => <Desk queue={queue} reviewer={reviewer} canWrite={canWrite} />}
      </ListStates>
    </Page>
  );
}

function NothingToReview() {
  const { t } = useTranslation('review');
  return (
    <EmptyState title={t('empty')} text={t('emptyText')}>
      <Button component={Link} href="/samples">
        {t('openSamples')}
      </Button>
    </EmptyState>
  );
}

type DeskProps = { readonly queue: ReturnType<typeof useQueue>; readonly reviewer: string; readonly canWrite: boolean };

function Desk({ queue, reviewer, canWrite }: DeskProps) {
  const { t } = useTranslation('review');
  const sampleId = queue.current?.sampleId ?? null;
  const { detail, attempts, attemptId, attempt, pickAttempt } = useShown(sampleId);
  const draft = useReviewDraft(sampleId, reviewer, canWrite);
  const paneSizes = usePaneSizes('review');
  const [isAuto, setAuto] = useState(true);
  const submit = useRpcCommand('reviews.submit');
  const isDecided = queue.current !== null && !isOpen(queue.current);

  async function decide(verdict: Verdict): Promise<void> {
    if (sampleId === null || !canWrite || submit.isPending) return;
    // A field that is still being typed in is saved by losing the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const done = await submit.run({
      sampleId,
      reviewer,
      verdict,
      note: draft.note,
      spentMs: draft.spentMs(),
      ...(verdict === 'skip' ? { reason: t('skipReason') } : {}),
      scores: draft.score === null ? [] : [{ attemptId: null, itemKey: '', value: draft.score }],
    });
    if (done !== undefined && isAuto) queue.advance();
  }

  useReviewCommands({ decide, move: queue.move, draft, canWrite, attempts, attemptId, pickAttempt });

  if (detail === undefined || sampleId === null) return null;
  return (
    <>
      <PaneLayout
        {...paneSizes}
        panes={[
          {
            key: 'queue',
            label: t('panes.queue'),
            size: '232px',
            min: '160px',
            children: (
              <QueueList
                items={queue.items}
                currentId={sampleId}
                pending={queue.query.data?.pending ?? 0}
                onPick={queue.pick}
              />
            ),
          },
          {
            key: 'item',
            label: t('panes.item'),
            size: 1,
            children: <ReviewItem detail={detail} attempt={attempt} onAttempt={pickAttempt} />,
          },
          {
            key: 'decision',
            label: t('panes.decision'),
            size: '392px',
            min: '280px',
            children: (
              <DecisionPanel
                detail={detail}
                reviewer={reviewer}
                draft={draft}
                isDecided={isDecided}
                attemptId={attemptId}
                canWrite={canWrite}
              />
            ),
          },
        ]}
      />
      <VerdictBar
        canWrite={canWrite}
        isBusy={submit.isPending}
        isAuto={isAuto}
        onAuto={setAuto}
        onVerdict={(verdict) => void decide(verdict)}
      />
    </>
  );
}
