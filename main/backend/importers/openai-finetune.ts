import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { plainAttempt, splitConversation } from './shared/conversation.ts';
import { isLoggedRequest, isMessageList } from './shared/exchange.ts';
import { foreignForm } from './shared/foreign-forms.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import { readTextCalls, textCallNotes, withWritten } from './shared/text-calls.ts';
import { nestedMessages, trainingMessages } from './shared/training-messages.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Keys of a row that are not reference data. */
const RESERVED = new Set(['messages', 'tools', 'functions', 'parallel_tool_calls', 'tool_choice', 'function_call']);
/** Keys of a row that say how the model was called; kept, but no grader compares with them. */
const SETTINGS = ['parallel_tool_calls', 'tool_choice', 'function_call'];

/**
 * Training rows: `messages` with an answer at the end (SFT), or without one and with reference fields (RFT). Messages as
 * ms-swift and LLaMA-Factory write them, calls in texts and several conversations a row are built from the documented
 * shape; no real file was at hand.
 */
export const openaiFinetune: Importer = {
  id: 'openai-finetune',
  version: 1,
  title: 'OpenAI fine-tuning rows',
  extensions: ['.jsonl', '.json'],
  per: ['conversation', 'turn', 'call'],
  answer:
    'The answer is the last assistant turn, with its tool calls and results; it becomes an attempt. Rows that end with a user turn have none.',
  sample:
    'One sample per row: the prompt is everything before the last assistant turn, and every other field of the row is a reference field.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, options) => (record.kind === 'json' ? parseRow(record, options.per) : []),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const row = record.value;
  if (nestedMessages(row['messages']) !== null) return { confidence: 0.9, reason: 'rows with several conversations' };
  if (!isMessageList(row['messages']) || foreignForm(row) !== null) return null;
  if (isLoggedRequest(row)) return { confidence: 0.5, reason: 'messages with request parameters' };
  if (lastRole(row) === 'assistant') return { confidence: 0.9, reason: 'messages that end with an assistant turn' };
  return referenceKeys(row).length > 0
    ? { confidence: 0.9, reason: 'messages that end with a user turn, and reference fields' }
    : { confidence: 0.7, reason: 'messages without an answer' };
}

function lastRole(row: JsonObject): unknown {
  const messages = row['messages'];
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isJsonObject(last) ? last['role'] : undefined;
}

function referenceKeys(row: JsonObject): readonly string[] {
  return Object.keys(row).filter((key) => !RESERVED.has(key));
}

function parseRow(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  if (!isJsonObject(record.value)) return [refuse(record, 'not_object', 'A row must be an object.')];
  const row = record.value;
  const foreign = foreignForm(row);
  if (foreign !== null)
    return [
      refuse(record, 'other_form', `The row looks like ${foreign}, which is not a fine-tuning row with messages.`),
    ];
  if (row['messages'] === undefined) return [refuse(record, 'no_messages', 'The row has no "messages".')];
  const nested = nestedMessages(row['messages']);
  const talks = (nested ?? [row['messages']]).map((messages) => readTalk(record, row, messages, per));
  const refused = talks.flat().find((item) => item.kind === 'issue' && item.rejected);
  if (refused !== undefined) return [refused];
  let sub = 0;
  return talks.flat().map((item) => (item.kind === 'sample' ? { ...item, sub: sub++ } : item));
}

function readTalk(
  record: JsonRaw,
  row: JsonObject,
  messages: JsonValue,
  per: Per,
): readonly (ParsedSample | ParsedIssue)[] {
  const training = trainingMessages(messages);
  const read = readMessages(training.messages);
  if (!read.ok) return [refuse(record, read.problem.code, read.problem.message)];
  if (read.messages.length === 0) return [refuse(record, 'no_messages', 'The row has no messages in "messages".')];
  const tools = readTools(row['tools'] ?? row['functions'] ?? [...training.tools]);
  if (!tools.ok) return [refuse(record, tools.problem.code, tools.problem.message)];
  const written = readTextCalls(read.messages);
  const reference = Object.fromEntries(Object.entries(row).filter(([key]) => !RESERVED.has(key)));
  const settings = Object.fromEntries(Object.entries(row).filter(([key]) => SETTINGS.includes(key)));
  const extras = compact({ ...settings, wrapper: record.outer });
  return [
    ...textCallNotes(record, written),
    ...splitConversation(written?.messages ?? read.messages, per).map(({ prompt, answer }, sub): ParsedSample => ({
      kind: 'sample',
      position: record.position,
      sub,
      taskKey: null,
      title: null,
      prompt,
      tools: withWritten(tools.tools, written),
      reference,
      attempts: answer.length === 0 ? [] : [plainAttempt(answer)],
      extras,
      sourceRef: null,
      tags: [],
    })),
  ];
}
