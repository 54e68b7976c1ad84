import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Part, Role } from '../../../../shared/model/message.ts';
import { looksLikeError } from './error-text.ts';
import { listOf, objectsOf, textOf } from './fields.ts';
import { readContent, restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';
import { readToolArgs } from './tool-args.ts';
import { otherBlock } from './turns.ts';
import type { Block, Turn } from './turns.ts';

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'developer',
};

type Read = { readonly ok: true; readonly turns: readonly Turn[] } | { readonly ok: false; readonly problem: Problem };

/**
 * Reads a list of Responses items as turns. What the assistant says, thinks and calls stands in several items; all of them
 * up to the next user message or result are one turn. Pairs go by `call_id`.
 */
export function readItems(items: readonly JsonValue[]): Read {
  const turns: Turn[] = [];
  let run: { blocks: Block[]; extras: JsonObject | null; form: Turn['contentForm'] } | null = null;
  const flush = (): void => {
    if (run !== null)
      turns.push({
        role: 'assistant',
        blocks: run.blocks,
        extras: run.extras,
        ...(run.form === undefined ? {} : { contentForm: run.form }),
      });
    run = null;
  };
  for (const [at, item] of items.entries()) {
    const problem = (code: string, words: string): Read => ({
      ok: false,
      problem: { code, message: `Item ${at + 1} ${words}.` },
    });
    if (!isJsonObject(item)) return problem('item_not_object', 'is not an object');
    const turn = readItem(item);
    if (turn === null)
      return problem('item_unknown_role', 'has a role that is not user, assistant, system or developer');
    if (turn.role !== 'assistant') {
      flush();
      turns.push(turn);
    } else {
      run ??= { blocks: [], extras: null, form: undefined };
      run.blocks.push(...turn.blocks);
      run.form ??= turn.contentForm;
      if (turn.extras !== undefined && turn.extras !== null) run.extras = { ...run.extras, ...turn.extras };
    }
  }
  flush();
  return { ok: true, turns };
}

/** @returns null when a message has no role we know */
function readItem(item: JsonObject): Turn | null {
  const type = textOf(item['type']) ?? (Object.hasOwn(item, 'role') ? 'message' : '');
  if (type === 'message') return readMessage(item);
  if (type.endsWith('_call_output') || type === 'custom_tool_call_output') return readOutput(item);
  return { role: 'assistant', blocks: readAssistantItem(type, item) };
}

function readMessage(item: JsonObject): Turn | null {
  const roleText = textOf(item['role']) ?? '';
  const role = Object.hasOwn(ROLES, roleText) ? ROLES[roleText] : undefined;
  if (role === undefined) return null;
  const { parts, contentForm, partExtras } = readContent({ content: item['content'] ?? null });
  const blocks = parts.map((part, at): Block => {
    const rest = partExtras?.[String(at)];
    return {
      kind: 'part',
      part: toPart(part),
      rest: rest !== undefined && isJsonObject(rest) ? dropEmpty(rest) : null,
    };
  });
  // The id and state of an item say nothing a model would see, but an export back needs them.
  const extras = restOf(item, ['type', 'role', 'content', 'status']);
  return { role, blocks, extras, ...(contentForm === undefined ? {} : { contentForm }) };
}

