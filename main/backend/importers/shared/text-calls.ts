import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part, ToolCall, ToolDef } from '../../../../shared/model/message.ts';
import type { ParsedIssue, RawRecord } from '../types.ts';
import { createCallLedger } from './call-ids.ts';
import type { CallLedger } from './call-ids.ts';
import { looksLikeError } from './error-text.ts';
import { listOf, objectOf, textOf } from './fields.ts';
import { note } from './items.ts';
import { parseJsonText } from './json-parse.ts';
import { readTools } from './openai-tools.ts';
import { parsePythonLiteral } from './python-literal.ts';
import { readToolArgs } from './tool-args.ts';

/** How a row says that calls are written in its texts. */
type Convention = 'tool_call' | 'function' | 'react';

export type TextCalls = {
  readonly messages: readonly Message[];
  /** Tools that the instructions list. */
  readonly tools: readonly ToolDef[];
  /** How many calls were read. */
  readonly calls: number;
};

/**
 * Reads tool calls that are written in texts: `<tool_call>{json}</tool_call>` (Hermes), `<function=name>` with JSON or
 * `<parameter=key>` (Llama, Qwen), `Action:` and `Action Input:` (ReAct). Only where the instructions of the conversation
 * say that calls are written so, and no message has calls of its own; the text as it stood is kept in the message's extras.
 *
 * @returns null when the conversation does not say so, or holds no such call
 */
export function readTextCalls(messages: readonly Message[]): TextCalls | null {
  if (messages.some(({ calls }) => calls !== undefined)) return null;
  const told = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textIn)
    .join('\n');
  const convention = conventionOf(told);
  if (convention === null) return null;
  const ledger = createCallLedger();
  const read = messages.flatMap((message) =>
    message.role === 'assistant' ? [readAnswer(message, convention, ledger)] : readOther(message, ledger),
  );
  const calls = read.reduce((sum, message) => sum + (message.calls?.length ?? 0), 0);
  return calls === 0 ? null : { messages: read, tools: convention === 'tool_call' ? toolsIn(told) : [], calls };
}

/** @returns the remark on calls that were read from texts */
export function textCallNotes(record: RawRecord, read: TextCalls | null): readonly ParsedIssue[] {
  return read === null
    ? []
    : [
        note(
          record,
          'calls_from_text',
          'The instructions say that tool calls are written in the texts, so they were read from there; the texts are kept beside them.',
        ),
      ];
}

/** @returns the tools of a row, or those its instructions list where it has none */
export function withWritten(tools: readonly ToolDef[], read: TextCalls | null): readonly ToolDef[] {
  return tools.length === 0 && read !== null ? read.tools : tools;
}

function conventionOf(told: string): Convention | null {
  if (told.includes('<tools>') || told.includes('<tool_call>')) return 'tool_call';
  if (told.includes('<function=')) return 'function';
  return told.includes('Action:') && told.includes('Action Input:') ? 'react' : null;
}

