import type Database from 'better-sqlite3';
import type { FieldInfo } from '../../../shared/contract/graders.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/model/json.ts';
import { messageText, type Message } from '../../../shared/model/message.ts';
import { createProfile, pathSegments, valueAt } from '../engine/json-profile.ts';
import { VISIBLE } from '../engine/query/compile.ts';

/** References read to learn the fields; of larger projects every n-th sample is. */
const MOST_REFERENCES = 10_000;
/** Answers read, whose bodies are far larger. */
const MOST_ANSWERS = 2_000;

/**
 * Lists what graders can name: `item.*` from the samples' references, `sample.*` from their attempts, with how many have
 * a value. Of large projects an even share is read, which `of` tells. The answer is kept until samples, attempts or the
 * response format change.
 *
 * @param responseFormat the project's setting; without it answers have no `output_json`
 */
export function listFields(db: Database.Database, responseFormat: JsonValue): FieldInfo[] {
  const format = JSON.stringify(responseFormat);
  const stamp = stampOf(db);
  db.exec(
    'CREATE TEMP TABLE IF NOT EXISTS field_cache (format TEXT PRIMARY KEY, stamp TEXT NOT NULL, fields TEXT NOT NULL)',
  );
  const kept = db
    .prepare<[string], { stamp: string; fields: string }>('SELECT stamp, fields FROM temp.field_cache WHERE format = ?')
    .get(format);
  // Written below from this very type.
  if (kept?.stamp === stamp) return JSON.parse(kept.fields) as FieldInfo[];
  const fields = [...itemFields(db), ...sampleFields(db, asksForJson(responseFormat))];
  db.prepare('REPLACE INTO temp.field_cache (format, stamp, fields) VALUES (?, ?, ?)').run(
    format,
    stamp,
    JSON.stringify(fields),
  );
  return fields;
}

/**
 * Finds samples that lack a value at a path: `item.*` among all of them, `sample.output_json.*` among the answers that
 * `listFields` reads.
 *
 * @param limit ids given at most
 * @returns how many lack it; none for a path that is neither
 */
export function missingField(
  db: Database.Database,
  path: string,
  limit: number,
): { readonly count: number; readonly sampleIds: number[] } {
  const ids = path.startsWith('item.') ? lackingItem(db, path) : lackingOutput(db, path);
  return { count: ids.length, sampleIds: ids.slice(0, limit) };
}

/** Samples and attempts change in number, or a sample's revision rises; a removed source takes its samples out of sight. */
function stampOf(db: Database.Database): string {
  const row = db
    .prepare<[], { stamp: string }>(
      `SELECT count(*) || '/' || coalesce(max(s.id), 0) || '/' || coalesce(sum(s.revision), 0) || '/'
         || coalesce(sum(s.attempt_count), 0) || '/' || coalesce(sum(s.has_reference), 0) AS stamp
       FROM sample s WHERE ${VISIBLE}`,
    )
    .get();
  return row?.stamp ?? '';
}

/** Every n-th id, so that at most `most` of `total` are read; the same ones each time. */
function stride(total: number, most: number): number {
  return Math.max(1, Math.ceil(total / most));
}

function countVisible(db: Database.Database, what: 'count(*)' | 'coalesce(sum(s.attempt_count), 0)'): number {
  return db.prepare<[], { n: number }>(`SELECT ${what} AS n FROM sample s WHERE ${VISIBLE}`).get()?.n ?? 0;
}

function itemFields(db: Database.Database): FieldInfo[] {
  const step = stride(countVisible(db, 'count(*)'), MOST_REFERENCES);
  const rows = db
    .prepare<[number], { reference: string; tools: number }>(
      `SELECT b.reference, s.tool_offered_count AS tools FROM sample s JOIN sample_body b ON b.sample_id = s.id
       WHERE s.id % ? = 0 AND ${VISIBLE}`,
    )
    .iterate(step);
  const profile = createProfile('item');
  let of = 0;
  let withTools = 0;
  for (const row of rows) {
    of += 1;
    if (row.tools > 0) withTools += 1;
    // References are stored as JSON objects.
    if (row.reference !== '{}') profile.add(JSON.parse(row.reference) as JsonObject);
  }
  const fixed = { of, example: null, values: null, kind: 'list' } as const;
  return [
    ...profile.list(of),
    { ...fixed, path: 'item.messages', present: of },
    { ...fixed, path: 'item.tools', present: withTools },
  ];
}

