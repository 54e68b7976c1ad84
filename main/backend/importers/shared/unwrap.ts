import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { parseJsonText } from './json-parse.ts';

export type Unwrapped = { readonly value: JsonValue; readonly outer: JsonObject | null };

/** Fields in which log shippers and search engines carry the real record, and what must stand beside each. */
const CARRIERS: readonly { readonly field: string; readonly beside: readonly string[]; readonly text: boolean }[] = [
  { field: '_source', beside: ['_index', '_id'], text: false },
  { field: 'row', beside: ['row_idx'], text: false },
  {
    field: 'message',
    beside: ['timestamp', '@timestamp', 'logStreamName', 'ddsource', 'service', 'host', 'date', 'ingestionTime'],
    text: true,
  },
  { field: 'log', beside: ['stream', 'time'], text: true },
  { field: 'value', beside: ['topic', 'partition', 'offset'], text: true },
];

/**
 * Takes a record out of the wrapper a log shipper, a search export or a dataset viewer put around it. The wrapper's
 * other fields come back as `outer`, so that nothing is lost. A record in no known wrapper comes back as it is.
 */
export function unwrapRecord(value: JsonValue): Unwrapped {
  if (!isJsonObject(value)) return { value, outer: null };
  const item = value['item'];
  if (isJsonObject(item) && Array.isArray(item['messages'])) {
    const { item: _, ...outer } = value;
    return { value: item, outer: Object.keys(outer).length === 0 ? null : outer };
  }
  for (const carrier of CARRIERS) {
    const inner = carried(value, carrier);
    if (inner === null) continue;
    const outer = Object.fromEntries(Object.entries(value).filter(([key]) => key !== carrier.field));
    return { value: inner, outer };
  }
  return { value, outer: null };
}

function carried(value: JsonObject, carrier: (typeof CARRIERS)[number]): JsonObject | null {
  const field = value[carrier.field];
  if (field === undefined || !carrier.beside.some((name) => Object.hasOwn(value, name))) return null;
  if (isJsonObject(field)) return carrier.text && !isRecordLike(field) ? null : field;
  if (!carrier.text || typeof field !== 'string' || !field.trimStart().startsWith('{')) return null;
  const inner = parseJsonText(field);
  return inner !== undefined && isJsonObject(inner) ? inner : null;
}

/** An object in a field that usually holds text: a chat `message` is not a wrapped record. */
function isRecordLike(field: JsonObject): boolean {
  return !Object.hasOwn(field, 'role');
}
