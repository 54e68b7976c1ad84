import { Button, Progress } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconLoader2,
  IconPackageExport,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../data/client.tsx';
import type { Output } from '../../data/methods.ts';
import type { RpcQueryResult } from '../../data/use-rpc-query.ts';
import { formatKeys } from '../../state/keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './export.module.css';
import { blockingProblem } from './problem-groups.ts';
import type { PackageRun } from './use-package-run.ts';

type ActionBarProps = {
  readonly preview: RpcQueryResult<'exports.preview'>;
  /** The filter can be read. */
  readonly isReadable: boolean;
  readonly run: PackageRun;
};

/** What would happen, and the button that does it. */
export function ActionBar({ preview, isReadable, run }: ActionBarProps) {
  const { t } = useTranslation('export');
  const { data } = preview;
  const isCurrent = isReadable && data !== undefined && !preview.isPlaceholderData;
  const lines = data?.problemCount.linesWithErrors ?? 0;
  const count = data === undefined ? 0 : data.train + data.validation + lines;
  if (run.isRunning) return <RunningBar run={run} />;
  const blocking = data === undefined ? null : blockingProblem(data.problems);
  const canExport = isCurrent && blocking === null;
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status">
        <Message
          preview={preview}
          isReadable={isReadable}
          failure={run.job?.state === 'failed' ? run.job.error : null}
        />
      </span>
      {lines > 0 && blocking === null ? (
        <Button size="md" disabled={!canExport} onClick={() => run.start(true)}>
          {t('bar.leaveOut', { count: lines })}
        </Button>
      ) : null}
      <ExportButton count={count} isOff={!canExport || lines > 0} onExport={() => run.start(false)} />
    </div>
  );
}

type ExportButtonProps = { readonly count: number; readonly isOff: boolean; readonly onExport: () => void };

function ExportButton({ count, isOff, onExport }: ExportButtonProps) {
  const { t } = useTranslation('export');
  const { isMac } = useHost();
  return (
    <Button
      size="md"
      variant="filled"
      disabled={isOff}
      leftSection={<IconPackageExport size={14} aria-hidden />}
      rightSection={<Kbd keys={formatKeys('mod+enter', isMac)} isOnFill={!isOff} />}
      aria-keyshortcuts="Control+Enter"
      onClick={onExport}
    >
      {t('bar.export', { count })}
    </Button>
  );
}

type MessageProps = {
  readonly preview: RpcQueryResult<'exports.preview'>;
  readonly isReadable: boolean;
  readonly failure: { readonly message: string } | null;
};

function Message({ preview, isReadable, failure }: MessageProps) {
  const { t } = useTranslation(['export', 'common']);
  const { data, error } = preview;
  if (!isReadable) return <Line tone="warn" lead={t('export:bar.badFilter')} text={t('export:bar.badFilterText')} />;
  if (failure !== null) return <Line tone="err" lead={t('export:bar.exportFailed')} text={failure.message} />;
  if (data === undefined && error !== null)
    return <Line tone="err" lead={t('export:bar.failed')} text={error.message} />;
  if (data === undefined || preview.isPlaceholderData) return <Line tone="busy" lead={t('export:bar.checking')} />;
  return <Verdict preview={data} />;
}

function Verdict({ preview }: { readonly preview: Output<'exports.preview'> }) {
  const { t } = useTranslation(['export', 'common']);
  const { linesWithErrors, warnings } = preview.problemCount;
  const blocking = blockingProblem(preview.problems);
  if (preview.total === 0) return <Line tone="warn" lead={t('export:bar.nothing')} />;
  if (blocking !== null) return <Line tone="err" lead={t('export:bar.blocked')} text={blocking.message} />;
  if (linesWithErrors > 0) {
    return (
      <Line
        tone="warn"
        lead={t('export:bar.linesWithErrors', { count: linesWithErrors })}
        text={t('export:bar.linesText')}
      />
    );
  }
  const samples = t('common:counts.samples', { count: preview.train + preview.validation });
  return (
    <Line
      tone="ok"
      lead={t('export:bar.ready', { samples })}
      text={warnings > 0 ? t('export:bar.readyWarnings', { count: warnings }) : undefined}
    />
  );
}

const TONES = {
  ok: { Mark: IconCircleCheckFilled, className: 'c-ok' },
  warn: { Mark: IconAlertTriangleFilled, className: 'c-warn' },
  err: { Mark: IconCircleXFilled, className: 'c-err' },
  busy: { Mark: IconLoader2, className: 't3' },
} as const;

type LineProps = {
  readonly tone: keyof typeof TONES;
  readonly lead: ReactNode;
  readonly text?: string | undefined;
};

function Line({ tone, lead, text }: LineProps) {
  const { Mark, className } = TONES[tone];
  return (
    <>
      <Mark size={16} aria-hidden className={className} />
      <span>
        <b>{lead}</b> {text === undefined ? null : <span className="t2">{text}</span>}
      </span>
    </>
  );
}

function RunningBar({ run }: { readonly run: PackageRun }) {
  const { t } = useTranslation('export');
  const { job, share } = run;
  const isWaiting = job?.state === 'queued';
  return (
    <div className={classes.bar}>
      <span className={classes.barText}>
        <IconLoader2 size={16} aria-hidden className="t3" />
        <b>{t(isWaiting ? 'bar.waiting' : 'bar.running')}</b>
        {job?.total == null ? null : (
          <span className="t2 num">{t('bar.progress', { done: job.done, total: job.total })}</span>
        )}
      </span>
      <Progress className={classes.barProgress} value={(share ?? 0) * 100} aria-label={t('bar.running')} />
      <Button size="md" disabled={job === null} onClick={run.cancel}>
        {t('bar.cancel')}
      </Button>
    </div>
  );
}
