import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part, Role, ToolCall } from '../../../../shared/model/message.ts';
import { createCallLedger } from './call-ids.ts';
import type { CallLedger } from './call-ids.ts';
import { looksLikeError } from './error-text.ts';
import { readContent } from './openai-content.ts';
import type { Content } from './openai-content.ts';
import { readToolArgs } from './tool-args.ts';

/** A call as a log holds it. `id` and `args` are as they stand there; see `createCallLedger` and `readToolArgs`. */
export type CallInput = {
  readonly id?: string | null;
  readonly name: string;
  readonly args?: JsonValue | undefined;
  readonly kind?: ToolCall['kind'];
  readonly extras?: JsonObject | null;
};

/** A message as a log holds it: its content is text, null or parts of the chat form, or parts that were read already. */
export type MessageInput = {
  readonly content?: JsonValue | undefined;
  readonly parts?: readonly Part[];
  /** Of parts that were read already. */
  readonly contentForm?: Message['contentForm'];
  readonly reasoning?: string | null;
  readonly calls?: readonly CallInput[];
  /** On a result: the id of its call, as the log has it. */
  readonly callId?: string | null;
  /** On a result: whether it is an error; where the log does not say, the text is looked at. */
  readonly isError?: boolean | null;
  readonly name?: string | null;
  readonly finish?: string | null;
  readonly tokens?: number | null;
  readonly durationMs?: number | null;
  readonly weight?: number | null;
  readonly extras?: JsonObject | null;
};

/** Collects the messages of one conversation. */
export type Transcript = {
  readonly messages: readonly Message[];
  readonly add: (role: Role, input: MessageInput) => void;
};

/** @returns an empty transcript; ids of calls become unique in it and results find their calls */
export function createTranscript(): Transcript {
  const messages: Message[] = [];
  const ledger = createCallLedger();
  return {
    messages,
    add: (role, input) => {
      messages.push(toMessage(role, input, ledger));
    },
  };
}

function toMessage(role: Role, input: MessageInput, ledger: CallLedger): Message {
  if (role === 'assistant') ledger.nextTurn();
  const { content, parts } = input;
  const read: Content =
    parts === undefined
      ? readContent(content === undefined ? {} : { content })
      : { parts: [...parts], contentForm: input.contentForm, partExtras: null };
  const reasoning: Part[] =
    typeof input.reasoning === 'string' && input.reasoning !== '' ? [{ type: 'reasoning', text: input.reasoning }] : [];
  const message: Message = { role, parts: [...reasoning, ...read.parts] };
  if (read.contentForm !== undefined) message.contentForm = read.contentForm;
  if (input.calls !== undefined && input.calls.length > 0)
    message.calls = input.calls.map((call) => toCall(call, ledger));
  if (role === 'tool') addResult(message, input, ledger);
  addDetails(message, input);
  const extras = { ...input.extras, ...(read.partExtras === null ? null : { partExtras: read.partExtras }) };
  if (Object.keys(extras).length > 0) message.extras = extras;
  return message;
}

function addDetails(message: Message, { name, finish, tokens, weight, durationMs }: MessageInput): void {
  if (typeof name === 'string') message.name = name;
  if (typeof finish === 'string') message.finish = finish;
  if (typeof tokens === 'number') message.tokens = tokens;
  if (typeof weight === 'number') message.weight = weight;
  if (typeof durationMs === 'number') message.timing = { durationMs };
}

function addResult(message: Message, input: MessageInput, ledger: CallLedger): void {
  const sourceId = input.callId === undefined || input.callId === '' ? null : input.callId;
  const callId = ledger.answer(sourceId, input.name ?? null);
  if (callId !== undefined) message.callId = callId;
  if (typeof input.isError === 'boolean') message.isError = input.isError;
  else if (looksLikeError(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')))
    message.isError = 'guessed';
}

function toCall(call: CallInput, ledger: CallLedger): ToolCall {
  const kind = call.kind ?? 'function';
  const args = kind === 'custom' && typeof call.args === 'string' ? { argsText: call.args } : readToolArgs(call.args);
  return {
    ...ledger.open(call.id ?? null, call.name),
    name: call.name,
    ...args,
    kind,
    ...(call.extras === undefined || call.extras === null ? {} : { extras: call.extras }),
  };
}