function sampleFields(db: Database.Database, isJsonAsked: boolean): FieldInfo[] {
  const profile = createProfile('sample');
  const counts = { of: 0, text: 0, tools: 0, choices: 0, json: 0 };
  let example: string | null = null;
  for (const answer of readAnswers(db)) {
    counts.of += 1;
    if (answer.calls > 0) counts.tools += 1;
    if (answer.text === null) continue;
    counts.choices += 1;
    if (answer.text !== '') counts.text += 1;
    if (example === null && answer.text !== '') example = answer.text.slice(0, 80);
    const json = isJsonAsked ? parseAnswer(answer.text) : null;
    if (json !== null) profile.add({ output_json: json });
  }
  const fixed = { of: counts.of, example: null, values: null } as const;
  return [
    { ...fixed, path: 'sample.output_text', kind: 'text', present: counts.text, example },
    ...profile.list(counts.of),
    { ...fixed, path: 'sample.output_tools', kind: 'list', present: counts.tools },
    { ...fixed, path: 'sample.choices', kind: 'list', present: counts.choices },
  ];
}

type Answer = { readonly sampleId: number; readonly text: string | null; readonly calls: number };

/** The text of the last model message of an even share of all attempts; null without one. */
function* readAnswers(db: Database.Database): Generator<Answer> {
  const step = stride(countVisible(db, 'coalesce(sum(s.attempt_count), 0)'), MOST_ANSWERS);
  const rows = db
    .prepare<[number], { sampleId: number; body: string; calls: number }>(
      `SELECT a.sample_id AS sampleId, a.body, a.tool_call_count AS calls FROM attempt a JOIN sample s ON s.id = a.sample_id
       WHERE a.id % ? = 0 AND ${VISIBLE}`,
    )
    .iterate(step);
  for (const row of rows) {
    // Bodies are stored as lists of messages.
    const messages = JSON.parse(row.body) as Message[];
    const last = messages.findLast((message) => message.role === 'assistant');
    yield { sampleId: row.sampleId, text: last === undefined ? null : messageText(last), calls: row.calls };
  }
}

function parseAnswer(text: string): JsonValue {
  try {
    // JSON.parse gives JSON values only.
    return JSON.parse(text) as JsonValue;
  } catch {
    // An answer that is no JSON has no fields; the platform gives it none either.
    return null;
  }
}

function asksForJson(responseFormat: JsonValue): boolean {
  if (responseFormat === null || responseFormat === false || responseFormat === '') return false;
  return (isJsonObject(responseFormat) ? responseFormat.type : responseFormat) !== 'text';
}

function lackingItem(db: Database.Database, path: string): number[] {
  if (path === 'item.messages') return [];
  if (path === 'item.tools') return idsWhere(db, 's.tool_offered_count = 0');
  const segments = pathSegments(path, 'item');
  if (segments === null) return [];
  const rows = db
    .prepare<[], { id: number; reference: string }>(
      `SELECT s.id, b.reference FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE ${VISIBLE} ORDER BY s.id`,
    )
    .iterate();
  const lacking: number[] = [];
  // References are stored as JSON objects.
  for (const row of rows) if (isLacking(JSON.parse(row.reference) as JsonObject, segments)) lacking.push(row.id);
  return lacking;
}

function lackingOutput(db: Database.Database, path: string): number[] {
  if (path === 'sample.output_tools')
    return idsWhere(db, 's.id IN (SELECT a.sample_id FROM attempt a WHERE a.tool_call_count = 0)');
  const segments = path === 'sample.output_json' ? [] : pathSegments(path, 'sample.output_json');
  if (segments === null && path !== 'sample.output_text') return [];
  const lacking = new Set<number>();
  for (const { sampleId, text } of readAnswers(db)) {
    const isMissing = segments === null ? (text ?? '') === '' : isLacking(parseAnswer(text ?? ''), segments);
    if (isMissing) lacking.add(sampleId);
  }
  return [...lacking].toSorted((a, b) => a - b);
}

function isLacking(value: JsonValue, segments: readonly (string | number)[]): boolean {
  const found = valueAt(value, segments);
  return found === undefined || found === null;
}

function idsWhere(db: Database.Database, condition: string): number[] {
  return db
    .prepare<[], { id: number }>(`SELECT s.id FROM sample s WHERE ${VISIBLE} AND ${condition} ORDER BY s.id`)
    .all()
    .map((row) => row.id);
}
