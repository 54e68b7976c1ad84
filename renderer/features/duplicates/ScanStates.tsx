import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { shareOf } from '../../data/use-job.ts';
import { Note } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Overview } from './ControlStrip.tsx';
import classes from './duplicates.module.css';
import type { Shown } from './settings.ts';
import type { Scan } from './use-scan.ts';

type NoticeProps = { readonly overview: Overview | undefined; readonly scan: Scan; readonly canWrite: boolean };

/** What must be known before the clusters are trusted: a scan that runs, failed, or is older than the samples. */
export function Notices({ overview, scan, canWrite }: NoticeProps) {
  const { t } = useTranslation('duplicates');
  return (
    <>
      {scan.isRunning ? <ScanProgress scan={scan} /> : null}
      {scan.failure === null ? null : (
        <div className={classes.notice}>
          <Note tone="err">{t('states.failed', { message: scan.failure })}</Note>
        </div>
      )}
      <StaleNote overview={overview} scan={scan} canWrite={canWrite} />
      {canWrite ? null : (
        <div className={classes.notice}>
          <Note>{t('states.readOnly')}</Note>
        </div>
      )}
    </>
  );
}

function StaleNote({ overview, scan, canWrite }: NoticeProps) {
  const { t } = useTranslation('duplicates');
  const scans = [overview?.near, overview?.semantic].filter((one) => one != null);
  if (scan.isRunning || !scans.some(({ stale }) => stale)) return null;
  return (
    <div className={classes.notice}>
      <Note tone="warn">{t('states.stale', { count: Math.max(...scans.map(({ changed }) => changed)) })}</Note>
      {canWrite ? (
        <Button size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={scan.start}>
          {t('actions.recomputeNow')}
        </Button>
      ) : null}
    </div>
  );
}

function ScanProgress({ scan }: { readonly scan: Scan }) {
  const { t } = useTranslation('duplicates');
  const { running } = scan;
  const name = t(running?.state === 'running' ? 'states.scanning' : 'states.waiting');
  const total = running?.total ?? null;
  return (
    <div className={classes.notice} role="group" aria-label={t('states.scanning')}>
      <b className="label">{name}</b>
      {running === null || total === null || total === 0 ? null : (
        <span className="label num t2">{t('states.progress', { done: running.done, total })}</span>
      )}
      <Progress className={classes.grow} value={(shareOf(running) ?? 0) * 100} aria-label={t('states.scanning')} />
      <Button size="xs" disabled={running === null} onClick={scan.cancel}>
        {t('actions.cancel')}
      </Button>
    </div>
  );
}

type NeverProps = {
  readonly exact: number;
  readonly scan: Scan;
  readonly canWrite: boolean;
  readonly onShowExact: () => void;
};

/** Nothing was compared yet: what it is and how to begin. */
export function NeverScanned({ exact, scan, canWrite, onShowExact }: NeverProps) {
  const { t } = useTranslation('duplicates');
  const known = exact === 0 ? '' : ` ${t('states.exactAlready', { count: exact })}`;
  return (
    <EmptyState
      icon={<IconCopy size={20} aria-hidden />}
      title={t('states.never')}
      text={`${t('states.neverText')}${known}`}
    >
      {canWrite ? (
        <Button variant="filled" disabled={scan.isRunning} onClick={scan.start}>
          {t('actions.find')}
        </Button>
      ) : null}
      {exact === 0 ? null : <Button onClick={onShowExact}>{t('states.showExact')}</Button>}
    </EmptyState>
  );
}

/** Nothing waits: none was found, or all were decided. */
export function NothingWaits({ shown, settled }: { readonly shown: Shown; readonly settled: number }) {
  const { t } = useTranslation('duplicates');
  const isDecided = settled > 0;
  return (
    <EmptyState
      icon={<IconCircleCheck size={20} aria-hidden />}
      tone="ok"
      title={t(isDecided ? 'states.decided' : 'states.none')}
      text={isDecided ? t('states.decidedText', { count: settled }) : t(`states.noneText.${shown}`)}
    >
      <Button component={Link} href="/balance">
        {t('states.toBalance')}
      </Button>
      <Button component={Link} href="/samples">
        {t('states.openSamples')}
      </Button>
    </EmptyState>
  );
}
