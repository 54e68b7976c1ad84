import type Database from 'better-sqlite3';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import { promptKey } from '../engine/canonical.ts';
import { contentHash } from '../engine/hash.ts';
import {
  createEditedFields,
  EDITABLE,
  type EditableField,
  type EditedFields,
  type FieldTexts,
} from './edited-fields.ts';
import type { PreparedSample } from './prepared.ts';
import { NEXT_REVISION } from './sample-edits.ts';
import { refreshSamples } from './search-index.ts';
import { createAttemptMerger, type AttemptChanges } from './upsert-attempts.ts';

/** What a source brings that a person changed meanwhile: the person's text stays, and this is what was not taken. */
export type EditConflict = { readonly field: EditableField; readonly incoming: string };

export type Merged = {
  readonly change: 'updated' | 'unchanged';
  readonly attempts: AttemptChanges;
  readonly conflicts: readonly EditConflict[];
  /** Texts of the sample are masked and what came is not: its extras and the attempts it has stayed as they are. */
  readonly masked: boolean;
};

type Stored = FieldTexts & {
  revision: number;
  removedAt: number | null;
  extras: string | null;
  lang: string | null;
  toolsOffered: number;
  promptChars: number;
  promptHash: string;
  contentHash: string;
  sourceRef: string | null;
  position: number;
  createdAt: number | null;
};

/**
 * @param raw the sample before any transform: an edit of a text that was masked later is told by either of the two
 * @param whole false when only some of the sample's attempts are given; then its own fields stay as they are
 */
export type Merger = (
  sampleId: number,
  incoming: PreparedSample,
  options?: { readonly raw?: PreparedSample; readonly whole?: boolean },
) => Merged;

const NO_ATTEMPTS: AttemptChanges = { added: 0, changed: [], removed: 0, absent: 0 };

/** @returns a function that writes what a source says of a sample over the stored one. See `createUpserter`. */
export function createMerger(db: Database.Database): Merger {
  const read = db.prepare<[number], Stored>(
    `SELECT s.title, s.revision, s.removed_at AS removedAt, s.lang, s.tool_offered_count AS toolsOffered,
       s.prompt_chars AS promptChars, s.prompt_hash AS promptHash, s.content_hash AS contentHash, s.source_ref AS sourceRef,
       s.source_pos AS position, s.created_at AS createdAt, b.prompt, b.tools, b.reference, b.extras
     FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?`,
  );
  const edited = createEditedFields(db);
  const mergeAttempts = createAttemptMerger(db);
  const write = createFieldWriter(db);
  const settle = createSettler(db);
  const held = createMaskGuard(db);
  return (sampleId, given, { raw = given, whole = true } = {}) => {
    const stored = read.get(sampleId);
    if (stored?.removedAt !== null) return { change: 'unchanged', attempts: NO_ATTEMPTS, conflicts: [], masked: false };
    // A transform makes a new object; without one, masked texts must not be written over with plain ones.
    const guarded = raw === given ? held(sampleId, stored.extras, given) : null;
    const incoming = guarded ?? given;
    const masked = guarded !== null;
    const { texts, conflicts } = whole
      ? settleFields(edited, sampleId, stored, { incoming, raw })
      : { texts: stored, conflicts: [] };
    const isChanged = whole && write(sampleId, stored, texts, incoming);
    const attempts = mergeAttempts(sampleId, incoming.attempts, { whole: whole && !masked });
    const isTouched = attempts.added + attempts.changed.length + attempts.removed > 0;
    if (!isChanged && !isTouched) return { change: 'unchanged', attempts, conflicts, masked };
    settle(sampleId, { isChanged, attempts });
    refreshSamples(db, [sampleId]);
    return { change: 'updated', attempts, conflicts, masked };
  };
}

/**
 * @returns a function that takes out of an incoming sample what would put plain texts where masked ones stand: its extras
 *   and the attempts that are there by name or place; null for a sample in which nothing is masked. Prompt, tools,
 *   reference and title are held as edits are, since masking writes them as an edit.
 */
function createMaskGuard(
  db: Database.Database,
): (sampleId: number, extrasJson: string | null, sample: PreparedSample) => PreparedSample | null {
  const masked = db.prepare<[number]>('SELECT 1 FROM private_use WHERE sample_id = ? LIMIT 1');
  const uids = db.prepare<[number], { uid: string }>('SELECT uid FROM attempt WHERE sample_id = ?');
  return (sampleId, extrasJson, sample) => {
    if (masked.get(sampleId) === undefined) return null;
    const known = uids.all(sampleId).map(({ uid }) => uid);
    const attempts = sample.attempts.filter(({ uid }, at) => !known.includes(uid) && at >= known.length);
    return { ...sample, extrasJson, attempts };
  };
}

function textsOf(sample: PreparedSample): FieldTexts {
  return {
    title: sample.title,
    prompt: sample.promptJson,
    tools: sample.toolsJson,
    reference: sample.referenceJson,
  };
}

