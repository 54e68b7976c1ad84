import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { SampleStats } from '../../../shared/contract/samples.ts';
import { SourceId } from '../../../shared/model/ids.ts';
import { countGroups } from './duplicates.ts';

type Stats = Omit<z.output<typeof SampleStats>, 'reviews'>;
/** Which samples are counted: a condition over `s`, the alias of `sample`. */
export type Scope = { readonly sql: string; readonly params: readonly (string | number | null)[] };

/** Counts a set of samples and what hangs on them. */
export function sampleStats(db: Database.Database, scope: Scope): Stats {
  const samples = `SELECT s.id FROM sample s WHERE ${scope.sql}`;
  const all = <R>(sql: string): R[] => db.prepare<(string | number | null)[], R>(sql).all(...scope.params);
  const [totals] = all<{ samples: number; refs: number }>(
    `SELECT count(*) AS samples, coalesce(sum(s.has_reference), 0) AS refs FROM sample s WHERE ${scope.sql}`,
  );
  const [attempts] = all<{ n: number; steps: number; calls: number; results: number; rewards: number; mean: number | null }>(
    `SELECT count(*) AS n, coalesce(sum(step_count), 0) AS steps, coalesce(sum(tool_call_count), 0) AS calls,
       coalesce(sum(tool_result_count), 0) AS results, count(reward) AS rewards, avg(reward) AS mean
     FROM attempt WHERE sample_id IN (${samples})`,
  );
  const [offered] = all<{ n: number }>(
    `SELECT count(DISTINCT tool.value ->> 'name') AS n FROM
       (SELECT DISTINCT b.tools FROM sample_body b WHERE b.tools <> '[]' AND b.sample_id IN (${samples})) t,
       json_each(t.tools) tool`,
  );
  const byName = all<{ name: string; n: number }>(
    `SELECT c.name, count(*) AS n FROM tool_call c JOIN attempt a ON a.id = c.attempt_id
     WHERE a.sample_id IN (${samples}) GROUP BY c.name ORDER BY n DESC, c.name`,
  );
  return {
    samples: totals?.samples ?? 0,
    attempts: attempts?.n ?? 0,
    steps: attempts?.steps ?? 0,
    toolCalls: attempts?.calls ?? 0,
    toolResults: attempts?.results ?? 0,
    toolCallsByName: toRecord(byName),
    toolsOffered: offered?.n ?? 0,
    rewards: { count: attempts?.rewards ?? 0, mean: attempts?.mean ?? null },
    sources: listSourceCounts(db),
    decisions: toRecord(
      all(
        `SELECT coalesce(d.state, 'undecided') AS name, count(*) AS n FROM sample s
         LEFT JOIN decision d ON d.sample_id = s.id WHERE ${scope.sql} GROUP BY 1 ORDER BY 1`,
      ),
    ),
    splits: toRecord(
      all(`SELECT m.split AS name, count(*) AS n FROM split_member m WHERE m.sample_id IN (${samples}) GROUP BY 1 ORDER BY 1`),
    ),
    flags: toRecord(
      all(
        `SELECT f.rule_id AS name, count(DISTINCT f.sample_id) AS n FROM flag f
         WHERE f.state = 'open' AND f.sample_id IN (${samples}) GROUP BY 1 ORDER BY 1`,
      ),
    ),
    duplicateGroups: countGroups(db, 'prompt').total,
    graders: db.prepare<[], { n: number }>('SELECT count(*) AS n FROM grader WHERE archived_at IS NULL').get()?.n ?? 0,
    references: totals?.refs ?? 0,
  };
}

function toRecord(rows: readonly { name: string; n: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row.name, row.n]));
}

function listSourceCounts(db: Database.Database): Stats['sources'] {
  return db
    .prepare<[], { id: number; name: string; format: string; seen: number; kept: number; rejected: number }>(
      `SELECT id, name, importer_id AS format, records_seen AS seen, records_kept AS kept, records_rejected AS rejected
       FROM source WHERE removed_at IS NULL ORDER BY id`,
    )
    .all()
    .map((row) => ({ ...row, id: SourceId.parse(row.id) }));
}
