import { ActionIcon, Button, Progress, Tabs } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { formatDuration } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Distribution } from './Distribution.tsx';
import { countProblems } from './grader-files.ts';
import { OutputList } from './OutputList.tsx';
import { ProblemsList } from './ProblemsList.tsx';
import classes from './results.module.css';
import { filterOfRun, runDuration } from './run-view.ts';
import type { GraderSession } from './use-grader-session.ts';
import type { Scoring } from './use-scoring.ts';

export type ResultsTab = 'distribution' | 'problems' | 'output';
const TABS: readonly ResultsTab[] = ['distribution', 'problems', 'output'];

type Props = {
  readonly session: GraderSession;
  readonly scoring: Scoring;
  readonly problems: readonly GraderProblem[];
  readonly isChecking: boolean;
  readonly tab: ResultsTab;
  readonly onTab: (tab: ResultsTab) => void;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onGoTo: (problem: GraderProblem) => void;
  readonly onFormat: () => void;
};

/** What the latest run gave, what is wrong with the text, and why attempts have no score. */
export function ResultsPanel(props: Props) {
  const { session, scoring, problems, isChecking, tab, onTab, isFolded, onFold, onGoTo, onFormat } = props;
  const { t } = useTranslation('graders');
  return (
    <Tabs
      value={isFolded ? null : tab}
      onChange={(next) => onTab(TABS.find((one) => one === next) ?? 'distribution')}
      className={classes.root ?? ''}
      keepMounted={false}
    >
      <div className={classes.bar}>
        <Tabs.List className={classes.tabs ?? ''}>
          {TABS.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={one === 'problems' ? <Count problems={problems} /> : null}
              onClick={() => onTab(one)}
            >
              {t(`results.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <span className={classes.grow} />
        {scoring.job.isRunning ? <JobProgress scoring={scoring} /> : <RunFacts session={session} scoring={scoring} />}
        <ActionIcon
          size={24}
          aria-label={isFolded ? t('results.expand') : t('results.collapse')}
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          {isFolded ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        </ActionIcon>
      </div>
      <Tabs.Panel value="distribution" className={classes.panel ?? ''}>
        <Distribution session={session} scoring={scoring} />
      </Tabs.Panel>
      <Tabs.Panel value="problems" className={classes.panel ?? ''}>
        <ProblemsList
          files={session.files}
          problems={problems}
          isChecking={isChecking}
          onGoTo={onGoTo}
          onFormat={onFormat}
        />
      </Tabs.Panel>
      <Tabs.Panel value="output" className={classes.panel ?? ''}>
        <OutputList run={scoring.run} isLoaded={scoring.isLoaded} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Count({ problems }: { readonly problems: readonly GraderProblem[] }) {
  const { errors, warnings } = countProblems(problems);
  if (errors + warnings === 0) return null;
  return <ToneBadge tone={errors > 0 ? 'err' : 'warn'}>{errors > 0 ? errors : warnings}</ToneBadge>;
}

function JobProgress({ scoring }: { readonly scoring: Scoring }) {
  const { t } = useTranslation('graders');
  const { job, share, cancel } = scoring.job;
  const done = job?.done ?? 0;
  const text = job?.total == null ? t('score.runningSome', { done }) : t('score.running', { done, total: job.total });
  return (
    <>
      <span className="meta num">{text}</span>
      {(job?.failed ?? 0) === 0 ? null : (
        <ToneBadge tone="err">{t('score.failedSoFar', { count: job?.failed ?? 0 })}</ToneBadge>
      )}
      <Progress value={(share ?? 0) * 100} w={120} aria-label={text} />
      <Button size="xs" onClick={() => cancel()}>
        {t('score.cancel')}
      </Button>
    </>
  );
}

/** Which version is drawn how, how much was scored, and what it leaves out. */
function RunFacts({ session, scoring }: { readonly session: GraderSession; readonly scoring: Scoring }) {
  const { t } = useTranslation(['graders', 'common']);
  const { run, before, job } = scoring;
  const failure = job.job?.state === 'failed' ? job.job.error : null;
  if (failure !== null)
    return (
      <ToneBadge tone="err">
        {t('graders:score.failed')}: {failure.message}
      </ToneBadge>
    );
  if (run === null) return null;
  const filter = filterOfRun(run);
  const duration = runDuration(run);
  const facts = [
    t('common:counts.attempts', { count: run.scored + run.skipped + run.errored }),
    ...(run.skipped === 0 ? [] : [t('graders:results.skipped', { count: run.skipped })]),
    ...(run.errored === 0 ? [] : [t('graders:results.errored', { count: run.errored })]),
    ...(duration === null ? [] : [formatDuration(duration)]),
  ];
  const isBehind = session.isDraft || run.version !== session.details.version;
  return (
    <>
      {isBehind ? (
        <ToneBadge tone="warn">
          {session.isDraft
            ? t('graders:results.notDraft')
            : t('graders:results.notVersion', { version: session.details.version })}
        </ToneBadge>
      ) : null}
      {run.stale > 0 ? <ToneBadge tone="warn">{t('graders:results.stale', { count: run.stale })}</ToneBadge> : null}
      <span className={classes.legend}>
        <span className={classes.swatch} aria-hidden />
        {t('graders:results.shown', { version: run.version })}
      </span>
      {before === null ? null : (
        <span className={classes.legend}>
          <span className={classes.stroke} aria-hidden />
          {t('graders:results.before', { version: before.version })}
        </span>
      )}
      <span className="meta num">{facts.join(', ')}</span>
      {filter === '' ? null : <span className="meta ell">{t('graders:results.filter', { filter })}</span>}
    </>
  );
}
