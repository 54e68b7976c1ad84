import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/model/json.ts';
import { messageText, type Message } from '../../shared/model/message.ts';
import type { ScorePart } from '../../shared/model/score.ts';
import { parseContainer } from './json-lines.ts';

export type CompareRow = {
  readonly field: string;
  /** undefined: the answer has no such field, or is no JSON object. */
  readonly answer: JsonValue | undefined;
  readonly reference: JsonValue;
  readonly verdict: 'same' | 'different' | 'absent' | 'not compared';
  /** Entries of a plain list in the reference that the answer's list lacks. */
  readonly missing: readonly JsonValue[];
  readonly score: ScorePart | null;
};
export type Comparison = {
  /** The answer as text when it is no JSON object that could be compared field by field. */
  readonly answerText: string | null;
  readonly rows: readonly CompareRow[];
  /** Parts of the score that no field has the name of. */
  readonly otherParts: readonly ScorePart[];
};

/** @returns the last assistant text of an attempt, or null when it ended without one */
export function finalAnswer(messages: readonly Message[]): string | null {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== 'assistant') continue;
    const text = messageText(message).trim();
    if (text !== '') return text;
    if ((message.calls?.length ?? 0) > 0) return null;
  }
  return null;
}

/**
 * Lays an answer beside the reference: field by field when both are JSON objects, else the answer as one text beside all
 * fields. A reference of one field that holds an object is opened, as is a JSON text.
 *
 * @param parts parts of the attempt's score; each joins the row of the field with its key
 */
export function compareWithReference(
  answer: string | null,
  reference: JsonObject,
  parts: readonly ScorePart[],
): Comparison {
  const parsed = answer === null ? null : parseContainer(withoutFence(answer));
  const answered = parsed !== null && isJsonObject(parsed) ? parsed : null;
  const fields = answered === null ? reference : openSingle(reference, answered);
  const isComparable = answered !== null && Object.keys(fields).some((field) => Object.hasOwn(answered, field));
  const rows = Object.entries(fields).map(([field, value]): CompareRow => {
    const score = parts.find((part) => normal(part.key) === normal(field)) ?? null;
    if (!isComparable)
      return { field, answer: undefined, reference: value, verdict: 'not compared', missing: [], score };
    const own = Object.hasOwn(answered, field) ? answered[field] : undefined;
    return {
      field,
      answer: own,
      reference: value,
      verdict: verdictOf(own, value),
      missing: missingFrom(own, value),
      score,
    };
  });
  const otherParts = parts.filter((part) => !rows.some((row) => row.score === part));
  return { answerText: isComparable ? null : (answer ?? ''), rows, otherParts };
}

type Plain = string | number | boolean | null;

/** @returns whether a value is a list of texts, numbers and words, which one line can show */
export function isPlainList(value: JsonValue | undefined): value is readonly Plain[] {
  return Array.isArray(value) && value.every((item: JsonValue) => typeof item !== 'object' || item === null);
}

function missingFrom(answer: JsonValue | undefined, reference: JsonValue): readonly Plain[] {
  if (!isPlainList(answer) || !isPlainList(reference)) return [];
  return reference.filter((item) => !answer.includes(item));
}

function verdictOf(answer: JsonValue | undefined, reference: JsonValue): CompareRow['verdict'] {
  if (answer === undefined) return 'absent';
  return canonical(answer) === canonical(reference) ? 'same' : 'different';
}

function openSingle(reference: JsonObject, answered: JsonObject): JsonObject {
  const entries = Object.entries(reference);
  const only = entries.length === 1 ? entries[0] : undefined;
  if (only === undefined || Object.hasOwn(answered, only[0])) return reference;
  const inner = typeof only[1] === 'string' ? parseContainer(only[1]) : only[1];
  return inner !== null && isJsonObject(inner) ? inner : reference;
}

/** Models like to wrap JSON in a code fence. */
function withoutFence(text: string): string {
  const lines = text.trim().split('\n');
  const isFenced = lines.length > 2 && /^```(?:json)?\s*$/u.test(lines[0] ?? '') && lines.at(-1)?.trim() === '```';
  return isFenced ? lines.slice(1, -1).join('\n') : text;
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Keys sorted, so that the order of fields makes no difference. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonical(item)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.sort().join(',')}}`;
}
