import type Database from 'better-sqlite3';
import { SampleId } from '../../../shared/model/ids.ts';
import type { Verdict } from '../../../shared/contract/reviews.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

export type SqlPart = { readonly sql: string; readonly params: readonly (string | number)[] };
type QueueRow = { sampleId: number; title: string; flags: string; verdict: Verdict | null; state: string };
export type QueueItem = {
  sampleId: SampleId;
  title: string;
  flags: string[];
  verdict: Verdict | null;
  state: 'pending' | 'draft' | 'submitted' | 'second_look' | 'skipped';
};
export type QueueCounts = {
  total: number;
  pending: number;
  accepted: number;
  needWork: number;
  rejected: number;
  skipped: number;
};

/**
 * Samples with a flag that asks for a look (not a mere remark) and no decision to exclude, and those this reviewer has
 * decided on, so that the total stays while the queue is worked through.
 */
const FLAGGED = `((EXISTS (SELECT 1 FROM flag f WHERE f.sample_id = s.id AND f.state = 'open' AND f.severity <> 'info')
    AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.sample_id = s.id AND d.state = 'exclude'))
  OR EXISTS (SELECT 1 FROM review q WHERE q.sample_id = s.id AND q.reviewer = ? AND q.state <> 'draft'))`;

function scope(filter: SqlPart | null, reviewer: string): SqlPart {
  return filter ?? { sql: FLAGGED, params: [reviewer] };
}

function rowsOf(where: string): string {
  return `FROM sample s LEFT JOIN review r ON r.sample_id = s.id AND r.reviewer = ? WHERE ${VISIBLE_SAMPLE} AND (${where})`;
}

export function countQueue(db: Database.Database, filter: SqlPart | null, reviewer: string): QueueCounts {
  const { sql, params } = scope(filter, reviewer);
  const row = db
    .prepare<(string | number)[], QueueCounts>(
      `SELECT count(*) AS total, coalesce(sum(r.id IS NULL OR r.state = 'draft'), 0) AS pending,
         coalesce(sum(r.state <> 'draft' AND r.verdict = 'accept'), 0) AS accepted,
         coalesce(sum(r.state <> 'draft' AND r.verdict = 'needs_work'), 0) AS needWork,
         coalesce(sum(r.state <> 'draft' AND r.verdict = 'reject'), 0) AS rejected,
         coalesce(sum(r.state <> 'draft' AND r.verdict = 'skip'), 0) AS skipped ${rowsOf(sql)}`,
    )
    .get(reviewer, ...params);
  return row ?? { total: 0, pending: 0, accepted: 0, needWork: 0, rejected: 0, skipped: 0 };
}

/** Pending first, the gravest flags first, then by id; decided ones follow, last decided last. */
export function pageQueue(
  db: Database.Database,
  filter: SqlPart | null,
  reviewer: string,
  page: { from: number; limit: number },
): QueueItem[] {
  const { sql, params } = scope(filter, reviewer);
  return db
    .prepare<(string | number)[], QueueRow>(
      `SELECT s.id AS sampleId, s.title, r.verdict,
         CASE WHEN r.id IS NULL THEN 'pending' WHEN r.state = 'draft' THEN 'draft'
           WHEN r.verdict = 'skip' THEN 'skipped' ELSE r.state END AS state,
         (SELECT json_group_array(rule_id) FROM (SELECT rule_id FROM flag f WHERE f.sample_id = s.id AND f.state = 'open'
            ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warn' THEN 1 ELSE 2 END, id)) AS flags
       ${rowsOf(sql)}
       ORDER BY (r.id IS NULL OR r.state = 'draft') DESC, r.submitted_at,
         (SELECT min(CASE severity WHEN 'error' THEN 0 WHEN 'warn' THEN 1 ELSE 2 END)
            FROM flag f WHERE f.sample_id = s.id AND f.state = 'open') NULLS LAST, s.id
       LIMIT ? OFFSET ?`,
    )
    .all(reviewer, ...params, page.limit, page.from)
    .map((row) => ({
      sampleId: SampleId.parse(row.sampleId),
      title: row.title,
      verdict: row.verdict,
      // Made by the CASE above.
      state: row.state as QueueItem['state'],
      // Made by json_group_array over a text column.
      flags: [...new Set(JSON.parse(row.flags) as string[])],
    }));
}
