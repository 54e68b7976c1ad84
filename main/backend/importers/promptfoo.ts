import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { outcomeOf, plainAttempt } from './shared/conversation.ts';
import { idOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import type { Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Results of promptfoo, whole or a result a line. Built from the documented shape; no real file was at hand. */
export const promptfoo: Importer = {
  id: 'promptfoo',
  version: 1,
  title: 'promptfoo results',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer: 'Each output is an attempt; its score is the reward, and an error is an attempt that ended in an error.',
  sample:
    'One sample per test and prompt: the outputs of its providers are attempts, and its variables and assertions the reference.',
  takes: 'json',
  mappable: false,
  detect: (record) =>
    resultsOf(valueOf(record)).length > 0
      ? { confidence: 0.96, reason: 'results with a prompt, variables and a test' }
      : null,
  parse: (record) => (record.kind === 'json' ? parse(record) : []),
};

function isResult(value: JsonObject): boolean {
  const isJudged = 'success' in value || 'gradingResult' in value;
  return 'prompt' in value && ('vars' in value || 'testCase' in value) && isJudged && 'response' in value;
}

function resultsOf(value: JsonObject | null): readonly JsonObject[] {
  if (value === null) return [];
  if (isResult(value)) return [value];
  const { results } = value;
  return objectsOf(Array.isArray(results) ? results : objectOf(results)['results']).filter(isResult);
}

function parse(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record);
  const results = resultsOf(value);
  if (results.length === 0) return [refuse(record, 'no_results', 'The record holds no results of promptfoo.')];
  return results.map((result, sub) => toSample(record, result, sub));
}

function toSample(record: RawRecord, result: JsonObject, sub: number): ParsedSample {
  const test = objectOf(result['testCase']);
  const prompt = promptOf(result['prompt']);
  return {
    kind: 'sample',
    position: record.position,
    sub,
    // Providers answer the same test: their outputs are attempts on one sample.
    taskKey: keyOf(result),
    title: textOf(test['description']),
    prompt,
    tools: [],
    reference: compact({ ...objectOf(result['vars'] ?? test['vars']), assert: test['assert'] }) ?? {},
    attempts: [toAttempt(result)],
    extras: compact({ test: restOf(test, ['vars', 'assert', 'description']) }),
    sourceRef: idOf(result['id']),
    tags: [],
  };
}

/** Test and prompt by number where they have one, else what they say. */
function keyOf(result: JsonObject): string {
  const { testIdx, promptIdx } = result;
  if (typeof testIdx === 'number') return `test ${testIdx} prompt ${numberOf(promptIdx) ?? 0}`;
  return JSON.stringify([result['prompt'] ?? null, result['vars'] ?? objectOf(result['testCase'])['vars'] ?? null]);
}

/** A prompt is text; chat prompts are JSON or YAML text of messages, of which JSON is read. */
function promptOf(prompt: JsonValue | undefined): readonly Message[] {
  const text = textOf(prompt) ?? textOf(objectOf(prompt)['raw']) ?? '';
  const read = /^\s*\[/.test(text) ? readMessages(parseJsonText(text)) : null;
  if (read?.ok === true && read.messages.length > 0) return read.messages;
  return [{ role: 'user', parts: [{ type: 'text', text }] }];
}

function toAttempt(result: JsonObject): ParsedAttempt {
  const response = objectOf(result['response']);
  const { output } = response;
  const error = result['error'] ?? response['error'];
  const { provider } = result;
  const success = result['success'];
  const score = numberOf(result['score']) ?? (typeof success === 'boolean' ? Number(success) : null);
  const isAnswer = output !== undefined && output !== null;
  // A failed assertion is an error text beside an output; without one the provider failed.
  const failed = !isAnswer && error !== undefined && error !== null;
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? '');
  return {
    ...plainAttempt(isAnswer ? [{ role: 'assistant', parts: [{ type: 'text', text }] }] : []),
    model: textOf(provider) ?? textOf(objectOf(provider)['id']),
    reward: failed ? null : score,
    outcome: failed ? 'error' : outcomeOf(score),
    latencyMs: numberOf(result['latencyMs']),
    tokens: numberOf(objectOf(response['tokenUsage'])['total']),
    extras: compact({
      ...restOf(result, ['prompt', 'vars', 'testCase', 'response', 'provider', 'score', 'latencyMs', 'id']),
      response: restOf(response, ['output']),
    }),
  };
}
