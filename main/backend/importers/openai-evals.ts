import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { guessMapping } from './shared/columns.ts';
import { outcomeOf, plainAttempt } from './shared/conversation.ts';
import { isMessageList } from './shared/exchange.ts';
import { idOf, listOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import { parseTime } from './shared/time.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Rows of OpenAI evals: `{"item": {...}}` of a data source, with a `sample` where a model answered, and the output items of
 * a run with their grades. Built from the documented shape; no real file was at hand.
 */
export const openaiEvals: Importer = {
  id: 'openai-evals',
  version: 1,
  title: 'OpenAI evals rows and results',
  extensions: ['.jsonl', '.json'],
  per: ['conversation'],
  answer:
    'The answer is the output of the sample, with the score of the run as its reward; rows without one have no attempt.',
  sample:
    'One sample per item: the prompt is its messages, or the field that reads as a question. Every other field of the item is a reference field.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

/** The two halves of a row, wherever they stand. Items with messages come unwrapped, with the rest around them. */
type Row = {
  readonly item: JsonObject;
  readonly sample: JsonObject | null;
  readonly results: readonly JsonObject[];
  readonly rest: JsonObject;
};

function open(record: RawRecord): Row | null {
  const value = valueOf(record);
  if (value === null || record.kind !== 'json') return null;
  const { outer } = record;
  if (outer !== null && isSample(outer['sample'])) return rowOf(value, outer, ['sample']);
  const item = value['item'];
  if (item !== undefined && isJsonObject(item) && Object.keys(value).every((key) => ROW_KEYS.has(key)))
    return rowOf(item, value, ['item']);
  const source = value['datasource_item'];
  return value['object'] === 'eval.run.output_item' && source !== undefined && isJsonObject(source)
    ? rowOf(objectOf(source['item'] ?? source), value, ['datasource_item'])
    : null;
}

const ROW_KEYS = new Set(['item', 'sample', 'id', 'metadata', 'results', 'grades', 'scores']);

function rowOf(item: JsonObject, around: JsonObject, used: readonly string[]): Row {
  const sample = around['sample'];
  return {
    item,
    sample: sample !== undefined && isJsonObject(sample) ? sample : null,
    results: objectsOf(around['results']),
    rest: restOf(around, [...used, 'sample', 'results', 'object']) ?? {},
  };
}

function isSample(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value ?? null) &&
    ['output_text', 'output', 'outputs', 'choices'].some((key) => Object.hasOwn(objectOf(value), key))
  );
}

function detect(record: RawRecord): DetectResult | null {
  const row = open(record);
  if (row === null) return null;
  return row.sample === null
    ? { confidence: 0.85, reason: 'items of an eval' }
    : { confidence: 0.96, reason: 'items of an eval with the answers of a model' };
}

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = open(record);
  if (row === null) return [refuse(record, 'no_item', 'The record has no "item" of an eval.')];
  const prompt = readPrompt(row);
  if (!prompt.ok) return [refuse(record, prompt.code, prompt.message)];
  const attempts = row.sample === null ? { ok: true as const, attempts: [] } : readSample(row.sample, row);
  if (!attempts.ok) return [refuse(record, attempts.code, `Sample: ${attempts.message}`)];
  return [
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: null,
      title: null,
      prompt: prompt.messages,
      tools: prompt.tools,
      reference: restOf(row.item, prompt.used) ?? {},
      attempts: attempts.attempts,
      extras: compact({
        wrapper: row.rest,
        results: row.results.length === 0 ? undefined : row.results,
      }),
      sourceRef: idOf(row.item['id']) ?? textOf(row.rest['id']),
      tags: [],
    },
  ];
}

type Prompt =
  | {
      readonly ok: true;
      readonly messages: readonly Message[];
      readonly tools: readonly ToolDef[];
      readonly used: readonly string[];
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** The messages that the run sent, else those of the item, else its question. */
function readPrompt({ item, sample }: Row): Prompt {
  const sent = sample?.['input'];
  const field = isMessageList(item['messages'])
    ? 'messages'
    : isMessageList(item['input'])
      ? 'input'
      : questionOf(item);
  const raw = isMessageList(sent) ? sent : field === null ? undefined : item[field];
  if (raw === undefined)
    return { ok: false, code: 'no_prompt', message: 'The item has no messages and no field that reads as a question.' };
  const read = readMessages(typeof raw === 'string' ? [{ role: 'user', content: raw }] : raw);
  if (!read.ok) return { ok: false, ...read.problem };
  const tools = readTools(item['tools']);
  return {
    ok: true,
    messages: read.messages,
    tools: tools.ok ? tools.tools : [],
    used: [...(field === null ? [] : [field]), ...(tools.ok ? ['tools'] : [])],
  };
}

function questionOf(item: JsonObject): string | null {
  const field = guessMapping(Object.keys(item))['prompt'];
  return field !== undefined && typeof item[field] === 'string' ? field : null;
}

type Attempts =
  | { readonly ok: true; readonly attempts: readonly ParsedAttempt[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

function readSample(sample: JsonObject, row: Row): Attempts {
  const read = readMessages(outputOf(sample));
  if (!read.ok) return { ok: false, ...read.problem };
  const { error } = sample;
  const failed = isJsonObject(error ?? null) && textOf(objectOf(error)['message']) !== null;
  const reward = rewardOf(row);
  const used = ['output', 'output_text', 'input', 'choices', 'model'];
  return {
    ok: true,
    attempts: [
      {
        ...plainAttempt(read.messages),
        model: textOf(sample['model']),
        outcome: failed ? 'error' : outcomeOfRun(row, reward),
        reward,
        tokens: numberOf(objectOf(sample['usage'])['total_tokens']),
        startedAt: parseTime(row.rest['created_at']),
        extras: compact({ sample: restOf(sample, used) }),
      },
    ],
  };
}

/** An output is a list of messages, the choices of a completion, or its text with the calls beside it. */
function outputOf(sample: JsonObject): readonly JsonValue[] {
  if (isMessageList(sample['output'])) return listOf(sample['output']);
  const choice = objectsOf(sample['choices'])[0];
  if (choice !== undefined && isJsonObject(choice['message'] ?? null)) return [objectOf(choice['message'])];
  const text = textOf(sample['output_text']);
  const calls = listOf(sample['output_tools']);
  if (text === null && calls.length === 0) return [];
  return [{ role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

/** The mean of the scores a run gave; null when it gave none. */
function rewardOf(row: Row): number | null {
  const scores = row.results.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function outcomeOfRun(row: Row, reward: number | null): Outcome {
  const { status } = row.rest;
  if (status === 'pass' || status === 'passed') return 'success';
  return status === 'fail' || status === 'failed' ? 'failure' : outcomeOf(reward);
}
