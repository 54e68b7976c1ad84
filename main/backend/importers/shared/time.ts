import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';

const START_FIELDS = [
  'timestamp',
  'start_time',
  'startTime',
  'started_at',
  'request_time',
  'requested_at',
  'created_at',
  'createdAt',
  'time',
  'date',
  'ts',
  '@timestamp',
];
const END_FIELDS = ['end_time', 'endTime', 'ended_at', 'completed_at', 'finished_at'];

/** Fields that hold how long an exchange took. The unit is in the name, else it is told by size. */
const LATENCY =
  /^(?:latency|duration|elapsed|response_?time|request_?duration|total_?time|took)(?:_?in)?_?(ms|millis|milliseconds|s|sec|secs|seconds|us|ns)?$/i;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  millis: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  seconds: 1000,
  us: 0.001,
  ns: 0.000001,
};

/** Below this a bare number is taken for seconds: no model answers within 120 ms, few need two minutes. */
const SECONDS_BELOW = 120;

/** @returns how long the exchange took in ms, from a field of the record, its headers or its two times; null when unknown */
export function readLatencyMs(record: JsonObject): number | null {
  for (const [key, value] of Object.entries(record)) {
    const unit = LATENCY.exec(key);
    const number = numberOf(value);
    if (unit === null || number === null || number < 0) continue;
    const named = unit[1]?.toLowerCase();
    return number * (named === undefined ? (number < SECONDS_BELOW ? 1000 : 1) : (UNIT_MS[named] ?? 1));
  }
  const header = numberOf(headerOf(record, 'openai-processing-ms'));
  if (header !== null) return header;
  const start = firstTime(record, START_FIELDS);
  const end = firstTime(record, END_FIELDS);
  return start === null || end === null || end < start ? null : end - start;
}

/** @returns when the exchange began, epoch ms; null when the record does not say */
export function readStartedAt(record: JsonObject): number | null {
  return firstTime(record, START_FIELDS);
}

function firstTime(record: JsonObject, fields: readonly string[]): number | null {
  for (const field of fields) {
    const time = parseTime(record[field]);
    if (time !== null) return time;
  }
  return null;
}

function headerOf(record: JsonObject, name: string): JsonValue | undefined {
  const response = record['response'];
  const headers =
    record['response_headers'] ?? record['headers'] ?? (isJsonObject(response) ? response['headers'] : undefined);
  if (headers === undefined || !isJsonObject(headers)) return undefined;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return Array.isArray(value) ? (value[0] as JsonValue | undefined) : value; // isArray widens readonly lists
}

function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/**
 * Reads a time: ISO text (without a zone: UTC) or a number of seconds, ms, µs or ns since 1970, told by its size.
 *
 * @returns epoch ms, or null when it is no time between 2000 and 2100
 */
export function parseTime(value: JsonValue | undefined): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,19}(?:\.\d+)?$/.test(value)))
    return fromNumber(Number(value));
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(
    value.trim(),
  );
  if (match === null) return null;
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] = match;
  const offset = zone === 'UTC' ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const time = Date.parse(
    `${day ?? ''}T${clock}${clock.length === 5 ? ':00' : ''}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`,
  );
  return inRange(time);
}

function fromNumber(value: number): number | null {
  for (const scale of [1000, 1, 0.001, 0.000001]) {
    const time = inRange(value * scale);
    if (time !== null) return Math.round(time);
  }
  return null;
}

function inRange(time: number): number | null {
  return time >= Date.UTC(2000, 0) && time < Date.UTC(2100, 0) ? time : null;
}
