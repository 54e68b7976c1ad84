import { Skeleton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import type { AttemptDetail, Flag, SampleDetail } from '../../../shared/model/sample.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useCommands, type Command } from '../../state/commands.tsx';
import { AttemptSwitcher } from '../../trace/AttemptSwitcher.tsx';
import { PrivateMarksProvider } from '../../trace/PrivateMarksProvider.tsx';
import { RawText } from '../../trace/RawText.tsx';
import { ReferenceCompare } from '../../trace/ReferenceCompare.tsx';
import { TracePane, type TracePaneHandle } from '../../trace/TracePane.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Delayed, ErrorState } from '../../ui/ListStates.tsx';
import { ViewerFlags } from './ViewerFlags.tsx';
import { ViewerHead, type ViewerHeadProps } from './ViewerHead.tsx';
import classes from './viewer.module.css';

export type ViewerProps = Omit<ViewerHeadProps, 'detail'> & {
  readonly sampleId: SampleId | null;
  readonly onEditReference: (detail: SampleDetail) => void;
};

type Shown = { readonly detail: SampleDetail; readonly attempt: AttemptDetail | null };

/** The sample that is read: its attempts one at a time, beside the reference. */
export function Viewer(props: ViewerProps) {
  const { sampleId } = props;
  const { t } = useTranslation('samples');
  const [picked, setPicked] = useState<AttemptId | null>(null);
  const { shown, error, retry, attempts, current } = useShown(sampleId, picked);
  useAttemptKeys(attempts, current, setPicked);

  if (sampleId === null) return <EmptyState title={t('viewer.none')} text={t('viewer.noneText')} />;
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (shown === null) {
    return (
      <Delayed>
        <ViewerSkeleton />
      </Delayed>
    );
  }
  return <ViewerContent {...props} shown={shown} onAttempt={setPicked} />;
}

/** Sample and attempt change together: what was whole before stays until the next is whole. */
function useShown(sampleId: SampleId | null, picked: AttemptId | null) {
  const detail = useRpcQuery('samples.get', sampleId === null ? null : { sampleId });
  const attempts = detail.data?.attempts ?? [];
  const current = (attempts.find((attempt) => attempt.id === picked) ?? attempts[0])?.id ?? null;
  const attempt = useRpcQuery('samples.attempt', current === null ? null : { attemptId: current });
  const [shown, setShown] = useState<Shown | null>(null);
  const next = wholeOf(detail.data, current, attempt.data);
  if (next !== null && (shown?.detail !== next.detail || shown.attempt !== next.attempt)) setShown(next);
  const failed = detail.error === null ? attempt : detail;
  return {
    shown: next ?? shown,
    error: failed.error,
    retry: () => void failed.refetch(),
    attempts: attempts.map(({ id }) => id),
    current,
  };
}

function wholeOf(
  detail: SampleDetail | undefined,
  current: AttemptId | null,
  attempt: AttemptDetail | undefined,
): Shown | null {
  if (detail === undefined) return null;
  if (current === null) return { detail, attempt: null };
  return attempt?.summary.id === current ? { detail, attempt } : null;
}

type ViewerContentProps = ViewerProps & { readonly shown: Shown; readonly onAttempt: (attempt: AttemptId) => void };

function ViewerContent({ shown, onAttempt, ...props }: ViewerContentProps) {
  const { detail, attempt } = shown;
  const sampleId = detail.row.id;
  const summary = attempt?.summary ?? null;
  const attemptId = summary?.id ?? null;
  const messages = attempt?.messages ?? null;
  const pane = useRef<TracePaneHandle>(null);
  const showFlag = useShowFlag(pane, attemptId, onAttempt);
  useFlagOfAddress(detail.flags, showFlag);
  return (
    <div className={classes.viewer}>
      <ViewerHead {...props} detail={detail} />
      <ViewerFlags detail={detail} canWrite={props.canWrite} onShow={showFlag} />
      <PrivateMarksProvider detail={detail}>
        <TracePane
          ref={pane}
          traceKey={`${sampleId} ${attemptId ?? 'prompt'}`}
          prompt={detail.prompt}
          tools={detail.tools}
          messages={messages}
          summary={summary}
          extras={attempt?.extras ?? detail.extras}
          switcher={<AttemptSwitcher attempts={detail.attempts} current={attemptId} onPick={onAttempt} />}
          renderRaw={() => <RawRecord sampleId={sampleId} attemptId={attemptId} />}
          footer={<Compared {...props} shown={shown} />}
          isCompared={Object.keys(detail.reference).length > 0}
        />
      </PrivateMarksProvider>
    </div>
  );
}

/** @returns a function that shows the message of a flag, in its own attempt: once that has been read when it is another */
function useShowFlag(
  pane: RefObject<TracePaneHandle | null>,
  current: AttemptId | null,
  onAttempt: (attempt: AttemptId) => void,
): (flag: Flag) => void {
  const [wanted, setWanted] = useState<Flag | null>(null);
  useEffect(() => {
    if (wanted?.messageIdx == null || (wanted.attemptId !== null && wanted.attemptId !== current)) return;
    pane.current?.showTab('steps');
    const { attemptId, messageIdx } = wanted;
    // The steps are drawn first: another tab may have been open.
    const frame = requestAnimationFrame(() =>
      pane.current?.revealMessage(attemptId === null ? 'prompt' : 'attempt', messageIdx),
    );
    return () => cancelAnimationFrame(frame);
  }, [wanted, current, pane]);
  return (flag) => {
    if (flag.attemptId !== null && flag.attemptId !== current) onAttempt(flag.attemptId);
    // Another object each time, so that the same flag can be asked for again.
    setWanted({ ...flag });
  };
}

/** An address may name a flag: its message is shown once, as soon as its sample is there. */
function useFlagOfAddress(flags: readonly Flag[], show: (flag: Flag) => void): void {
  const [flagId, setFlagId] = useSearchParam('flag');
  const flag = flagId === null ? undefined : flags.find(({ id }) => String(id) === flagId);
  useEffect(() => {
    if (flag === undefined) return;
    show(flag);
    setFlagId(null, { replace: true });
  }, [flag, show, setFlagId]);
}

/** The reference, with the parts of the attempt's latest score beside it. */
function Compared({ shown, canWrite, onEditReference }: ViewerProps & { readonly shown: Shown }) {
  const { detail, attempt } = shown;
  const { data } = useRpcQuery('scores.forSample', { sampleId: detail.row.id, runId: null });
  const score = data?.scores.find((entry) => entry.attemptId === (attempt?.summary.id ?? null))?.detail ?? null;
  return (
    <ReferenceCompare
      key={detail.row.id}
      reference={detail.reference}
      messages={attempt?.messages ?? null}
      attemptNumber={attempt === null ? null : attempt.summary.idx + 1}
      score={score}
      isStale={data?.stale ?? false}
      {...(canWrite ? { onEdit: () => onEditReference(detail) } : {})}
    />
  );
}

function RawRecord({ sampleId, attemptId }: { readonly sampleId: SampleId; readonly attemptId: AttemptId | null }) {
  const { t } = useTranslation(['samples', 'trace']);
  const raw = useRpcQuery('samples.raw', { sampleId, attemptId });
  if (raw.error !== null) return <ErrorState error={raw.error} onRetry={() => void raw.refetch()} />;
  if (raw.data === undefined) return <Delayed>{t('samples:viewer.rawLoading')}</Delayed>;
  return (
    <>
      {raw.data.truncated ? <p className="meta">{t('trace:raw.truncated')}</p> : null}
      <RawText key={attemptId} text={raw.data.text} label={t('trace:raw.label')} />
    </>
  );
}

/** `[` and `]` go through the attempts. */
function useAttemptKeys(
  attempts: readonly AttemptId[],
  current: AttemptId | null,
  onPick: (attempt: AttemptId) => void,
): void {
  const list = attempts.join(' ');
  const commands = useMemo((): readonly Command[] => {
    const ids = attempts;
    const move = (by: 1 | -1) => () => {
      const at = ids.findIndex((id) => id === current);
      const next = ids[(at + by + ids.length) % ids.length];
      if (next !== undefined) onPick(next);
    };
    const when = (): boolean => ids.length > 1;
    return [
      { id: 'samples.previousAttempt', titleKey: 'samples:commands.previousAttempt', keys: ['['], when, run: move(-1) },
      { id: 'samples.nextAttempt', titleKey: 'samples:commands.nextAttempt', keys: [']'], when, run: move(1) },
    ];
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `list` is the same ids as one value that can be compared
  }, [list, current, onPick]);
  useCommands(commands);
}

function ViewerSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton height={16} width="70%" animate={false} />
      <Skeleton height={28} width="50%" animate={false} />
      <Skeleton height={60} animate={false} />
      <Skeleton height={12} width="90%" animate={false} />
      <Skeleton height={12} width="60%" animate={false} />
      <Skeleton height={84} animate={false} />
    </div>
  );
}
