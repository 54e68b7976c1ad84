import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { parseChatExchange } from './shared/chat-exchange.ts';
import { objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import type { Assembler, DetectResult, Importer, ParsedIssue, ParsedSample, ParseOptions, RawRecord } from './types.ts';

/**
 * Stored completions of OpenAI, whose messages are a list of their own: `{"id": "<completion>-0", "role", "content"}`. The
 * two are joined by the completion's id where one file or archive holds both.
 * Built from the documented shape; no real file was at hand.
 */
export const openaiStored: Importer = {
  id: 'openai-stored',
  version: 1,
  title: 'OpenAI stored completions',
  extensions: ['.json', '.jsonl'],
  per: ['call', 'turn', 'conversation'],
  answer: 'The answer is the stored completion: each choice is one attempt. Messages without one have none.',
  sample: 'One sample per completion. Its messages are a separate list: put both into one archive to have the prompts.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => parseAlone(record, options),
  assemble,
};

/** Parts of the request that only a stored completion repeats. */
const STORED = [
  'metadata',
  'temperature',
  'top_p',
  'tool_choice',
  'input_user',
  'request_id',
  'response_format',
  'seed',
];

function isStored(value: JsonObject): boolean {
  const fields = STORED.filter((key) => Object.hasOwn(value, key));
  return (
    value['object'] === 'chat.completion' &&
    Array.isArray(value['choices']) &&
    fields.length >= 2 &&
    !Object.hasOwn(value, 'messages')
  );
}

/** @returns the completion a message belongs to, and its place in it */
function placeOf(value: JsonObject): { readonly id: string; readonly at: number } | null {
  const match = /^(chatcmpl-.+)-(\d+)$/.exec(textOf(value['id']) ?? '');
  const isMessage = typeof value['role'] === 'string' && Object.hasOwn(value, 'content');
  return match === null || !isMessage ? null : { id: match[1] ?? '', at: Number(match[2]) };
}

/** A page of either list, as one record; else the record itself. */
function entriesOf(value: JsonObject): readonly JsonObject[] {
  return value['object'] === 'list' ? objectsOf(value['data']) : [value];
}

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  const [first] = entriesOf(value);
  if (first === undefined) return null;
  if (isStored(first)) return { confidence: 0.96, reason: 'completions with the settings of their requests' };
  return placeOf(first) === null ? null : { confidence: 0.96, reason: 'messages of stored completions' };
}

function parseAlone(record: RawRecord, { per }: ParseOptions): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record);
  return record.kind === 'json' && value !== null && isStored(value) ? parseChatExchange(record, per) : [];
}

type Open = {
  readonly record: JsonRaw;
  completion: JsonObject | null;
  readonly messages: { readonly at: number; readonly message: JsonObject }[];
};

function assemble({ per }: ParseOptions): Assembler {
  const open = new Map<string, Open>();
  return {
    push: (record) => {
      const value = valueOf(record);
      if (record.kind !== 'json' || value === null) return [refuse(record, 'not_object', 'A row must be an object.')];
      let found = 0;
      for (const entry of entriesOf(value)) {
        const place = placeOf(entry);
        const id = place?.id ?? (isStored(entry) ? textOf(entry['id']) : null);
        if (id === null) continue;
        found += 1;
        const known = open.get(id) ?? { record: { ...record, text: '' }, completion: null, messages: [] };
        open.set(id, known);
        if (place === null) known.completion = entry;
        else known.messages.push({ at: place.at, message: wireMessage(entry) });
      }
      return found > 0
        ? []
        : [refuse(record, 'not_stored', 'The record is neither a stored completion nor a message of one.')];
    },
    end: () => {
      const subs = new Map<number, number>();
      return [...open.values()].flatMap((one) => close(one, per, subs));
    },
  };
}

function wireMessage(entry: JsonObject): JsonObject {
  const { content, content_parts: parts } = entry;
  const message = restOf(entry, ['id', 'content', 'content_parts', 'object']) ?? {};
  return { ...message, content: content ?? (Array.isArray(parts) ? parts : null) };
}

function close({ record, completion, messages }: Open, per: ParseOptions['per'], subs: Map<number, number>) {
  const sent: JsonValue[] = messages.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
  const value: JsonObject = { ...completion, ...(sent.length === 0 ? null : { messages: sent }) };
  return parseChatExchange({ ...record, value }, per).map((item): ParsedSample | ParsedIssue => {
    if (item.kind === 'issue') return { ...item, raw: null, rejected: false };
    const { index } = record.position;
    const sub = subs.get(index) ?? 0;
    subs.set(index, sub + 1);
    return { ...item, sub };
  });
}
