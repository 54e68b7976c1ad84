import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import type { ParsedAttempt, ParsedIssue, ParsedSample } from '../types.ts';
import { createCallLedger } from './call-ids.ts';
import type { CallLedger } from './call-ids.ts';
import { outcomeOf, promptEnd } from './conversation.ts';
import { numberOf, objectOf, textOf } from './fields.ts';
import type { JsonRaw } from './fields.ts';
import { findHalves } from './halves.ts';
import type { Halves, HalfTests } from './halves.ts';
import { compact, note, refuse } from './items.ts';
import { LIMITS } from './limits.ts';
import { restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';
import { readLatencyMs, readStartedAt } from './time.ts';
import { textBlock, turnsToMessages } from './turns.ts';
import type { Turn } from './turns.ts';

export type ToolsRead = { readonly tools: readonly ToolDef[]; readonly ok: boolean };

/** The request half as a form reads it. `rest` is what the model has no place for. */
export type RequestRead =
  | {
      readonly ok: true;
      readonly turns: readonly Turn[];
      readonly tools: ToolsRead;
      readonly model: string | null;
      readonly rest: JsonObject | null;
      /** What was done to read it that a person should know of. */
      readonly notes?: readonly Problem[];
    }
  | { readonly ok: false; readonly problem: Problem };

/** One answer of several. Without turns it was blocked. */
export type Choice = { readonly turns: readonly Turn[]; readonly rest: JsonObject | null };

export type AnswerRead =
  | {
      readonly kind: 'answer';
      readonly choices: readonly Choice[];
      readonly model: string | null;
      readonly id: string | null;
      /** All tokens, prompt included; null when unknown. */
      readonly tokens: number | null;
      readonly startedAt: number | null;
      readonly latencyMs: number | null;
      /** The service gave up on it. */
      readonly failed: boolean;
      /** false when a stream stops before its end. */
      readonly complete: boolean;
      readonly rest: JsonObject | null;
    }
  | { readonly kind: 'error'; readonly error: JsonValue; readonly rest: JsonObject | null };

/** How one provider writes requests and answers. */
export type ProviderForm = HalfTests & {
  /** As in "The record is no … exchange". */
  readonly name: string;
  readonly readRequest: (request: JsonObject) => RequestRead;
  readonly readAnswer: (answer: JsonValue) => AnswerRead;
  /** What an answer says of its own request, when the record has no other. */
  readonly requestOf?: (answer: JsonValue) => RequestRead | null;
  /** The model's name where it stands in the address only. */
  readonly modelOf?: (wrapper: JsonObject) => string | null;
};

const NO_REQUEST: Extract<RequestRead, { ok: true }> = {
  ok: true,
  turns: [],
  tools: { tools: [], ok: true },
  model: null,
  rest: null,
};

/** Reads one logged exchange of a provider's form. @returns its sample and remarks, or why it cannot be read */
export function parseProviderExchange(
  record: JsonRaw,
  form: ProviderForm,
  per: Per,
): readonly (ParsedSample | ParsedIssue)[] {
  if (!isJsonObject(record.value)) return [refuse(record, 'not_object', 'A row must be an object.')];
  return parseHalves(record, form, per, findHalves(record.value, form));
}

/** The same for halves that were found already: in files where their places are fixed. */
export function parseHalves(
  record: JsonRaw,
  form: ProviderForm,
  per: Per,
  halves: Halves,
): readonly (ParsedSample | ParsedIssue)[] {
  if (halves.request === null && halves.answer === null && isElsewhere(halves.wrapper))
    return [refuse(record, 'bodies_elsewhere', 'The log names other files for its bodies. Import those as well.')];
  if (halves.request === null && halves.answer === null && halves.instead?.kind !== 'error')
    return [refuse(record, 'no_exchange', `The record holds neither a request nor an answer of ${form.name}.`)];
  const request = readRequest(halves, form);
  if (!request.ok) return [refuse(record, request.problem.code, request.problem.message)];
  if (request.turns.length > LIMITS.messages)
    return [refuse(record, 'too_many_messages', 'The conversation has more messages than can be read.')];
  const answer = halves.answer === null ? halves.instead : form.readAnswer(halves.answer.value);
  const ledger = createCallLedger();
  const history = turnsToMessages(request.turns, ledger);
  const base = baseAttempt(halves.wrapper, request, answer, form);
  const attempts = answer === null ? [] : readAttempts(answer, base, ledger);
  return [
    ...remarks(record, halves, request, answer),
    toSample(record, { per, halves, request, answer, history, base, attempts }),
  ];
}

/** Bedrock moves bodies over 100 KB out of its log. */
function isElsewhere(wrapper: JsonObject): boolean {
  const path = objectOf(wrapper['input'])['inputBodyS3Path'] ?? objectOf(wrapper['output'])['outputBodyS3Path'];
  return typeof path === 'string';
}

function readRequest(halves: Halves, form: ProviderForm): RequestRead {
  if (halves.request !== null) return form.readRequest(halves.request.value);
  return (halves.answer === null ? null : form.requestOf?.(halves.answer.value)) ?? NO_REQUEST;
}

function remarks(
  record: JsonRaw,
  halves: Halves,
  request: Extract<RequestRead, { ok: true }>,
  answer: AnswerRead | Halves['instead'],
): readonly ParsedIssue[] {
  const found = (request.notes ?? []).map(({ code, message }) => note(record, code, message));
  // An answer may repeat what was sent.
  if (halves.request === null && !request.turns.some(({ role }) => role === 'user'))
    found.push(note(record, 'prompt_missing', 'The record holds an answer but not the messages sent.'));
  if (answer?.kind === 'answer' && !answer.complete)
    found.push(note(record, 'stream_incomplete', 'The streamed answer stops before its end.'));
  if (!request.tools.ok)
    found.push(note(record, 'bad_tools', 'The tools offered could not be read; they were kept as they are.'));
  return found;
}

function baseAttempt(
  wrapper: JsonObject,
  request: Extract<RequestRead, { ok: true }>,
  answer: AnswerRead | Halves['instead'],
  form: ProviderForm,
): ParsedAttempt {
  const body = answer?.kind === 'answer' ? answer : { model: null, latencyMs: null, startedAt: null };
  const reward = numberOf(wrapper['reward']);
  return {
    messages: [],
    model: body.model ?? request.model ?? form.modelOf?.(wrapper) ?? textOf(wrapper['model']),
    outcome: outcomeOf(reward),
    reward,
    latencyMs: readLatencyMs(wrapper) ?? body.latencyMs,
    tokens: null,
    startedAt: readStartedAt(wrapper) ?? body.startedAt,
    extras: null,
  };
}

function readAttempts(
  answer: AnswerRead | NonNullable<Halves['instead']>,
  base: ParsedAttempt,
  ledger: CallLedger,
): readonly ParsedAttempt[] {
  if (answer.kind === 'error')
    return [
      { ...base, outcome: 'error', extras: compact({ error: answer.error, response: answer.rest ?? undefined }) },
    ];
  if (answer.kind === 'text') {
    const turn: Turn = { role: 'assistant', blocks: [textBlock(answer.text)] };
    return [{ ...base, messages: turnsToMessages([turn], ledger.copy()) }];
  }
  // An answer without choices was blocked, and is an attempt all the same.
  const choices = answer.choices.length === 0 ? [{ turns: [], rest: null }] : answer.choices;
  return choices.map((choice) => ({
    ...base,
    messages: turnsToMessages(choice.turns, ledger.copy()),
    outcome: answer.failed || choice.turns.length === 0 ? 'error' : base.outcome,
    tokens: choices.length === 1 ? answer.tokens : null,
    extras: compact({ response: answer.rest ?? undefined, choice: choice.rest ?? undefined }),
  }));
}

type Found = {
  readonly per: Per;
  readonly halves: Halves;
  readonly request: Extract<RequestRead, { ok: true }>;
  readonly answer: AnswerRead | Halves['instead'];
  readonly history: readonly Message[];
  readonly base: ParsedAttempt;
  readonly attempts: readonly ParsedAttempt[];
};

function toSample(record: JsonRaw, found: Found): ParsedSample {
  const { history, request, halves } = found;
  const end = promptEnd(history, found.per, found.attempts.length > 0);
  const before = history.slice(end);
  const attempts = found.attempts.length > 0 ? found.attempts : before.length > 0 ? [found.base] : [];
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: null,
    title: null,
    prompt: history.slice(0, end),
    tools: request.tools.tools,
    reference: {},
    attempts: attempts.map((attempt) => ({ ...attempt, messages: [...before, ...attempt.messages] })),
    extras: compact({
      request: request.rest ?? undefined,
      wrapper: { ...record.outer, ...restOf(halves.wrapper, []) },
    }),
    sourceRef: refOf(halves.wrapper, found.answer),
    tags: [],
  };
}

function refOf(wrapper: JsonObject, answer: AnswerRead | Halves['instead']): string | null {
  const id =
    wrapper['custom_id'] ??
    wrapper['recordId'] ??
    wrapper['key'] ??
    wrapper['request_id'] ??
    wrapper['requestId'] ??
    wrapper['id'] ??
    (answer?.kind === 'answer' ? answer.id : null);
  return typeof id === 'string' ? id : null;
}

/** @returns the numbers added up, those that are missing left out; null when all are */
export function sumOf(...values: readonly (JsonValue | undefined)[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}
