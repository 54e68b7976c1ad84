import type Database from 'better-sqlite3';
import type { Finding, HashCheck } from '../engine/checks.ts';

type Row = { sampleId: number; attemptId: number | null; first: number; copies: number };

/**
 * A group's members: samples that were not excluded, and whose source shows or is the one being read (`s` and its source),
 * since an import's samples show only when it has ended.
 */
const MEMBER = `o.removed_at IS NULL
  AND (o.source_id = s.source_id OR o.source_id NOT IN (SELECT gone.id FROM source gone WHERE gone.removed_at IS NOT NULL))
  AND o.id NOT IN (SELECT x.sample_id FROM decision x WHERE x.state = 'exclude')`;

const TAKES_PART =
  "s.removed_at IS NULL AND s.id NOT IN (SELECT x.sample_id FROM decision x WHERE x.state = 'exclude')";

/** A group that people decided to leave as it is counts until it gains or loses a member. */
const UNMARKED = `NOT EXISTS (SELECT 1 FROM duplicate_mark m WHERE m.kind = ? AND m.group_key = g.hash || '#' || g.copies)`;

const GROUPED: Readonly<Record<HashCheck['by'], string>> = {
  prompt: `SELECT s.id AS sampleId, NULL AS attemptId, s.prompt_hash AS hash,
      (SELECT min(o.id) FROM sample o WHERE o.prompt_hash = s.prompt_hash AND ${MEMBER}) AS first,
      (SELECT count(*) FROM sample o WHERE o.prompt_hash = s.prompt_hash AND ${MEMBER}) AS copies
    FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value WHERE ${TAKES_PART}`,
  trajectory: `SELECT s.id AS sampleId, a.id AS attemptId, a.content_hash AS hash,
      (SELECT min(o.id) FROM attempt b JOIN sample o ON o.id = b.sample_id WHERE b.content_hash = a.content_hash AND ${MEMBER}) AS first,
      (SELECT count(DISTINCT o.id) FROM attempt b JOIN sample o ON o.id = b.sample_id
        WHERE b.content_hash = a.content_hash AND ${MEMBER}) AS copies
    FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value JOIN attempt a ON a.sample_id = s.id WHERE ${TAKES_PART}`,
};

/** Finds which of the samples are later copies of another one: the first of a group is no finding. */
export function findDuplicates(
  db: Database.Database,
  check: HashCheck,
  ids: readonly number[],
): Map<number, Finding[]> {
  const rows = db
    .prepare<[string, string], Row>(
      `SELECT g.sampleId, g.attemptId, g.first, g.copies FROM (${GROUPED[check.by]}) g
       WHERE g.copies > 1 AND g.first < g.sampleId AND ${UNMARKED} ORDER BY g.sampleId, g.attemptId`,
    )
    .all(JSON.stringify(ids), check.by);
  const found = new Map<number, Finding[]>();
  for (const row of rows) {
    const finding: Finding = {
      attemptId: row.attemptId,
      messageIdx: null,
      detail: { first: row.first, copies: row.copies },
    };
    found.set(row.sampleId, [...(found.get(row.sampleId) ?? []), finding]);
  }
  return found;
}
