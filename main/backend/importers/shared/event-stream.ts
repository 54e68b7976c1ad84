import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { LIMITS } from './limits.ts';
import { asChatChunk } from './openai-stream.ts';
import type { Place } from './record.ts';

/** An event stream of one answer, as the record an exchange log would hold: `{"response": [chunk, ...]}`. */
export type EventRecord = Place & { readonly text: string };

/** Event types that begin an answer in streams of typed events. */
const FIRST_EVENTS = new Set(['message_start', 'response.created']);

/**
 * Gathers the payloads of a captured event stream into one record an answer: chunks of the same id belong together, and
 * so do typed events up to the next that begins an answer. A payload that is a record of its own is not taken.
 */
export function createEventGroup() {
  let group: {
    readonly id: JsonValue | undefined;
    readonly texts: string[];
    size: number;
    readonly place: Place;
  } | null = null;

  function flush(): EventRecord | null {
    const done = group;
    group = null;
    return done === null
      ? null
      : { line: done.place.line, offset: done.place.offset, text: `{"response":[${done.texts.join(',')}]}` };
  }

  function add(
    place: Place,
    value: JsonValue,
    text: string,
  ): { readonly taken: boolean; readonly before: EventRecord | null } {
    const kind = kindOf(value);
    if (kind === null) return { taken: false, before: flush() };
    const full = group !== null && group.size + text.length > LIMITS.recordBytes;
    const starts =
      group === null || full || kind.first || (kind.id !== undefined && group.id !== undefined && kind.id !== group.id);
    const before = starts ? flush() : null;
    group ??= { id: kind.id, texts: [], size: 0, place };
    group.texts.push(text);
    group.size += text.length;
    return { taken: true, before };
  }

  return { add, flush };
}

function kindOf(value: JsonValue): { readonly id: JsonValue | undefined; readonly first: boolean } | null {
  if (!isJsonObject(value)) return null;
  if (asChatChunk(value) !== null) return { id: value['id'], first: false };
  // Gemini streams whole answers, each with a piece of the text; those of one call share an id.
  const { candidates, responseId } = value;
  if (Array.isArray(candidates) && typeof responseId === 'string') return { id: responseId, first: false };
  const type = value['type'];
  if (typeof type !== 'string' || 'request' in value || 'messages' in value) return null;
  return { id: undefined, first: FIRST_EVENTS.has(type) };
}
