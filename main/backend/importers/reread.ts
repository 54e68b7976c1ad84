import type { Mapping } from '../../../shared/contract/sources.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { createParser } from './parse-file.ts';
import { importerById } from './registry.ts';
import { joinTasks } from './shared/conversation.ts';
import { jsonRecord } from './shared/record.ts';
import type { Importer, ParsedSample, Position, RawRecord } from './types.ts';

export type Reread =
  | { readonly ok: true; readonly samples: readonly ParsedSample[] }
  /** One sentence on why nothing came of it. */
  | { readonly ok: false; readonly problem: string };

export type RereadOptions = { readonly position: Position; readonly per: Per; readonly map: Mapping };

/** Reads the text of one record as an import of this form would. The text must be JSON, a row of a table included. */
export function readAgain(text: string, importer: Importer, options: RereadOptions): Reread {
  return readRecord(jsonRecord(options.position, text), importer, options);
}

/**
 * Reads what there is of a task in a record whose answer cannot be read: its messages up to the last of a user, and the
 * tools beside them.
 *
 * @returns samples without attempts
 */
export function readTaskOnly(text: string, importer: Importer, options: RereadOptions): Reread {
  const whole = readAgain(text, importer, options);
  if (whole.ok) return { ok: true, samples: whole.samples.map((sample) => ({ ...sample, attempts: [] })) };
  const record = jsonRecord(options.position, text);
  const request = record.kind === 'json' && isJsonObject(record.value) ? requestIn(record.value) : null;
  const chat = importerById('openai-chat');
  if (record.kind !== 'json' || request === null || chat === undefined)
    return {
      ok: false,
      problem: 'The record holds no list of messages with one of a user, so there is no task in it.',
    };
  const read = readRecord({ ...record, value: request, outer: null, notes: [] }, chat, { ...options, per: 'call' });
  if (!read.ok) return read;
  return { ok: true, samples: read.samples.map((sample) => ({ ...sample, attempts: [] })) };
}

function readRecord(record: RawRecord, importer: Importer, { per, map }: RereadOptions): Reread {
  const parser = createParser(importer, { per, map });
  const items = [...parser.item(record), ...parser.end()];
  const samples = joinTasks(items.filter((item) => item.kind === 'sample'));
  if (samples.length > 0) return { ok: true, samples };
  const refusal = items.find((item) => item.kind === 'issue');
  return {
    ok: false,
    problem: refusal?.kind === 'issue' ? refusal.message : 'Nothing in the record could be read as a sample.',
  };
}

const REQUESTS = ['request', 'body', 'input', 'kwargs', 'params', 'req', 'request_body'] as const;

/** Messages up to the last one of a user, with the tools of the same object. */
function requestIn(value: JsonObject): JsonObject | null {
  const own = taskOf(value, value['messages'] ?? value['prompt']);
  if (own !== null) return own;
  for (const name of REQUESTS) {
    const inner = value[name];
    if (inner === undefined) continue;
    if (isJsonObject(inner)) {
      const found = requestIn(inner);
      if (found !== null) return found;
    }
    const listed = taskOf(value, inner);
    if (listed !== null) return listed;
  }
  return null;
}

function taskOf(holder: JsonObject, messages: JsonValue | undefined): JsonObject | null {
  if (!Array.isArray(messages)) return null;
  const list = messages as readonly JsonValue[]; // isArray widens readonly lists
  const last = list.findLastIndex((message) => isJsonObject(message) && message['role'] === 'user');
  if (last === -1) return null;
  const { tools } = holder;
  return { messages: list.slice(0, last + 1), ...(tools === undefined ? {} : { tools }) };
}
