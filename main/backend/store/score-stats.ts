import type Database from 'better-sqlite3';

export type ScoreStats = {
  scored: number;
  skipped: number;
  errored: number;
  mean: number | null;
  std: number | null;
  min: number | null;
  max: number | null;
  atWalls: number;
  distinct: number;
};

/** Where the values of a run or of one of its parts stand; `@runId` and `@part` are bound. */
function valuesOf(part: string | null): string {
  return part === null
    ? 'SELECT state, value FROM score WHERE run_id = @runId AND @part IS NULL'
    : 'SELECT state, value FROM score_part WHERE run_id = @runId AND key = @part';
}

/** Counts and moments over scored values; the standard deviation is that of the population. */
export function scoreStats(db: Database.Database, runId: number, part: string | null): ScoreStats {
  const row = db
    .prepare<[{ runId: number; part: string | null }], Omit<ScoreStats, 'std'> & { squares: number | null }>(
      `WITH v AS (${valuesOf(part)}), m AS (SELECT avg(value) AS mean FROM v)
       SELECT coalesce(sum(state = 'scored'), 0) AS scored, coalesce(sum(state = 'skipped'), 0) AS skipped,
         coalesce(sum(state = 'errored'), 0) AS errored, avg(value) AS mean, min(value) AS min, max(value) AS max,
         coalesce(sum(value IN (0, 1)), 0) AS atWalls, count(DISTINCT value) AS "distinct",
         avg((value - (SELECT mean FROM m)) * (value - (SELECT mean FROM m))) AS squares FROM v`,
    )
    .get({ runId, part });
  if (row === undefined) throw new Error('Invariant: an aggregate always has a row');
  const { squares, ...rest } = row;
  return { ...rest, std: squares === null ? null : Math.sqrt(squares) };
}

/**
 * @param edges in rising order; each bin holds the values from its edge up to, but not at, the next one, the last bin those
 *   at its end too
 * @returns how many values fall in each bin, one number fewer than edges
 */
export function binCounts(
  db: Database.Database,
  runId: number,
  part: string | null,
  edges: readonly number[],
): number[] {
  const bins = edges.length - 1;
  const inner = Object.fromEntries(edges.slice(1, -1).map((edge, at) => [`e${at + 1}`, edge]));
  const rows = db
    .prepare<[Record<string, number | string | null>], { bin: number; n: number }>(
      `SELECT ${binCase(0, bins)} AS bin, count(*) AS n FROM (${valuesOf(part)}) WHERE value IS NOT NULL GROUP BY bin`,
    )
    .all({ runId, part, ...inner });
  const counts = Array.from({ length: bins }, () => 0);
  for (const row of rows) counts[row.bin] = row.n;
  return counts;
}

/** SQL that finds a value's bin among `[first, end)` by halving, by the bound edges `@e1`, `@e2` and so on. */
function binCase(first: number, end: number): string {
  if (end - first <= 1) return String(first);
  const middle = Math.floor((first + end) / 2);
  return `CASE WHEN value < @e${middle} THEN ${binCase(first, middle)} ELSE ${binCase(middle, end)} END`;
}

export function partStats(
  db: Database.Database,
  runId: number,
): { key: string; type: string; mean: number | null; scored: number; errored: number }[] {
  return db
    .prepare<[number], { key: string; type: string; mean: number | null; scored: number; errored: number }>(
      `SELECT key, min(type) AS type, avg(value) AS mean, sum(state = 'scored') AS scored,
         sum(state = 'errored') AS errored FROM score_part WHERE run_id = ? GROUP BY key ORDER BY key`,
    )
    .all(runId);
}

export function reasonCounts(
  db: Database.Database,
  runId: number,
): { state: 'skipped' | 'errored'; reason: string; count: number }[] {
  return db
    .prepare<[number], { state: 'skipped' | 'errored'; reason: string; count: number }>(
      `SELECT state, coalesce(reason, '') AS reason, count(*) AS count FROM score
       WHERE run_id = ? AND state <> 'scored' GROUP BY state, reason ORDER BY count DESC LIMIT 200`,
    )
    .all(runId);
}

export function countScores(db: Database.Database, runId: number): number {
  return db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM score WHERE run_id = ?').get(runId)?.n ?? 0;
}