/** Every text part carries lists of marks, which are nearly always empty. */
function dropEmpty(rest: JsonObject): JsonObject | null {
  const kept = Object.entries(rest).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Parts only this form has. */
function toPart(part: Part): Part {
  if (part.type !== 'other' || part.kind !== 'input_file' || !isJsonObject(part.raw)) return part;
  const name = textOf(part.raw['filename']);
  const data = textOf(part.raw['file_data']);
  return data === null && name === null
    ? part
    : {
        type: 'file',
        ...(name === null ? {} : { name }),
        ...(data === null ? {} : { data: data.replace(/^data:[^,]*,/, '') }),
      };
}

function readOutput(item: JsonObject): Turn {
  const { output } = item;
  const { parts } = readContent({ content: output ?? null });
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return {
    role: 'tool',
    blocks: [
      {
        kind: 'result',
        id: textOf(item['call_id']),
        name: null,
        parts: parts.map(toPart),
        isError: looksLikeError(text) ? 'guessed' : null,
        rest: restOf(item, ['type', 'call_id', 'output', 'status']),
      },
    ],
  };
}

function readAssistantItem(type: string, item: JsonObject): readonly Block[] {
  switch (type) {
    case 'function_call':
      return [call(item, 'function', readToolArgs(item['arguments']), ['arguments'])];
    case 'custom_tool_call': {
      const { input } = item;
      return [
        call(item, 'custom', { argsText: typeof input === 'string' ? input : JSON.stringify(input ?? '') }, ['input']),
      ];
    }
    case 'reasoning':
      return [readReasoning(item)];
    // Calls of tools that the client runs, whose results come as items of their own.
    case 'computer_call':
    case 'local_shell_call':
    case 'shell_call':
    case 'apply_patch_call':
      return [
        call(
          { ...item, name: type.replace(/_call$/, '') },
          'server',
          readToolArgs(item['action'] ?? item['operation']),
          ['action', 'operation'],
        ),
      ];
    default:
      return type.endsWith('_call') ? readServerCall(type, item) : [otherBlock(type || 'unknown', item)];
  }
}

function call(
  item: JsonObject,
  callKind: 'function' | 'custom' | 'server',
  args: ReturnType<typeof readToolArgs>,
  used: readonly string[],
): Block {
  return {
    kind: 'call',
    id: textOf(item['call_id']) ?? textOf(item['id']),
    name: textOf(item['name']) ?? 'unknown',
    args,
    callKind,
    rest: restOf(item, ['type', 'call_id', 'name', 'status', ...used]),
  };
}

function readReasoning(item: JsonObject): Block {
  const texts = [...objectsOf(item['summary']), ...objectsOf(item['content'])].flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  );
  const isEncrypted = textOf(item['encrypted_content']) !== null;
  const isEmpty = texts.length === 0;
  return {
    kind: 'part',
    part: { type: 'reasoning', text: texts.join('\n\n'), ...(isEncrypted && isEmpty ? { encrypted: true } : {}) },
    rest: restOf(item, ['type', 'content', ...(isEmpty ? [] : ['summary'])]),
  };
}

/** Where a tool that runs on the service keeps what it was asked and what it found. */
const ASKED = ['action', 'queries', 'code', 'arguments'] as const;
const FOUND = ['output', 'outputs', 'results', 'result', 'error'] as const;

/** Call and result of such a tool are one item. */
function readServerCall(type: string, item: JsonObject): readonly Block[] {
  const asked = ASKED.find((key) => item[key] !== undefined && item[key] !== null);
  const found = restOf(
    Object.fromEntries(FOUND.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]]))),
    [],
  );
  const name = textOf(item['name']) ?? type.replace(/_call$/, '');
  const failed = item['status'] === 'failed' || (item['error'] !== undefined && item['error'] !== null);
  const opened = call(
    { ...item, name },
    'server',
    asked === 'code'
      ? { argsText: textOf(item['code']) ?? '' }
      : readToolArgs(asked === undefined ? null : item[asked]),
    [...(asked === undefined ? [] : [asked]), ...FOUND],
  );
  const { output } = item;
  const parts: readonly Part[] =
    typeof output === 'string' && !failed
      ? [{ type: 'text', text: output }]
      : found === null
        ? []
        : [{ type: 'other', kind: type, raw: found }];
  const result: Block = {
    kind: 'result',
    id: textOf(item['id']),
    name,
    parts,
    isError: failed ? true : null,
    rest: null,
  };
  return [opened, result];
}

/** @returns whether a list holds items that only the Responses form has */
export function hasItems(value: JsonValue | undefined): boolean {
  return listOf(value).some(
    (item) =>
      isJsonObject(item) &&
      /^(?:function_call|function_call_output|custom_tool_call|custom_tool_call_output|reasoning|item_reference|web_search_call|file_search_call|code_interpreter_call|computer_call|mcp_call|message)$/.test(
        textOf(item['type']) ?? '',
      ),
  );
}
