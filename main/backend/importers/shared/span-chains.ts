import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, objectOf } from './fields.ts';
import { canJoin, joinMessages } from './chat-values.ts';
import type { Span } from './span-model.ts';

/** A message of a conversation and the spans it came from; a message known from a history only has none. */
export type Entry = { readonly wire: JsonObject; readonly spans: readonly Span[] };

/** One conversation: messages and the model calls that made it. */
export type Chain = { readonly entries: readonly Entry[]; readonly calls: readonly Span[] };

/**
 * Joins the model calls of one agent to conversations. Each call carries the whole history, so a call goes on from the
 * conversation that its history begins with, and the longest history holds them all. A call whose input starts with a tool
 * result or with nothing goes on from the last one (the framework keeps the state). Any other call starts a conversation.
 */
export function chainCalls(calls: readonly Span[]): readonly Chain[] {
  const chains: Chain[] = [];
  for (const call of calls) {
    const { history, answer } = halves(call);
    const at = findChain(chains, history);
    const known = chains[at];
    const before = known === undefined ? history.map((wire) => ({ wire, spans: [] })) : goOn(known.entries, history);
    const next: Chain = {
      entries: append(before, answer, call),
      calls: [...(known?.calls ?? []), call],
    };
    if (known === undefined) chains.push(next);
    else chains[at] = next;
  }
  return chains;
}

/** The instructions of a Responses answer belong to its history. */
function halves(call: Span): { readonly history: readonly JsonObject[]; readonly answer: readonly JsonObject[] } {
  const history = call.input?.messages ?? [];
  const answer = call.output?.messages ?? [];
  const system = answer.filter((message) => message['role'] === 'system');
  const hasSystem = history.some((message) => isInstruction(message));
  return {
    history: hasSystem ? history : [...system, ...history],
    answer: joinPieces(answer.filter((message) => message['role'] !== 'system')),
  };
}

/** More messages than one answer ever has: the pieces of a stream, each taken for a message. */
const MANY = 4;

function joinPieces(answer: readonly JsonObject[]): readonly JsonObject[] {
  const isPiece = (message: JsonObject): boolean =>
    message['role'] === 'assistant' && typeof message['content'] === 'string' && message['tool_calls'] === undefined;
  const last = answer.at(-1);
  if (last === undefined || answer.length < MANY || !answer.every(isPiece)) return answer;
  return [{ ...last, content: answer.map((message) => plainText(message['content'])).join('') }];
}

function plainText(content: JsonValue | undefined): string {
  return typeof content === 'string' ? content : '';
}

function append(before: readonly Entry[], answer: readonly JsonObject[], call: Span): readonly Entry[] {
  const entries = [...before];
  for (const wire of answer) {
    const last = entries.at(-1);
    if (last !== undefined && last.spans.length > 0 && canJoin(last.wire, wire))
      entries[entries.length - 1] = { wire: joinMessages(last.wire, wire), spans: [...last.spans, call] };
    else entries.push({ wire, spans: [call] });
  }
  return entries;
}

function isInstruction(message: JsonObject): boolean {
  return message['role'] === 'system' || message['role'] === 'developer';
}

function findChain(chains: readonly Chain[], history: readonly JsonObject[]): number {
  const turns = history.filter((message) => !isInstruction(message));
  const first = turns[0]?.['role'];
  let found = -1;
  let longest = 0;
  for (const [at, { entries }] of chains.entries()) {
    const known = entries.filter(({ wire }) => !isInstruction(wire));
    if (
      known.length <= turns.length &&
      known.length >= longest &&
      known.every(({ wire }, index) => isSame(wire, turns[index] ?? {}))
    ) {
      found = at;
      longest = known.length;
    }
  }
  if (found !== -1) return found;
  const ids = callIds(history);
  const withCalls = chains.findLastIndex(({ entries }) => {
    const known = callIds(entries.map(({ wire }) => wire));
    return known.length > 0 && known.every((id) => ids.includes(id));
  });
  if (withCalls !== -1) return withCalls;
  return first === undefined || first === 'tool' || first === 'assistant' ? chains.length - 1 : -1;
}

/** The conversation so far and what the history has beyond it. What is known from an answer stands as it was given. */
function goOn(known: readonly Entry[], history: readonly JsonObject[]): readonly Entry[] {
  const turns = history.filter((message) => !isInstruction(message));
  const knownTurns = known.filter(({ wire }) => !isInstruction(wire));
  const isWhole = knownTurns.every(({ wire }, at) => isSame(wire, turns[at] ?? {}));
  if (!isWhole) return [...known, ...newTurns(knownTurns, turns).map((wire) => ({ wire, spans: [] }))];
  const instructions = history.filter((message) => isInstruction(message));
  const head =
    instructions.length > 0
      ? instructions.map((wire) => ({ wire, spans: [] }))
      : known.filter(({ wire }) => isInstruction(wire));
  const body = turns.map((wire, at): Entry => {
    const entry = knownTurns[at];
    return entry !== undefined && entry.spans.length > 0 ? entry : { wire, spans: [] };
  });
  return [...head, ...body];
}

/**
 * What an input has beyond what is known. Some frameworks write parallel calls one by one, each with its result: then the
 * calls are known, and the results are new.
 */
function newTurns(known: readonly Entry[], turns: readonly JsonObject[]): readonly JsonObject[] {
  const ids = new Set(callIds(known.map(({ wire }) => wire)));
  const first = turns.findIndex((message) => callIds([message]).some((id) => ids.has(id)));
  if (first === -1) return turns.slice(overlap(known, turns));
  return turns.slice(first).filter((message) => {
    const own = callIds([message]);
    return own.length === 0 ? !known.some(({ wire }) => isRepeat(wire, message)) : own.some((id) => !ids.has(id));
  });
}

function isRepeat(known: JsonObject, message: JsonObject): boolean {
  if (message['role'] !== 'tool') return isSame(known, message);
  const id = message['tool_call_id'];
  if (known['role'] !== 'tool') return false;
  return id === undefined ? plain(known['content']) === plain(message['content']) : known['tool_call_id'] === id;
}

function callIds(messages: readonly JsonObject[]): readonly string[] {
  return messages.flatMap((message) =>
    listOf(message['tool_calls']).flatMap((call) => {
      const id = objectOf(call)['id'];
      return typeof id === 'string' ? [id] : [];
    }),
  );
}

/** How many messages at the end of what is known the input repeats at its start. */
function overlap(known: readonly Entry[], turns: readonly JsonObject[]): number {
  for (let size = Math.min(known.length, turns.length); size > 0; size -= 1) {
    if (known.slice(-size).every(({ wire }, at) => isSame(wire, turns[at] ?? {}))) return size;
  }
  return 0;
}

/** Whether two records of one message are the same turn: fields, ids and white space differ between instrumentations. */
function isSame(a: JsonObject, b: JsonObject): boolean {
  if (a['role'] !== b['role']) return false;
  if (a['role'] === 'tool') return true;
  const calls = callNames(a);
  if (calls !== callNames(b)) return false;
  return calls !== '' || plain(a['content']) === plain(b['content']);
}

function callNames(message: JsonObject): string {
  return listOf(message['tool_calls'])
    .map((call) => JSON.stringify(objectOf(objectOf(call)['function'])['name'] ?? null))
    .join();
}

function plain(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content.replaceAll(/\s+/g, ' ').trim();
  if (content === undefined || content === null) return '';
  return listOf(content)
    .map((part) => plain(typeof part === 'string' ? part : objectOf(part)['text']))
    .join(' ')
    .trim();
}
