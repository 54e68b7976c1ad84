import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { ToolDef } from '../../../../shared/model/message.ts';
import type { Position } from '../types.ts';
import { readAnthropicContent } from './anthropic-blocks.ts';
import { listOf, numberOf, objectOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import { parseTime } from './time.ts';
import { readToolArgs } from './tool-args.ts';
import type { Block, Turn } from './turns.ts';

/** Kinds of lines that carry words. Others (about twenty, and growing) are known by having a session and a type. */
const WORDS = new Set(['user', 'assistant', 'tool_use', 'tool_result']);

/** Fields of a line that say where it belongs, not what was said. */
const LINE_FIELDS = [
  'type',
  'message',
  'uuid',
  'parentUuid',
  'sessionId',
  'session_id',
  'timestamp',
  'cwd',
  'gitBranch',
  'version',
  'userType',
  'isSidechain',
  'slug',
  'entrypoint',
  'requestId',
];
const HEAD_FIELDS = ['cwd', 'gitBranch', 'version', 'userType', 'entrypoint'];

/** @returns whether an object is a line of a session: it has a type, and a session or a summary's leaf */
export function isLine(line: JsonObject): boolean {
  if (typeof line['type'] !== 'string') return false;
  return ['sessionId', 'session_id', 'leafUuid', 'messageId', 'key'].some((key) => typeof line[key] === 'string');
}

/** @returns the key of the conversation a line belongs to: a sub-agent's talk is one of its own */
export function sessionOf(line: JsonObject, id: string): string {
  if (line['isSidechain'] === true) return `${id}\n${textOf(line['agentId']) ?? 'agent'}`;
  const parent = textOf(line['parent_tool_use_id']);
  return parent === null ? id : `${id}\n${parent}`;
}

type Entry = { readonly line: JsonObject; readonly message: JsonObject; readonly isPrompt: boolean };

/** The lines of one conversation as they come. */
export type ClaudeSession = {
  readonly position: Position;
  /** Where and with what the session ran, from its first line. */
  readonly head: JsonObject | null;
  readonly tools: readonly ToolDef[];
  /** The last line of a stream: what the run cost and how it ended. */
  readonly result: JsonObject | null;
  /** @returns `skipped` for lines without words, a sentence on those that cannot be read */
  readonly push: (line: JsonObject) => 'taken' | 'skipped' | { readonly problem: string };
  readonly turns: () => { readonly turns: readonly Turn[]; readonly rewound: readonly JsonValue[] };
  readonly model: () => string | null;
  readonly tokens: () => number | null;
  readonly startedAt: () => number | null;
};

/** @returns an empty session whose first line stands at `position` */
export function createClaudeSession(position: Position): ClaudeSession {
  const entries: Entry[] = [];
  const state: { head: JsonObject | null; tools: readonly ToolDef[]; result: JsonObject | null } = {
    head: null,
    tools: [],
    result: null,
  };
  return {
    position,
    get head() {
      return state.head;
    },
    get tools() {
      return state.tools;
    },
    get result() {
      return state.result;
    },
    push(line) {
      const type = textOf(line['type']) ?? '';
      state.head ??= restOf(Object.fromEntries(HEAD_FIELDS.map((key) => [key, line[key] ?? null])), []);
      if (type === 'system' && line['subtype'] === 'init') {
        state.tools = listOf(line['tools']).flatMap((name) => (typeof name === 'string' ? [{ name }] : []));
        return 'skipped';
      }
      if (type === 'result') {
        state.result = restOf(line, ['type', 'session_id', 'uuid']);
        return 'taken';
      }
      if (!WORDS.has(type)) return 'skipped';
      const message = messageOf(type, line);
      if (typeof message === 'string') return { problem: message };
      entries.push({ line, message, isPrompt: isPrompt(type, message) });
      return 'taken';
    },
    turns: () => readTurns(entries),
    model: () => entries.reduce<string | null>((model, { message }) => modelOf(message) ?? model, null),
    tokens: () => sumTokens(entries),
    startedAt: () => entries.map(({ line }) => parseTime(line['timestamp'])).find((time) => time !== null) ?? null,
  };
}

function modelOf(message: JsonObject): string | null {
  const model = textOf(message['model']);
  return model === '<synthetic>' ? null : model;
}

/** The message of a line, in Anthropic's form. Some writers give calls and results lines of their own. */
function messageOf(type: string, line: JsonObject): JsonObject | string {
  if (type === 'tool_use')
    return {
      role: 'assistant',
      content: [{ type, id: line['id'] ?? null, name: line['name'] ?? '', input: line['input'] ?? {} }],
    };
  if (type === 'tool_result') {
    const { output, content } = line;
    const text = output ?? content ?? '';
    const id = textOf(line['tool_use_id']);
    return {
      role: 'user',
      content: [{ type, tool_use_id: id, content: typeof text === 'string' ? text : JSON.stringify(text) }],
    };
  }
  const { message } = line;
  if (message === undefined || !isJsonObject(message)) return 'The line has no "message" that is an object.';
  return Object.hasOwn(message, 'content') ? message : 'The message of the line has no "content".';
}

function isPrompt(type: string, message: JsonObject): boolean {
  return type === 'user' && !listOf(message['content']).some((block) => objectOf(block)['type'] === 'tool_result');
}

/**
 * Lines of one `message.id` are one answer, whatever results stand between them. Where a person went back and wrote
 * something else, what came of the first words is no part of the conversation any more.
 */
function readTurns(entries: readonly Entry[]): ReturnType<ClaudeSession['turns']> {
  const dead = deadLines(entries);
  const turns: Turn[] = [];
  let answers = new Map<string, number>();
  for (const entry of entries) {
    if (dead.has(entry)) continue;
    const { line, message } = entry;
    if (entry.isPrompt) answers = new Map();
    const id = textOf(message['id']);
    const known = id === null ? undefined : answers.get(id);
    const before = known === undefined ? undefined : turns[known];
    const turn = toTurn(line, message);
    if (known !== undefined && before !== undefined) turns[known] = join(before, turn);
    else {
      if (id !== null && turn.role === 'assistant') answers.set(id, turns.length);
      turns.push(turn);
    }
  }
  return { turns, rewound: [...dead].map(({ message }) => message) };
}

function toTurn(line: JsonObject, message: JsonObject): Turn {
  const role = line['type'] === 'assistant' || message['role'] === 'assistant' ? 'assistant' : 'user';
  const content = readAnthropicContent(message['content']);
  return {
    role,
    ...content,
    blocks: content.blocks.map((block, at) => withCall(block, listOf(message['content'])[at])),
    finish: textOf(message['stop_reason']),
    tokens: role === 'assistant' ? numberOf(objectOf(message['usage'])['output_tokens']) : null,
    extras: restOf(line, LINE_FIELDS),
  };
}

/** A call block without a usable name is still a call. */
function withCall(block: Block, raw: JsonValue | undefined): Block {
  const item = objectOf(raw);
  if (block.kind !== 'part' || item['type'] !== 'tool_use') return block;
  return {
    kind: 'call',
    id: textOf(item['id']),
    name: textOf(item['name']) ?? 'unknown',
    args: readToolArgs(item['input']),
    callKind: 'function',
    rest: null,
  };
}

function join(first: Turn, next: Turn): Turn {
  const extras = { ...first.extras, ...next.extras };
  return {
    ...first,
    blocks: [...first.blocks, ...next.blocks],
    finish: next.finish ?? first.finish ?? null,
    // Each line repeats the count of the whole answer; the last one has it whole.
    tokens: next.tokens ?? first.tokens ?? null,
    extras: Object.keys(extras).length === 0 ? null : extras,
  };
}

/**
 * Lines under words of the user that were replaced: a later prompt has the same parent. Ids that stand more than once
 * (some exports blank them) say nothing.
 */
function deadLines(entries: readonly Entry[]): ReadonlySet<Entry> {
  const counts = new Map<string, number>();
  for (const { line } of entries) {
    const id = textOf(line['uuid']);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const parentOf = ({ line }: Entry): string | null => {
    const parent = textOf(line['parentUuid']);
    return parent !== null && counts.get(parent) === 1 ? parent : null;
  };
  const latest = new Map<string, Entry>();
  for (const entry of entries) {
    const parent = parentOf(entry);
    if (entry.isPrompt && parent !== null) latest.set(parent, entry);
  }
  const dead = new Set<Entry>();
  const deadIds = new Set<string>();
  for (const entry of entries) {
    const parent = parentOf(entry);
    if (parent === null) continue;
    if (!(entry.isPrompt && latest.get(parent) !== entry) && !deadIds.has(parent)) continue;
    dead.add(entry);
    deadIds.add(textOf(entry.line['uuid']) ?? '');
  }
  return dead;
}

/** Tokens of each answer once: in, out and from the cache. */
function sumTokens(entries: readonly Entry[]): number | null {
  const usages = new Map<JsonValue, JsonObject>();
  for (const { message } of entries) {
    const { usage } = message;
    if (usage !== undefined && isJsonObject(usage)) usages.set(textOf(message['id']) ?? message, usage);
  }
  if (usages.size === 0) return null;
  const keys = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  return [...usages.values()].reduce(
    (sum, usage) => sum + keys.reduce((inner, key) => inner + (numberOf(usage[key]) ?? 0), 0),
    0,
  );
}
