import { Button, Progress } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { JobId } from '../../../../shared/model/ids.ts';
import type { JobRow } from '../../../../shared/model/job.ts';
import { samplesHref } from '../../../data/navigation.ts';
import { useJob } from '../../../data/use-job.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { formatBytes, formatPercent } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { fileStages } from './file-stages.ts';
import { RunResult, sourceFilter } from './RunResult.tsx';
import type { Wizard } from './use-wizard.ts';
import { useWizardCommands } from './use-wizard-commands.ts';
import { WizardFrame } from './WizardFrame.tsx';
import { stepsOf } from './wizard-state.ts';
import classes from './wizard.module.css';

/** The import itself: how far it is, then what came of it. */
export function RunStep({ wizard, jobId }: { readonly wizard: Wizard; readonly jobId: JobId }) {
  const { follow, job, result, share, cancel } = useJob('sources.import');
  useEffect(() => follow(jobId), [follow, jobId]);
  const isOpen = job === null || job.state === 'queued' || job.state === 'running';
  // While it runs, closing only leaves the screen: the job and its files stay, and the tray shows it.
  const [, navigate] = useLocation();
  function leaveFor(href: string): void {
    wizard.finish();
    navigate(href);
  }
  const added = result === null || result.samplesAdded === 0 ? null : samplesHref(sourceFilter(result.sources));
  const goOn = added === null ? null : () => leaveFor(added);
  useWizardCommands({ goOn, goBack: null, close: wizard.finish });
  return (
    <WizardFrame files={wizard.files} steps={stepsOf(wizard.state.hadMapping)} step="import" onClose={wizard.finish}>
      {isOpen ? <Running wizard={wizard} job={job} share={share} onCancel={cancel} /> : null}
      {result === null ? null : <RunResult wizard={wizard} result={result} onOpen={goOn} onLeave={leaveFor} />}
      {job === null || isOpen || result !== null ? null : <Stopped wizard={wizard} job={job} />}
    </WizardFrame>
  );
}

type RunningProps = {
  readonly wizard: Wizard;
  readonly job: JobRow | null;
  readonly share: number | null;
  readonly onCancel: () => void;
};

function Running({ wizard, job, share, onCancel }: RunningProps) {
  const { t } = useTranslation('collect');
  const isWaiting = job === null || job.state === 'queued';
  const left = new Set(wizard.state.leftOut.map(({ name }) => name));
  const files = wizard.files.filter((file) => !left.has(file.name));
  const stages = fileStages(
    files.map((file) => file.name),
    job?.stage ?? null,
  );
  return (
    <div className={classes.run}>
      <section className={classes.runCard} aria-labelledby="import-running">
        <h2 id="import-running" className={classes.runTitle}>
          {isWaiting ? t(job === null ? 'run.starting' : 'run.waiting') : t('run.running')}
          {share === null ? null : <span className="num">{formatPercent(share)}</span>}
        </h2>
        <Progress value={(share ?? 0) * 100} size={6} aria-label={t('run.running')} />
        <p className={classes.runStage}>
          <span className="mono11 ell">
            <VisibleText text={job?.stage ?? ''} />
          </span>
          <Amount job={job} />
        </p>
        <ul className={classes.runFiles}>
          {files.map((file, at) => (
            <li key={file.ref}>
              <span className="ell">
                <VisibleText text={file.name} />
              </span>
              {stages === null ? null : <StageBadge stage={stages[at] ?? 'waiting'} />}
            </li>
          ))}
        </ul>
        <p className="label t3">{t('run.goesOn')}</p>
        <div>
          <Button size="md" onClick={onCancel}>
            {t('run.cancel')}
          </Button>
        </div>
      </section>
    </div>
  );
}

function StageBadge({ stage }: { readonly stage: 'waiting' | 'running' | 'done' }) {
  const { t } = useTranslation('collect');
  return (
    <ToneBadge tone={stage === 'running' ? 'accent' : stage === 'done' ? 'ok' : 'neutral'}>
      {t(`run.files.${stage}`)}
    </ToneBadge>
  );
}

/** Records are read by bytes; what follows is counted in samples. */
function Amount({ job }: { readonly job: JobRow | null }) {
  const { t } = useTranslation(['collect', 'common']);
  if (job?.total == null || job.stage === null) return null;
  const isBytes = !job.stage.includes(', ');
  const done = isBytes ? formatBytes(job.done) : t('common:counts.samples', { count: job.done });
  const total = isBytes ? formatBytes(job.total) : t('common:counts.samples', { count: job.total });
  return <span className="num">{t('collect:run.progress', { done, total })}</span>;
}

/** It failed, was cancelled, or Assay ended: what stayed, and the way on. */
function Stopped({ wizard, job }: { readonly wizard: Wizard; readonly job: JobRow }) {
  const { t } = useTranslation('collect');
  const { run: resume } = useRpcCommand('jobs.resume');
  const { run: discard } = useRpcCommand('jobs.discard');
  if (job.state === 'interrupted') {
    return (
      <Stop
        icon={<IconPlayerPause size={20} />}
        tone="warn"
        title={t('run.interrupted')}
        text={t('run.interruptedText')}
      >
        <Button size="md" variant="filled" onClick={() => void resume({ jobId: job.id })}>
          {t('run.resume')}
        </Button>
        <Button size="md" onClick={() => void discard({ jobId: job.id })}>
          {t('run.discard')}
        </Button>
      </Stop>
    );
  }
  const isFailed = job.state === 'failed';
  const message = job.error?.message ?? '';
  const failedText = wizard.files.length > 1 ? t('run.failedText', { message }) : message;
  return (
    <Stop
      icon={<IconCircleX size={20} />}
      tone={isFailed ? 'err' : 'neutral'}
      title={t(isFailed ? 'run.failed' : 'run.cancelled')}
      text={isFailed ? failedText : t('run.cancelledText')}
    >
      <Button size="md" variant="filled" onClick={wizard.again}>
        {t('run.tryAgain')}
      </Button>
      <Button size="md" onClick={wizard.finish}>
        {t('run.toCollect')}
      </Button>
    </Stop>
  );
}

type StopProps = {
  readonly icon: ReactNode;
  readonly tone: 'neutral' | 'warn' | 'err';
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function Stop({ children, ...state }: StopProps) {
  return (
    <div className={classes.run} role="alert">
      <EmptyState {...state}>{children}</EmptyState>
    </div>
  );
}
