import type { z } from 'zod';
import type { Histogram } from '../../../../shared/contract/graders.ts';
import { quote } from '../../../../shared/query/lex.ts';
import type { ProjectContext } from '../../context.ts';
import { binCounts, scoreStats } from '../../store/score-stats.ts';

const BINS = 20;

/** The distribution of a run or one of its parts: 20 bins over 0..1, or over [min, max] where values leave that. */
export function histogram(
  project: Pick<ProjectContext, 'db'>,
  runId: number,
  part: string | null,
): z.input<typeof Histogram> {
  const stats = scoreStats(project.db, runId, part);
  const isUnit = stats.min === null || stats.max === null || (stats.min >= 0 && stats.max <= 1);
  const edges = binEdges(isUnit ? 0 : (stats.min ?? 0), isUnit ? 1 : (stats.max ?? 1));
  const counts = binCounts(project.db, runId, part, edges);
  const field = `score@${runId}${part === null ? '' : `.${written(part)}`}`;
  return {
    bins: counts.map((count, at) => {
      const from = edges[at] ?? 0;
      const to = edges[at + 1] ?? from;
      const isLast = at === counts.length - 1;
      // The very numbers the values were counted by, so that a bar's filter has exactly its scores.
      return { from, to, count, term: `${field}:${from}..${isLast ? '' : '<'}${to}` };
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

/** Edges in rising order, one more than bins: 0.15 rather than 3 × 0.05, which floating point puts just above it. */
function binEdges(from: number, to: number): readonly number[] {
  const width = (to - from) / BINS;
  const plain = Array.from({ length: BINS + 1 }, (_, at) => (at === BINS ? to : from + at * width));
  const round = plain.map((edge, at) => (at === 0 || at === BINS ? edge : Number(edge.toPrecision(12))));
  return isRising(round) ? round : plain;
}

function isRising(edges: readonly number[]): boolean {
  return edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? edge));
}

function written(key: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(key) ? key : quote(key);
}
