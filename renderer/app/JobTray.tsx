import { Button, Popover, Progress, RingProgress, UnstyledButton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobRow } from '../../shared/model/job.ts';
import { useProject } from '../data/use-project.ts';
import { shareOf } from '../data/use-job.ts';
import { useRpcCommand } from '../data/use-rpc-command.tsx';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { formatDuration, formatMoment, formatPercent, formatRoughDuration } from '../i18n/format.ts';
import { useAppStore } from '../state/store.ts';
import { ToneBadge } from '../ui/Badges.tsx';
import { isImport, jobCount, jobShort, jobTitle, timeLeftMs } from './job-text.ts';
import { JobWaysOn } from './JobWaysOn.tsx';
import { useNow } from './use-now.ts';
import classes from './JobTray.module.css';

/** How far the running job is, and on click all of them. */
export function JobTray() {
  const { t } = useTranslation('shell');
  const isOpen = useAppStore((state) => state.isJobTrayOpen);
  const jobTrayToggled = useAppStore((state) => state.jobTrayToggled);
  const jobs = useRpcQuery('jobs.list', {}).data ?? [];
  const running = jobs.filter((job) => job.state === 'running');
  const waiting = jobs.filter((job) => job.state === 'queued');
  const [first] = running;
  if (jobs.length === 0 && !isOpen) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={jobTrayToggled}
      position="bottom-end"
      width={424}
      radius="xl"
      offset={6}
      trapFocus={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.chip}
          aria-expanded={isOpen}
          aria-label={t('jobs.chip', { count: running.length })}
          onClick={() => jobTrayToggled()}
        >
          {first === undefined ? <IconClock size={14} aria-hidden /> : <Ring share={shareOf(first)} />}
          {first === undefined ? t('jobs.chipIdle') : jobShort(first)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.tray} aria-label={t('jobs.title')}>
        <div className={classes.head}>
          <b>{t('jobs.title')}</b>
          {running.length > 0 ? (
            <ToneBadge tone="accent">{t('jobs.running', { count: running.length })}</ToneBadge>
          ) : null}
          {waiting.length > 0 ? <ToneBadge>{t('jobs.waiting', { count: waiting.length })}</ToneBadge> : null}
          <span className={classes.spacer} />
          <ClearFinished isPossible={jobs.length > running.length + waiting.length} />
        </div>
        <ul className={classes.list}>
          {jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
          {jobs.length === 0 ? <li className={classes.none}>{t('jobs.none')}</li> : null}
        </ul>
        <p className={classes.foot}>{t('jobs.goesOn')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function ClearFinished({ isPossible }: { isPossible: boolean }) {
  const { t } = useTranslation('shell');
  const { run } = useRpcCommand('jobs.clear');
  const canWrite = useProject()?.readOnly === false;
  if (!isPossible || !canWrite) return null;
  return (
    <Button variant="subtle" onClick={() => void run({})}>
      {t('jobs.clear')}
    </Button>
  );
}

function Ring({ share }: { share: number | null }) {
  return (
    <RingProgress
      size={16}
      thickness={3}
      sections={[{ value: (share ?? 0.25) * 100, color: 'var(--accent-solid)' }]}
      rootColor="var(--line-strong)"
      className={share === null ? classes.turning : ''}
      aria-hidden
    />
  );
}

function JobItem({ job }: { job: JobRow }) {
  if (job.state === 'running') return <RunningJob job={job} />;
  if (job.state === 'queued') return <QueuedJob job={job} />;
  if (job.state === 'succeeded') return <EndedJob job={job} />;
  return <StoppedJob job={job} />;
}

function Line({ icon, job, meta, children }: { icon: ReactNode; job: JobRow; meta?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.line}>
      {icon}
      <span className={classes.title}>{jobTitle(job)}</span>
      {meta}
      <span className={classes.spacer} />
      {children}
    </div>
  );
}

function RunningJob({ job }: { job: JobRow }) {
  const { t } = useTranslation('shell');
  const { run } = useRpcCommand('jobs.cancel');
  const canWrite = useProject()?.readOnly === false;
  const now = useNow();
  const share = shareOf(job);
  const left = timeLeftMs(job, now);
  return (
    <li className={classes.item}>
      <Line icon={<Ring share={share} />} job={job}>
        {share === null ? null : <b className="num">{formatPercent(share)}</b>}
        {canWrite ? (
          <Button size="xs" variant="outline" color="var(--err)" onClick={() => void run({ jobId: job.id })}>
            {t('jobs.cancel')}
          </Button>
        ) : (
          <span className="meta">{t('jobs.elsewhere')}</span>
        )}
      </Line>
      <Progress
        value={(share ?? 1) * 100}
        animated={share === null}
        className={classes.bar}
        aria-label={jobTitle(job)}
      />
      <p className={classes.meta}>
        <span>{job.stage === null ? jobCount(job) : `${jobCount(job)}, ${job.stage}`}</span>
        {job.failed > 0 ? <span className="c-warn">{t('jobs.failedCount', { count: job.failed })}</span> : null}
        <span className={classes.spacer} />
        {left === null ? null : <span>{t('jobs.left', { time: formatRoughDuration(left) })}</span>}
      </p>
    </li>
  );
}

function QueuedJob({ job }: { job: JobRow }) {
  const { t } = useTranslation('shell');
  const { run } = useRpcCommand('jobs.cancel');
  const canWrite = useProject()?.readOnly === false;
  return (
    <li className={classes.item}>
      <Line icon={<IconClock size={16} color="var(--text-3)" aria-hidden />} job={job}>
        {canWrite ? (
          <Button size="xs" variant="subtle" onClick={() => void run({ jobId: job.id })} aria-label={t('jobs.cancel')}>
            <IconX size={14} aria-hidden />
          </Button>
        ) : null}
      </Line>
    </li>
  );
}

function EndedJob({ job }: { job: JobRow }) {
  const { t } = useTranslation('shell');
  const took = job.startedAt === null || job.finishedAt === null ? null : job.finishedAt - job.startedAt;
  const parts = [
    job.finishedAt === null ? '' : formatMoment(job.finishedAt),
    took === null ? '' : formatDuration(took),
  ];
  return (
    <li className={classes.item}>
      <Line
        icon={<IconCircleCheckFilled size={16} color="var(--ok)" aria-hidden />}
        job={job}
        meta={<span className={classes.when}>{parts.filter((part) => part !== '').join(', ')}</span>}
      >
        {job.failed > 0 ? <span className="c-warn label">{t('jobs.failedCount', { count: job.failed })}</span> : null}
      </Line>
    </li>
  );
}

/** Failed, cancelled or interrupted. */
function StoppedJob({ job }: { job: JobRow }) {
  const { t } = useTranslation('shell');
  const isFailed = job.state === 'failed';
  return (
    <li className={classes.item} data-failed={isFailed || undefined}>
      <Line
        icon={
          isFailed ? (
            <IconCircleXFilled size={16} color="var(--err)" aria-hidden />
          ) : (
            <IconPlayerPause size={16} color="var(--text-3)" aria-hidden />
          )
        }
        job={job}
      >
        <JobWaysOn job={job} />
      </Line>
      <p className={classes.meta}>{text()}</p>
    </li>
  );

  function text(): string | undefined {
    if (isFailed) return job.error?.message;
    if (job.state !== 'interrupted') return t('jobs.cancelled');
    return t(isImport(job) ? 'jobs.interruptedImport' : 'jobs.interrupted');
  }
}
