import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { SampleStats } from '../../../shared/contract/samples.ts';
import { SourceId } from '../../../shared/model/ids.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import { countPromptGroups } from './duplicates.ts';

type Stats = Omit<z.output<typeof SampleStats>, 'reviews'>;
/** Which samples are counted: a condition over `s`, the alias of `sample`. */
export type Scope = { readonly sql: string; readonly params: readonly (string | number | null)[] };

/** Counts a set of samples and what hangs on them. */
export function sampleStats(db: Database.Database, scope: Scope): Stats {
  return db.transaction(() => {
    fillScope(db, scope);
    const stats = countScope(db);
    db.exec('DROP TABLE temp.stat_sample; DROP TABLE temp.stat_attempt');
    return stats;
  })();
}

/** Puts the numbers of the samples in scope and of their attempts aside, so that each count walks narrow indexes only. */
function fillScope(db: Database.Database, scope: Scope): void {
  db.exec(`DROP TABLE IF EXISTS temp.stat_sample; DROP TABLE IF EXISTS temp.stat_attempt;
    CREATE TEMP TABLE stat_sample (id INTEGER PRIMARY KEY); CREATE TEMP TABLE stat_attempt (id INTEGER PRIMARY KEY)`);
  db.prepare(`INSERT INTO temp.stat_sample SELECT s.id FROM sample s WHERE ${scope.sql}`).run(...scope.params);
  db.exec(`INSERT INTO temp.stat_attempt SELECT a.id FROM temp.stat_sample p
    CROSS JOIN attempt a INDEXED BY attempt_facts ON a.sample_id = p.id`);
}

const SAMPLES = 'temp.stat_sample';

function countScope(db: Database.Database): Stats {
  const attempts = one(
    db.prepare<
      [],
      {
        n: number;
        steps: number;
        calls: number;
        results: number;
        rewards: number;
        mean: number | null;
      }
    >(`SELECT count(*) AS n, coalesce(sum(a.step_count), 0) AS steps, coalesce(sum(a.tool_call_count), 0) AS calls,
       coalesce(sum(a.tool_result_count), 0) AS results, count(a.reward) AS rewards, avg(a.reward) AS mean
     FROM ${SAMPLES} p CROSS JOIN attempt a INDEXED BY attempt_facts ON a.sample_id = p.id`),
  );
  const offered = one(
    db.prepare<[], { n: number }>(`SELECT count(DISTINCT tool.value ->> 'name') AS n FROM
       (SELECT DISTINCT b.tools FROM sample_body b WHERE b.tools <> '[]' AND b.sample_id IN (SELECT id FROM ${SAMPLES})) t,
       json_each(t.tools) tool`),
  );
  const { samples, references } = one(
    db.prepare<
      [],
      { samples: number; references: number }
    >(`SELECT count(*) AS samples, coalesce(sum(s.has_reference), 0) AS "references"
     FROM ${SAMPLES} p JOIN sample s ON s.id = p.id`),
  );
  return {
    samples,
    attempts: attempts.n,
    steps: attempts.steps,
    toolCalls: attempts.calls,
    toolResults: attempts.results,
    toolCallsByName: toRecord(
      many(
        db,
        `SELECT c.name, count(*) AS n FROM tool_call c INDEXED BY tool_call_name
         WHERE c.attempt_id IN (SELECT id FROM temp.stat_attempt) GROUP BY c.name ORDER BY n DESC, c.name`,
      ),
    ),
    toolsOffered: offered.n,
    rewards: { count: attempts.rewards, mean: attempts.mean },
    sources: listSourceCounts(db),
    ...countCuration(db),
    duplicateGroups: countPromptGroups(db),
    graders: one(db.prepare<[], { n: number }>('SELECT count(*) AS n FROM grader WHERE archived_at IS NULL')).n,
    references,
  };
}

/** The one row of a query without GROUP BY, which always has one. */
function one<R>(query: Database.Statement<[], R>): R {
  const row = query.get();
  invariant(row, 'a query that counts has a row');
  return row;
}

function many(db: Database.Database, sql: string): { name: string; n: number }[] {
  return db.prepare<[], { name: string; n: number }>(sql).all();
}

function countCuration(db: Database.Database): Pick<Stats, 'decisions' | 'splits' | 'flags'> {
  return {
    decisions: toRecord(
      many(
        db,
        `SELECT coalesce(d.state, 'undecided') AS name, count(*) AS n FROM ${SAMPLES} p
         LEFT JOIN decision d ON d.sample_id = p.id GROUP BY 1 ORDER BY 1`,
      ),
    ),
    splits: toRecord(
      many(
        db,
        `SELECT m.split AS name, count(*) AS n FROM split_member m
         WHERE m.sample_id IN (SELECT id FROM ${SAMPLES}) GROUP BY 1 ORDER BY 1`,
      ),
    ),
    flags: toRecord(
      many(
        db,
        `SELECT f.rule_id AS name, count(DISTINCT f.sample_id) AS n FROM flag f
         WHERE f.state = 'open' AND f.sample_id IN (SELECT id FROM ${SAMPLES}) GROUP BY 1 ORDER BY 1`,
      ),
    ),
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
