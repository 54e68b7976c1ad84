import { isJsonObject } from '../../../shared/model/json.ts';
import { quote } from '../../../shared/query/lex.ts';
import type { Output } from '../../data/methods.ts';

export type Run = Output<'scores.runs'>[number];
export type Histogram = Output<'scores.histogram'>;

/** @returns the run to show and the latest one of an earlier version to compare it with */
export function runsToShow(runs: readonly Run[]): { readonly run: Run | null; readonly before: Run | null } {
  const finished = runs.filter((run) => run.finishedAt !== null).toSorted((a, b) => b.id - a.id);
  const [run = null] = finished;
  const before = run === null ? undefined : finished.find((other) => other.version < run.version);
  return { run, before: before ?? null };
}

/**
 * Ties a filter term to one run: terms without a run mean the latest run of the whole project, which may be another grader's.
 *
 * @param term starts with `score` or `why`, perhaps followed by the key of a part
 */
export function inRun(term: string, runId: number): string {
  return term.replace(/^(score|why)(?!@)/u, `$1@${runId}`);
}

/** @returns counts of a run's bins to draw over those of another; null when they do not stand for the same ranges */
export function baselineOf(shown: Histogram, before: Histogram | undefined): readonly number[] | null {
  if (before === undefined || before.scored === 0) return null;
  const isSame =
    before.bins.length === shown.bins.length &&
    before.bins.every((bin, index) => Math.abs(bin.from - (shown.bins[index]?.from ?? Number.NaN)) < 1e-9);
  return isSame ? before.bins.map((bin) => bin.count) : null;
}

/** @returns round values from 0 to at least `most`, at most four of them, for the lines of a chart */
export function niceTicks(most: number): readonly number[] {
  if (most <= 0) return [0];
  const rough = most / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].find((step) => step * power >= rough) ?? 10;
  const step = Math.max(1, unit * power);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** @returns the share of scores at exactly 0 or 1, null when nothing was scored */
export function wallShare(histogram: Pick<Histogram, 'atWalls' | 'scored'>): number | null {
  return histogram.scored === 0 ? null : histogram.atWalls / histogram.scored;
}

/** @returns how long a run took in ms, null while it is not finished */
export function runDuration(run: Run): number | null {
  return run.finishedAt === null ? null : run.finishedAt - run.startedAt;
}

/** What a run was asked to score; its filter is '' for all. */
export function filterOfRun(run: Run): string {
  const filter = isJsonObject(run.scope) ? run.scope['filter'] : '';
  return typeof filter === 'string' ? filter : '';
}

/** @returns the filter of the attempts of a run that have one reason for having no score */
export function reasonTerm(
  row: { readonly state: 'skipped' | 'errored'; readonly reason: string; readonly term: string },
  runId: number,
): string {
  const term = inRun(row.term, runId);
  if (row.reason === '') return term;
  return `${term} why@${runId}:${quote(row.reason)}`;
}
