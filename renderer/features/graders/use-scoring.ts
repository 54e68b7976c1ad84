import { useEffect, useState } from 'react';
import { useProject } from '../../data/use-project.ts';
import { useJob, type UseJob } from '../../data/use-job.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { countProblems } from './grader-files.ts';
import { runsToShow, type Run } from './run-view.ts';
import type { GraderCheck } from './use-grader-check.ts';
import type { GraderSession } from './use-grader-session.ts';

export type Scope = {
  readonly kind: 'all' | 'included' | 'filter';
  /** Of the kind `filter`. */
  readonly filter: string;
  /** Samples without attempts: grade their reference, or skip them. */
  readonly useReference: boolean;
};

/** Why scoring cannot start now. */
export type Obstacle =
  { readonly kind: 'errors'; readonly count: number } | { readonly kind: 'untrusted' | 'readOnly' };

export type Scoring = {
  readonly scope: Scope;
  readonly setScope: (scope: Scope) => void;
  readonly job: UseJob<'scores.run'>;
  readonly obstacle: Obstacle | null;
  readonly start: () => void;
  /** The latest finished run of this grader. */
  readonly run: Run | null;
  /** The latest one of an earlier version. */
  readonly before: Run | null;
  readonly isLoaded: boolean;
};

/** @returns the filter a scope stands for */
export function filterOfScope(scope: Scope): string {
  switch (scope.kind) {
    case 'all':
      return '';
    case 'included':
      return 'decision:include';
    case 'filter':
      return scope.filter.trim();
  }
}

/** Saves what is there as a version and scores a scope with it. A run that is going on is found again after leaving the page. */
export function useScoring(session: GraderSession, check: GraderCheck, firstFilter: string): Scoring {
  const { details, graderId, isDraft, save } = session;
  const isReadOnly = useProject()?.readOnly === true;
  const [scope, setScope] = useState<Scope>({
    kind: firstFilter === '' ? 'all' : 'filter',
    filter: firstFilter,
    useReference: false,
  });
  const job = useJob('scores.run');
  useGoingOn(job, `${details.row.name} v`);
  const { data: runs } = useRpcQuery('scores.runs', { graderId }, { keepPrevious: true });
  const errors = countProblems(check.checked?.result.problems ?? []).errors;
  const obstacle = obstacleOf({ isReadOnly, errors, isUntrusted: check.isUntrusted });

  async function start(): Promise<void> {
    if (obstacle !== null || job.isRunning) return;
    const version = isDraft ? await save() : details.version;
    if (version === undefined) return;
    const withoutAttempts = scope.useReference ? 'reference' : 'skip';
    await job.start({ graderId, version, filter: filterOfScope(scope), withoutAttempts });
  }
  return {
    scope,
    setScope,
    job,
    obstacle,
    start: () => void start(),
    ...runsToShow(runs ?? []),
    isLoaded: runs !== undefined,
  };
}

function obstacleOf(facts: { isReadOnly: boolean; errors: number; isUntrusted: boolean }): Obstacle | null {
  if (facts.isReadOnly) return { kind: 'readOnly' };
  if (facts.errors > 0) return { kind: 'errors', count: facts.errors };
  return facts.isUntrusted ? { kind: 'untrusted' } : null;
}

/** @param subject what the jobs of this grader are called, up to the version */
function useGoingOn(job: UseJob<'scores.run'>, subject: string): void {
  const { data: jobs } = useRpcQuery('jobs.list', {});
  const { follow } = job;
  const isFollowing = job.job !== null || job.isRunning;
  const going = jobs?.find(
    ({ kind, state, subject: of }) =>
      kind === 'scores.run' && (state === 'running' || state === 'queued') && of.startsWith(subject),
  )?.id;
  useEffect(() => {
    if (going !== undefined && !isFollowing) follow(going);
  }, [going, isFollowing, follow]);
}
