import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { ANSWER_FIELDS, REQUEST_FIELDS, openHalf } from './exchange.ts';
import type { Half } from './exchange.ts';
import { isEventStream, readEvents } from './openai-stream.ts';

/** Where one half of an exchange was found; `field` is null when the record itself is that half. */
export type FoundHalf = Half & { readonly field: string | null };

export type Halves = {
  readonly request: (FoundHalf & { readonly value: JsonObject }) | null;
  readonly answer: FoundHalf | null;
  /** Words in place of an answer, or an error, where no answer of the form was found. */
  readonly instead:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'error'; readonly error: JsonValue; readonly rest: JsonObject | null }
    | null;
  /** What stands around the two halves. */
  readonly wrapper: JsonObject;
};

export type HalfTests = {
  readonly isRequest: (value: JsonObject) => boolean;
  /** May be given text or a list: streams are logged as either. */
  readonly isAnswer: (value: JsonValue) => boolean;
  /** Keys of a request, told from those of the wrapper when a record is the request itself. */
  readonly ownKeys?: readonly string[];
};

const MORE_REQUESTS = ['params', 'modelInput', 'full_request'];
const MORE_ANSWERS = ['modelOutput', 'full_response'];

/** Finds the two halves of an exchange with any provider, whatever the log calls them. */
export function findHalves(record: JsonObject, tests: HalfTests): Halves {
  const { request, answer } = findBoth(record, tests);
  const instead = answer === null ? findInstead(record, request?.field ?? null) : null;
  const used = [request, answer, instead].map((half) => half?.field);
  const isWhole = answer !== null && answer.field === null;
  const outside = isWhole ? {} : besides(record, used, request?.field === null ? tests : null);
  return {
    request,
    answer,
    instead: instead?.instead ?? null,
    wrapper: { ...outside, ...around('request', request), ...around('response', answer) },
  };
}

function findBoth(record: JsonObject, tests: HalfTests): Pick<Halves, 'request' | 'answer'> {
  const isRequest = (value: JsonValue): boolean => isJsonObject(value) && tests.isRequest(value);
  const found = findHalf(record, [...REQUEST_FIELDS, ...MORE_REQUESTS], isRequest, null);
  const answer = findHalf(record, [...ANSWER_FIELDS, ...MORE_ANSWERS], tests.isAnswer, found?.field ?? null);
  const own = answer?.field !== null && isRequest(record) ? { field: null, value: record, around: null } : null;
  return { request: withObject(found ?? own), answer };
}

/** @param tests given when the record is the request itself: it then holds both its fields and what stands around it */
function besides(record: JsonObject, used: readonly unknown[], tests: HalfTests | null): JsonObject {
  const own = new Set(tests === null ? [] : (tests.ownKeys ?? Object.keys(record)));
  return Object.fromEntries(Object.entries(record).filter(([key]) => !used.includes(key) && !own.has(key)));
}

function withObject(half: FoundHalf | null): Halves['request'] {
  return half !== null && isJsonObject(half.value) ? { ...half, value: half.value } : null;
}

function around(name: string, half: FoundHalf | null): JsonObject {
  return half?.around === undefined || half.around === null || Object.keys(half.around).length === 0
    ? {}
    : { [name]: half.around };
}

function findHalf(
  record: JsonObject,
  fields: readonly string[],
  test: (value: JsonValue) => boolean,
  taken: string | null,
): FoundHalf | null {
  for (const field of fields) {
    const half = field === taken ? null : openHalf(record[field], test);
    if (half !== null) return { field, ...half };
  }
  // As the answer the record itself is tried too; a record that is a request is found by the caller.
  return taken === null && fields[0] === ANSWER_FIELDS[0] && test(record)
    ? { field: null, value: record, around: null }
    : null;
}

type Instead = { readonly field: string; readonly instead: NonNullable<Halves['instead']> };

function findInstead(record: JsonObject, request: string | null): Instead | null {
  for (const field of [...ANSWER_FIELDS, ...MORE_ANSWERS]) {
    if (field === request) continue;
    const value = record[field];
    const half = openHalf(value, (inner) => isJsonObject(inner) && isFilled(inner['error']));
    if (half !== null && isJsonObject(half.value)) {
      const { error, ...rest } = half.value;
      return { field, instead: { kind: 'error', error: error ?? null, rest: { ...rest, ...half.around } } };
    }
    if (typeof value === 'string' && value.trim() !== '' && !/^\s*[[{]/.test(value) && !isEventStream(value))
      return { field, instead: { kind: 'text', text: value } };
  }
  const error = record['error'];
  return isFilled(error) ? { field: 'error', instead: { kind: 'error', error: error ?? null, rest: null } } : null;
}

function isFilled(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** @returns the payloads of a logged stream, whether it stands as text, as texts in a list or as a list; null when it is none */
export function streamPayloads(value: JsonValue): readonly JsonObject[] | null {
  if (typeof value === 'string') return isEventStream(value) ? readEvents(value).payloads.filter(isJsonObject) : null;
  if (!Array.isArray(value)) return null;
  const list = value as readonly JsonValue[]; // isArray widens readonly lists
  const texts = list.filter((item) => typeof item === 'string');
  if (texts.length === list.length && texts.length > 0) return streamPayloads(texts.join('\n\n'));
  return list.filter(isJsonObject);
}
