import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message } from '../../../../shared/model/message.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import type { ParsedAttempt, ParsedIssue, ParsedSample } from '../types.ts';
import { createCallLedger } from './call-ids.ts';
import type { CallLedger } from './call-ids.ts';
import { outcomeOf, promptEnd } from './conversation.ts';
import { findExchange } from './exchange.ts';
import type { Answer, Exchange } from './exchange.ts';
import { numberOf } from './fields.ts';
import type { JsonRaw } from './fields.ts';
import { foreignForm } from './foreign-forms.ts';
import { compact, note, refuse } from './items.ts';
import { restOf } from './openai-content.ts';
import { readMessages } from './openai-messages.ts';
import type { Problem } from './openai-messages.ts';
import { readTools } from './openai-tools.ts';
import type { ToolsResult } from './openai-tools.ts';
import { readLatencyMs, readStartedAt } from './time.ts';

/** A chat completion decides the form; without one the record may be of a form that looks much the same. */
export function otherForm(record: JsonObject, exchange: Exchange | null): string | null {
  return exchange?.answer?.kind === 'completion' ? null : foreignForm(record);
}

/**
 * Reads one logged exchange with a chat completions endpoint.
 *
 * @returns the sample with one attempt for each choice, and remarks; or the reason why the record is no such exchange
 */
export function parseChatExchange(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  if (!isJsonObject(record.value)) return [refuse(record, 'not_object', 'A row must be an object.')];
  const exchange = findExchange(record.value);
  const other = otherForm(record.value, exchange);
  if (other !== null)
    return [refuse(record, 'other_form', `The record looks like ${other}, which is not an OpenAI chat exchange.`)];
  if (exchange === null) {
    return [refuse(record, 'no_messages', 'The record has neither chat messages nor a chat completion answer.')];
  }
  const history = readHistory(exchange);
  if (!history.ok) return [refuse(record, history.problem.code, history.problem.message)];
  const attempts = readAttempts(exchange, history.ledger);
  if (!attempts.ok) return [refuse(record, attempts.problem.code, `Answer: ${attempts.problem.message}`)];
  const tools = readTools(exchange.request['tools'] ?? exchange.request['functions']);
  return [
    ...notes(record, exchange, tools),
    toSample({ record, exchange, tools, per }, history.messages, attempts.attempts),
  ];
}

function readHistory(exchange: Exchange): ReturnType<typeof readMessages> {
  if (exchange.messages !== undefined) return readMessages(exchange.messages);
  const prompt = exchange.request['prompt'];
  if (typeof prompt === 'string') return readMessages([{ role: 'user', content: prompt }]);
  return { ok: true, messages: [], ledger: createCallLedger() };
}

function notes(record: JsonRaw, exchange: Exchange, tools: ToolsResult): readonly ParsedIssue[] {
  const { answer } = exchange;
  return [
    ...(exchange.messages === undefined
      ? [note(record, 'prompt_missing', 'The record holds an answer but not the messages sent.')]
      : []),
    ...(answer?.kind === 'completion' && !answer.complete
      ? [note(record, 'stream_incomplete', 'The streamed answer stops before its end.')]
      : []),
    ...(tools.ok
      ? []
      : [note(record, 'bad_tools', 'The tools offered could not be read; they were kept as they are.')]),
  ];
}

type Attempts =
  | { readonly ok: true; readonly attempts: readonly ParsedAttempt[] }
  | { readonly ok: false; readonly problem: Problem };

function readAttempts(exchange: Exchange, ledger: CallLedger): Attempts {
  const { answer } = exchange;
  if (answer === null) return { ok: true, attempts: [] };
  const base = baseAttempt(exchange);
  switch (answer.kind) {
    case 'error':
      return {
        ok: true,
        attempts: [{ ...base, outcome: 'error', extras: compact({ error: answer.error, response: answer.rest }) }],
      };
    case 'text':
      return withMessages(base, { role: 'assistant', content: answer.text }, ledger);
    case 'message':
      return withMessages(base, { role: 'assistant', ...answer.message }, ledger);
    case 'completion':
      return readChoices(base, answer, ledger);
  }
}

