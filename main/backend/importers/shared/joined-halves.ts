import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Assembler, ParsedIssue, ParsedSample } from '../types.ts';
import type { JsonRaw } from './fields.ts';
import { note } from './items.ts';

/** What one record of such a file is: one half of an exchange with the key that both halves name. */
export type HalfRecord = { readonly key: string; readonly half: 'request' | 'answer' };

type Items = readonly (ParsedSample | ParsedIssue)[];
type Held = { readonly record: JsonRaw; readonly value: JsonObject; readonly items: Items };

/** Characters of records held open: a batch has at most 200 MB, of which the half that came first waits. */
const MOST_CHARS = 200_000_000;

/**
 * Joins the two halves of exchanges that a file or an archive keeps apart, in any order. A half whose other half never
 * comes is what it is alone; where the file has answers, a request without one is listed.
 *
 * @param halfOf tells which half a record is; null for one that stands alone
 * @param parse reads a record, of one half or of both
 */
export function joinHalves(
  halfOf: (value: JsonObject) => HalfRecord | null,
  parse: (record: JsonRaw) => Items,
): Assembler {
  const open = { request: new Map<string, Held>(), answer: new Map<string, Held>() };
  let chars = 0;
  let answers = 0;

  function take(half: HalfRecord['half'], key: string): Held | undefined {
    const held = open[half].get(key);
    if (held === undefined) return undefined;
    open[half].delete(key);
    chars -= held.record.text.length;
    return held;
  }

  function hold({ half, key }: HalfRecord, held: Held): Items {
    // A second half with the same key is another exchange: the first one waits no longer.
    const before = take(half, key)?.items ?? [];
    open[half].set(key, held);
    chars += held.record.text.length;
    const out = [...before];
    while (chars > MOST_CHARS) {
      const [oldest] = [...open.request.keys()].slice(0, 1);
      const from = oldest === undefined ? 'answer' : 'request';
      const [first] = open[from].keys();
      out.push(...((first === undefined ? undefined : take(from, first))?.items ?? []));
    }
    return out;
  }

  return {
    push: (record) => {
      const found = record.kind === 'json' && isJsonObject(record.value) ? halfOf(record.value) : null;
      if (record.kind !== 'json' || !isJsonObject(record.value)) return [];
      if (found === null) return parse(record);
      answers += found.half === 'answer' ? 1 : 0;
      const other = take(found.half === 'request' ? 'answer' : 'request', found.key);
      const whole = other === undefined ? [] : parse(joined(record, record.value, other));
      if (other !== undefined) return isRefused(whole) ? [...other.items, ...parse(record)] : whole;
      const items = parse(record);
      return isRefused(items) ? items : hold(found, { record, value: record.value, items });
    },
    end: () =>
      [...open.request.values(), ...open.answer.values()]
        .toSorted((a, b) => a.record.position.index - b.record.position.index)
        .flatMap(({ record, items }) => [
          ...items,
          ...(answers > 0 && isRequest(record)
            ? [note(record, 'answer_missing', 'The file has answers, but none to this request.')]
            : []),
        ]),
  };

  function isRequest({ value }: JsonRaw): boolean {
    return isJsonObject(value) && halfOf(value)?.half === 'request';
  }
}

/** The earlier record names the sample; fields of both stand in it. */
function joined(record: JsonRaw, value: JsonObject, other: Held): JsonRaw {
  const [first, second] = [other.value, value];
  return {
    ...record,
    position: other.record.position,
    outer: other.record.outer ?? record.outer,
    value: { ...first, ...Object.fromEntries(Object.entries(second).filter(([, field]) => field !== null)) },
  };
}

function isRefused(items: Items): boolean {
  return items.some((item) => item.kind === 'issue' && item.rejected);
}
