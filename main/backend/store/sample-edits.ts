import type Database from 'better-sqlite3';
import type { PreparedSample } from './prepared.ts';
import { createEditedFields, type FieldTexts } from './edited-fields.ts';
import { createAttemptWriter } from './import-rows.ts';
import { refreshSamples } from './search-index.ts';

/** The source that samples made by hand belong to; made when first needed. */
export function handSource(db: Database.Database, now: number): number {
  const found = db.prepare<[], { id: number }>("SELECT id FROM source WHERE uid = 'made-by-hand'").get();
  if (found !== undefined) return found.id;
  const info = db
    .prepare(
      `INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at)
       VALUES ('made-by-hand', 'hand', 1, 'Made by hand', 'conversation', ?)`,
    )
    .run(now);
  return Number(info.lastInsertRowid);
}

/** Adds a sample with its attempts and indexes it. @returns its id */
export function insertSample(db: Database.Database, sourceId: number, sample: PreparedSample): number {
  const info = db
    .prepare(
      `INSERT INTO sample (uid, source_id, source_ref, source_pos, title, task_key, lang, tool_offered_count,
         attempt_count, prompt_chars, has_reference, content_hash, prompt_hash, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      sample.uid,
      sourceId,
      sample.sourceRef,
      sample.position,
      sample.title,
      sample.taskKey,
      sample.lang,
      sample.toolsOffered,
      sample.attempts.length,
      sample.promptChars,
      sample.hasReference ? 1 : 0,
      sample.contentHash,
      sample.promptHash,
      sample.createdAt,
    );
  const id = Number(info.lastInsertRowid);
  db.prepare(
    'INSERT INTO sample_body (sample_id, format, prompt, tools, reference, extras) VALUES (?, 1, ?, ?, ?, ?)',
  ).run(id, sample.promptJson, sample.toolsJson, sample.referenceJson, sample.extrasJson);
  const putAttempt = createAttemptWriter(db);
  sample.attempts.forEach((attempt, idx) => putAttempt(id, idx, attempt));
  countSource(db, sourceId);
  refreshSamples(db, [id]);
  return id;
}

/**
 * A revision no score of the sample has seen, as an SQL expression over `sample`: one above the highest, since undo turns
 * revisions back and scores made in between must not look current again.
 */
export const NEXT_REVISION =
  '1 + max(revision, coalesce((SELECT max(sample_revision) FROM score WHERE score.sample_id = sample.id), 0))';

/**
 * Writes a person's new content of a sample and raises its revision; scores made before become stale by it. What was
 * imported is remembered by its hash, so that an update of the source keeps the edit.
 */
export function updateSample(db: Database.Database, id: number, sample: PreparedSample): void {
  const before = db
    .prepare<[number], FieldTexts & { promptHash: string }>(
      `SELECT s.title, s.prompt_hash AS promptHash, b.prompt, b.tools, b.reference
       FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?`,
    )
    .get(id);
  if (before !== undefined)
    createEditedFields(db).note(id, before, {
      title: sample.title,
      prompt: sample.promptJson,
      tools: sample.toolsJson,
      reference: sample.referenceJson,
    });
  db.prepare(
    `UPDATE sample SET title = ?, lang = ?, tool_offered_count = ?, prompt_chars = ?, has_reference = ?, content_hash = ?,
       prompt_hash = ?, revision = ${NEXT_REVISION} WHERE id = ?`,
  ).run(
    sample.title,
    sample.lang,
    sample.toolsOffered,
    sample.promptChars,
    sample.hasReference ? 1 : 0,
    sample.contentHash,
    sample.promptHash,
    id,
  );
  db.prepare('UPDATE sample_body SET prompt = ?, tools = ?, reference = ? WHERE sample_id = ?').run(
    sample.promptJson,
    sample.toolsJson,
    sample.referenceJson,
    id,
  );
  refreshSamples(db, [id]);
}

/** Samples made by hand count as records that were kept. */
function countSource(db: Database.Database, sourceId: number): void {
  db.prepare(
    `UPDATE source SET records_seen = records_seen + 1, records_kept = records_kept + 1
     WHERE id = ? AND importer_id = 'hand'`,
  ).run(sourceId);
}
