import type { z } from 'zod';
import type { Histogram } from '../../../../shared/contract/graders.ts';
import type { ProjectContext } from '../../context.ts';
import { binCounts, scoreStats } from '../../store/score-stats.ts';

const BINS = 20;

/** The distribution of a run or one of its parts: 20 bins over 0..1, or over [min, max] where values leave that. */
export function histogram(project: ProjectContext, runId: number, part: string | null): z.input<typeof Histogram> {
  const stats = scoreStats(project.db, runId, part);
  const isUnit = stats.min === null || stats.max === null || (stats.min >= 0 && stats.max <= 1);
  const from = isUnit ? 0 : (stats.min ?? 0);
  const to = isUnit ? 1 : Math.max(stats.max ?? 1, from + 1e-9);
  const counts = binCounts(project.db, runId, part, { from, to, bins: BINS });
  const width = (to - from) / BINS;
  const field = part === null ? 'score' : `score.${part}`;
  return {
    bins: counts.map((count, at) => {
      const low = from + at * width;
      const high = at === BINS - 1 ? to : low + width;
      return { from: low, to: high, count, term: term(field, low, high, at === BINS - 1) };
    }),
    scored: stats.scored,
    skipped: stats.skipped,
    errored: stats.errored,
    mean: stats.mean,
    std: stats.std,
    atWalls: stats.atWalls,
    distinct: stats.distinct,
  };
}

/** The filter that selects a bar. Ranges are closed, so all but the last end just below the next one. */
function term(field: string, low: number, high: number, isLast: boolean): string {
  const from = Number(low.toFixed(6));
  const to = Number((isLast ? high : high - 1e-6).toFixed(6));
  return `${field}:${from}..${to}`;
}