/** Decides field by field: what a person edited stays, all else is taken. A reference is never taken away by none. */
function settleFields(
  edited: EditedFields,
  sampleId: number,
  stored: FieldTexts,
  given: { readonly incoming: PreparedSample; readonly raw: PreparedSample },
): { texts: FieldTexts; conflicts: EditConflict[] } {
  const incoming = textsOf(given.incoming);
  const raw = textsOf(given.raw);
  const imported = edited.of(sampleId);
  const texts: Record<EditableField, string> = { ...incoming };
  const conflicts: EditConflict[] = [];
  if (incoming.reference === '{}') texts.reference = stored.reference;
  for (const field of EDITABLE) {
    const before = imported.get(field);
    if (before === undefined) continue;
    if (stored[field] === incoming[field]) {
      edited.clear(sampleId, field);
      continue;
    }
    texts[field] = stored[field];
    const now = contentHash(incoming[field]);
    if (before === now || before === contentHash(raw[field])) continue;
    conflicts.push({ field, incoming: incoming[field] });
    edited.setImported(sampleId, field, now);
  }
  return { texts, conflicts };
}

type FieldWriter = (sampleId: number, stored: Stored, texts: FieldTexts, incoming: PreparedSample) => boolean;

/** Writes the fields of a sample. @returns whether its content became another one */
function createFieldWriter(db: Database.Database): FieldWriter {
  const place = db.prepare('UPDATE sample SET source_ref = ?, source_pos = ?, created_at = ? WHERE id = ?');
  const updateRow = db.prepare(
    `UPDATE sample SET title = ?, lang = ?, tool_offered_count = ?, prompt_chars = ?, has_reference = ?, content_hash = ?,
       prompt_hash = ? WHERE id = ?`,
  );
  const updateBody = db.prepare(
    'UPDATE sample_body SET prompt = ?, tools = ?, reference = ?, extras = ? WHERE sample_id = ?',
  );
  return (sampleId, stored, texts, incoming) => {
    const sourceRef = incoming.sourceRef ?? stored.sourceRef;
    const createdAt = incoming.createdAt ?? stored.createdAt;
    if (sourceRef !== stored.sourceRef || incoming.position !== stored.position || createdAt !== stored.createdAt)
      place.run(sourceRef, incoming.position, createdAt, sampleId);
    const isSame = EDITABLE.every((field) => texts[field] === stored[field]) && stored.extras === incoming.extrasJson;
    if (isSame) return false;
    const ownPrompt = texts.prompt !== incoming.promptJson;
    const ownTools = texts.tools !== incoming.toolsJson;
    const promptHash = ownPrompt || ownTools ? hashPrompt(texts) : incoming.promptHash;
    const { reference } = texts;
    updateRow.run(
      texts.title,
      ownPrompt ? stored.lang : incoming.lang,
      ownTools ? stored.toolsOffered : incoming.toolsOffered,
      ownPrompt ? stored.promptChars : incoming.promptChars,
      reference === '{}' ? 0 : 1,
      reference === '{}' ? promptHash : contentHash(`${promptHash}\n${reference}`),
      promptHash,
      sampleId,
    );
    updateBody.run(texts.prompt, texts.tools, reference, incoming.extrasJson, sampleId);
    return true;
  };
}

function hashPrompt({ prompt, tools }: FieldTexts): string {
  // Both texts were written by importing or editing from these very types.
  return contentHash(promptKey(JSON.parse(prompt) as Message[], JSON.parse(tools) as ToolDef[]));
}

/** Counts the attempts again and raises the revision where content changed; scores of what stayed the same stay current. */
export function createSettler(
  db: Database.Database,
): (sampleId: number, what: { readonly isChanged: boolean; readonly attempts: AttemptChanges }) => void {
  const count = db.prepare(
    `UPDATE sample SET attempt_count = (SELECT count(*) FROM attempt WHERE sample_id = sample.id),
       token_count = (SELECT token_count FROM attempt WHERE sample_id = sample.id AND token_count IS NOT NULL
         ORDER BY idx LIMIT 1) WHERE id = ?`,
  );
  const revisionOf = db.prepare<[number], { revision: number }>('SELECT revision FROM sample WHERE id = ?');
  const raise = db.prepare(`UPDATE sample SET revision = ${NEXT_REVISION} WHERE id = ?`);
  const carry = db.prepare(
    `UPDATE score SET sample_revision = @now WHERE sample_id = @sampleId AND sample_revision = @before
       AND (attempt_id IS NULL OR attempt_id NOT IN (SELECT j.value FROM json_each(@changed) j))`,
  );
  return (sampleId, { isChanged, attempts }) => {
    count.run(sampleId);
    if (!isChanged && attempts.changed.length === 0) return;
    const before = revisionOf.get(sampleId)?.revision ?? 0;
    raise.run(sampleId);
    if (isChanged) return;
    const now = revisionOf.get(sampleId)?.revision ?? 0;
    carry.run({ sampleId, before, now, changed: JSON.stringify(attempts.changed) });
  };
}
