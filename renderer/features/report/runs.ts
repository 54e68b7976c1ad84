import { isJsonObject } from '../../../shared/model/json.ts';
import type { Output } from '../../data/methods.ts';

export type Run = Output<'scores.runs'>[number];

/** @returns runs with the latest first */
export function latestFirst(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((a, b) => b.id - a.id);
}

/** @returns the run that was asked for, else the latest finished one, else the latest */
export function runToShow(runs: readonly Run[], asked: string | null): Run | null {
  const sorted = latestFirst(runs);
  return (
    sorted.find((run) => String(run.id) === asked) ?? sorted.find((run) => run.finishedAt !== null) ?? sorted[0] ?? null
  );
}

/** @returns the filter of the samples that a run scored, '' for all */
export function scopeOf(run: Run): string {
  const filter = isJsonObject(run.scope) ? run.scope['filter'] : '';
  return typeof filter === 'string' ? filter : '';
}

/**
 * Ties a filter term to one run: without one it means the latest run of the whole project.
 *
 * @param term starts with `score`
 */
export function inRun(term: string, runId: number): string {
  return term.replace(/^score(?!@)/u, `score@${runId}`);
}