function withMessages(base: ParsedAttempt, message: JsonObject, ledger: CallLedger): Attempts {
  const read = readMessages([message], ledger.copy());
  return read.ok ? { ok: true, attempts: [{ ...base, messages: read.messages }] } : read;
}

function baseAttempt(exchange: Exchange): ParsedAttempt {
  const { answer, wrapper, request } = exchange;
  const body = answer?.kind === 'completion' ? answer.body : {};
  const model = body['model'] ?? request['model'] ?? wrapper['model'];
  const reward = wrapper['reward'] ?? body['reward'];
  const value = typeof reward === 'number' ? reward : null;
  return {
    messages: [],
    model: typeof model === 'string' ? model : null,
    outcome: outcomeOf(value),
    reward: value,
    latencyMs: readLatencyMs(wrapper),
    tokens: null,
    startedAt: readStartedAt(wrapper) ?? readStartedAt({ timestamp: body['created'] ?? null }),
    extras: null,
  };
}

function readChoices(
  base: ParsedAttempt,
  answer: Extract<Answer, { kind: 'completion' }>,
  ledger: CallLedger,
): Attempts {
  const list = answer.body['choices'];
  const choices = (Array.isArray(list) ? (list as readonly JsonValue[]) : []).filter(isJsonObject); // isArray widens readonly lists
  const usage = answer.body['usage'];
  // One usage covers all choices: with several, how much each took is unknown.
  const single = choices.length === 1 && usage !== undefined && isJsonObject(usage) ? usage : {};
  const attempts: ParsedAttempt[] = [];
  for (const choice of choices) {
    const read = readChoice(choice, single, ledger);
    if (!read.ok) return read;
    const [message] = read.messages;
    const response = { ...restOf(answer.body, ['choices', 'model']), ...(answer.streamed ? { streamed: true } : {}) };
    attempts.push({
      ...base,
      messages: read.messages,
      outcome: message === undefined ? 'error' : base.outcome,
      tokens: numberOf(single['total_tokens']),
      extras: compact({ response, choice: restOf(choice, ['message', 'index', 'finish_reason', 'text']) }),
    });
  }
  return { ok: true, attempts };
}

function readChoice(choice: JsonObject, usage: JsonObject, ledger: CallLedger): ReturnType<typeof readMessages> {
  const message = choice['message'] ?? (typeof choice['text'] === 'string' ? { content: choice['text'] } : undefined);
  // A filtered answer has no message.
  if (message === undefined || !isJsonObject(message)) return { ok: true, messages: [], ledger };
  const finish = choice['finish_reason'] ?? null;
  const read = readMessages([{ role: 'assistant', ...message, finish_reason: finish }], ledger.copy());
  const tokens = numberOf(usage['completion_tokens']);
  return read.ok && tokens !== null ? { ...read, messages: read.messages.map((one) => ({ ...one, tokens })) } : read;
}

type Call = {
  readonly record: JsonRaw;
  readonly exchange: Exchange;
  readonly tools: ToolsResult;
  readonly per: Per;
};

function toSample(
  { record, exchange, tools, per }: Call,
  history: readonly Message[],
  answers: readonly ParsedAttempt[],
): ParsedSample {
  const end = promptEnd(history, per, answers.length > 0);
  const before = history.slice(end);
  const attempts = answers.length > 0 ? answers : before.length > 0 ? [baseAttempt(exchange)] : [];
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: null,
    title: null,
    prompt: history.slice(0, end),
    tools: tools.ok ? tools.tools : [],
    reference: {},
    attempts: attempts.map((attempt) => ({ ...attempt, messages: [...before, ...attempt.messages] })),
    extras: compact({
      request: restOf(exchange.request, ['messages', ...(tools.ok ? ['tools', 'functions'] : [])]),
      wrapper: { ...record.outer, ...restOf(exchange.wrapper, []) },
    }),
    sourceRef: refOf(exchange),
    tags: [],
  };
}

function refOf(exchange: Exchange): string | null {
  const { answer, wrapper } = exchange;
  const id =
    wrapper['custom_id'] ??
    wrapper['request_id'] ??
    wrapper['id'] ??
    (answer?.kind === 'completion' ? answer.body['id'] : undefined);
  return typeof id === 'string' ? id : null;
}
