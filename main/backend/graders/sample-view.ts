import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Message, ToolCall, ToolDef } from '../../../shared/model/message.ts';
import { messageText } from '../../../shared/model/message.ts';
import { canonicalJson } from '../engine/canonical.ts';
import { toOpenAiLine } from '../exporters/openai-line.ts';
import type { GradedItem, GradedSample } from './types.ts';

/** `responseFormat` is the project's setting: without it (or with plain text) `output_json` stays empty, as on the platform. */
export type ViewOptions = { readonly responseFormat: JsonValue };

/**
 * What graders see of an attempt as `sample` (OpenAI, guide "Graders", and the agent preview):
 *
 * - `output_text`: text of the last assistant message; empty when it only calls tools
 * - `output_json`: that text parsed, when a response format is set and it is JSON, else null
 * - `output_tools`: every tool call of the trajectory in order
 * - `choices`: the last assistant message as one Chat Completions choice
 *
 * Reasoning is left out: only one platform's preview shows a summary of it.
 *
 * Arguments of calls are text, as on the platform: canonical JSON (sorted keys, no blanks) so that equal arguments are
 * equal texts, or the raw text of the log when that is not JSON.
 *
 * @param messages the attempt's messages, everything after the prompt
 */
export function toGradedSample(messages: readonly Message[], options: ViewOptions): GradedSample {
  const last = messages.findLast((message) => message.role === 'assistant');
  const text = last === undefined ? '' : messageText(last);
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []));
  return {
    output_text: text,
    output_json: parseOutput(text, options.responseFormat),
    output_tools: calls.map(toWireCall),
    choices: last === undefined ? [] : [toChoice(last, text)],
  };
}

/** What graders see of an answer that is a text alone: a reference answer, or one that was pasted. */
export function answerFromText(text: string, options: ViewOptions): GradedSample {
  return {
    output_text: text,
    output_json: parseOutput(text, options.responseFormat),
    output_tools: [],
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  };
}

/** What graders see of a sample as `item`: the line that an export writes, reference fields under their own keys. */
export function toItem(prompt: readonly Message[], tools: readonly ToolDef[], reference: JsonObject): GradedItem {
  return toOpenAiLine({ id: 0, uid: '', prompt, tools, reference });
}

/** Reference fields that hold an answer rather than facts to check it by, likeliest first. */
const ANSWER_KEYS = ['answer', 'reference_answer', 'expected', 'output', 'completion'] as const;

/** A text to grade in place of an attempt, and which part of the reference it is. */
export type ReferenceAnswer = { readonly text: string; readonly from: string };

/**
 * Picks the answer to grade when a sample has no attempts: the first of `answer`, `reference_answer`, `expected`, `output`
 * and `completion` that has a value, else the whole reference as JSON.
 *
 * @returns null when the reference is empty
 */
export function referenceAnswer(reference: JsonObject): ReferenceAnswer | null {
  for (const key of ANSWER_KEYS) {
    const value = Object.hasOwn(reference, key) ? reference[key] : undefined;
    if (value !== undefined && value !== null && value !== '') return { text: asText(value), from: key };
  }
  if (Object.keys(reference).length === 0) return null;
  return { text: JSON.stringify(reference), from: 'the whole reference as JSON' };
}

/** @returns whether answers are asked for as JSON, so that `output_json` exists; the type `text` asks for nothing */
export function asksForJson(responseFormat: JsonValue): boolean {
  if (responseFormat === null || responseFormat === false || responseFormat === '') return false;
  const type = isJsonObject(responseFormat) ? responseFormat.type : responseFormat;
  return type !== 'text';
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseOutput(text: string, responseFormat: JsonValue): JsonValue {
  if (!asksForJson(responseFormat)) return null;
  try {
    // JSON.parse gives JSON values only.
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function toWireCall(call: ToolCall): JsonObject {
  const text = call.argsText === '' && call.args === undefined ? '{}' : call.argsText;
  // A custom tool takes free text, which has no canonical form.
  if (call.kind === 'custom') return { id: call.id, type: 'custom', custom: { name: call.name, input: call.argsText } };
  const args = call.args === undefined ? text : canonicalJson(call.args);
  return { id: call.id, type: 'function', function: { name: call.name, arguments: args } };
}

function toChoice(message: Message, text: string): JsonObject {
  const calls = message.calls ?? [];
  const refusal = message.parts.flatMap((part) => (part.type === 'refusal' ? [part.text] : [])).join('\n');
  return {
    index: 0,
    message: {
      role: 'assistant',
      content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
      ...(refusal === '' ? {} : { refusal }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(toWireCall) }),
    },
    finish_reason: message.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
  };
}