function textIn({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Tools as the instructions list them: a JSON list, or one JSON object a line. */
function toolsIn(told: string): readonly ToolDef[] {
  const text = (told.split('<tools>')[1]?.split('</tools>')[0] ?? '').trim();
  const whole = parseJsonText(text) ?? parsePythonLiteral(text);
  const list = Array.isArray(whole) ? listOf(whole) : text.split('\n').map((line) => parseJsonText(line) ?? null);
  return list.flatMap((item) => {
    const tools = readTools([item]);
    return tools.ok ? tools.tools : [];
  });
}

type Written = { readonly name: string; readonly args: JsonValue | undefined; readonly kind: ToolCall['kind'] };
type Found = { readonly calls: readonly Written[]; readonly rest: string };

const FIND: Readonly<Record<Convention, (text: string) => Found>> = {
  tool_call: (text) =>
    collect(text, /<tool_call>((?:(?!<\/?tool_call>)[\s\S])*)(?:<\/tool_call>|$)/g, ([, body = '']) => {
      const call = objectOf(parseJsonText(body.trim()) ?? parsePythonLiteral(body.trim()));
      const name = textOf(call['name']);
      return name === null ? null : { name, args: call['arguments'] ?? call['parameters'], kind: 'function' };
    }),
  function: (text) =>
    collect(text, /<function=([^>\s]+)>((?:(?!<\/?function)[\s\S])*)<\/function>/g, ([, name = '', body = '']) => ({
      name,
      args: parametersIn(body) ?? body.trim(),
      kind: 'function',
    })),
  react: readReact,
};

/** Takes the calls out of a text; what only looks like one stays in it. */
function collect(text: string, pattern: RegExp, read: (match: RegExpExecArray) => Written | null): Found {
  const calls: Written[] = [];
  let rest = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const call = read(match);
    if (call === null) continue;
    calls.push(call);
    rest += text.slice(from, match.index);
    from = match.index + match[0].length;
  }
  return { calls, rest: (rest + text.slice(from)).trim() };
}

/** `Action: name`, then `Action Input:` with JSON or words up to the next line that begins with a label. */
function readReact(text: string): Found {
  const calls: Written[] = [];
  const rest: string[] = [];
  const lines = text.split('\n');
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const name = labelled(line, 'Action');
    const input = labelled(lines[at + 1] ?? '', 'Action Input');
    at += 1;
    if (name === null || name === '' || input === null) {
      rest.push(line);
      continue;
    }
    const body = [input];
    at += 1;
    while (at < lines.length && !/^\s*(?:Observation|Thought|Action):/.test(lines[at] ?? '')) {
      body.push(lines[at] ?? '');
      at += 1;
    }
    const args = body.join('\n').trim();
    calls.push({ name, args, kind: args === '' || /^[[{]/.test(args) ? 'function' : 'custom' });
  }
  return { calls, rest: rest.join('\n').trim() };
}

function labelled(line: string, label: string): string | null {
  const text = line.trimStart();
  return text.startsWith(`${label}:`) ? text.slice(label.length + 1).trim() : null;
}

function parametersIn(body: string): JsonObject | null {
  const found = [...body.matchAll(/<parameter=([^>\s]+)>((?:(?!<\/?parameter)[\s\S])*)<\/parameter>/g)];
  return found.length === 0
    ? null
    : Object.fromEntries(found.map(([, key = '', value = '']) => [key, value.replace(/^\n|\n$/g, '')]));
}

function readAnswer(message: Message, convention: Convention, ledger: CallLedger): Message {
  ledger.nextTurn();
  const text = textIn(message);
  const { calls, rest } = FIND[convention](text);
  if (calls.length === 0) return message;
  const others = message.parts.filter(({ type }) => type !== 'text');
  const parts: readonly Part[] = rest === '' ? others : [...others, { type: 'text', text: rest }];
  return {
    ...message,
    parts: [...parts],
    calls: calls.map(({ name, args, kind }) => ({
      ...ledger.open(null, name),
      name,
      ...(kind === 'custom' && typeof args === 'string' ? { argsText: args } : readToolArgs(args)),
      kind,
    })),
    extras: { ...message.extras, text },
  };
}

const RESPONSE = /<tool_response>((?:(?!<\/?tool_response>)[\s\S])*)<\/tool_response>/g;
const EXECUTED = /^(?:EXECUTION RESULT of \[([^\]]+)\]:|Observation:)\s*/;

/** Results stand in turns of the tool, or in a user's turn that holds nothing else. */
function readOther(message: Message, ledger: CallLedger): readonly Message[] {
  const text = textIn(message);
  const responses = [...text.matchAll(RESPONSE)].map(([, body = '']) => ({ text: body.trim(), name: nameIn(body) }));
  if (responses.length > 0 && text.replace(RESPONSE, '').trim() === '')
    return responses.map((response) => result(message, response, ledger));
  const executed = EXECUTED.exec(text);
  if (executed !== null && (message.role === 'user' || message.role === 'tool'))
    return [result(message, { text: text.slice(executed[0].length), name: executed[1] ?? null }, ledger)];
  return message.role === 'tool' ? [result(message, { text, name: message.name ?? null }, ledger)] : [message];
}

function nameIn(body: string): string | null {
  return textOf(objectOf(parseJsonText(body))['name']);
}

function result(
  message: Message,
  { text, name }: { readonly text: string; readonly name: string | null },
  ledger: CallLedger,
): Message {
  const callId = ledger.answer(null, name);
  return {
    ...message,
    role: 'tool',
    parts: [{ type: 'text', text }],
    ...(callId === undefined ? {} : { callId }),
    ...(looksLikeError(text) ? { isError: 'guessed' } : {}),
  };
}
