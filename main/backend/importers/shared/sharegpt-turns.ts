import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, textOf } from './fields.ts';
import { parseJsonText } from './json-parse.ts';
import { LIMITS } from './limits.ts';
import { restOf } from './openai-content.ts';
import type { CallInput, Transcript } from './transcript.ts';

type Speaker = 'system' | 'user' | 'assistant' | 'call' | 'tool';

/** Who speaks, by the names such sets use. */
const SPEAKERS: Readonly<Record<string, Speaker>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  claude: 'assistant',
  model: 'assistant',
  function_call: 'call',
  tool_call: 'call',
  observation: 'tool',
  tool: 'tool',
  tool_response: 'tool',
  function: 'tool',
  function_response: 'tool',
};

const TURN_FIELDS = ['from', 'value', 'weight', 'loss', 'thought'];

/** Fields in which a row keeps its turns. */
export const TURN_LISTS = ['conversations', 'conversation', 'items', 'messages'] as const;

export type TurnsRead = {
  /** Turns that say they are a call but hold none that can be read; they are kept as text. */
  readonly unreadCalls: number;
  /** Calls that are only written in a text, as `<tool_call>`. */
  readonly callsInText: number;
};
export type TurnsProblem = { readonly code: string; readonly message: string };

/** @returns whether a value is a turn: who speaks, and what is said */
export function isTurn(value: JsonValue | undefined): value is JsonObject {
  return (
    value !== undefined && isJsonObject(value) && typeof value['from'] === 'string' && Object.hasOwn(value, 'value')
  );
}

/** @returns the name of the field that holds the turns of a row, null when none does */
export function turnsField(row: JsonObject): (typeof TURN_LISTS)[number] | null {
  return TURN_LISTS.find((field) => isTurn(listOf(row[field])[0])) ?? null;
}

/**
 * Adds turns of the `from`/`value` form to a transcript. The form has no ids: results answer calls in order.
 *
 * @returns what could not be read as what it claims to be, or why the turns cannot be read
 */
export function addTurns(turns: readonly JsonValue[], transcript: Transcript): TurnsRead | TurnsProblem {
  if (turns.length > LIMITS.messages)
    return {
      code: 'too_many_messages',
      message: `The conversation has more than ${LIMITS.messages.toLocaleString('en')} turns.`,
    };
  let unreadCalls = 0;
  let callsInText = 0;
  for (const [at, turn] of turns.entries()) {
    if (!isTurn(turn)) return { code: 'bad_turn', message: `Turn ${at + 1} has no "from" and "value".` };
    const from = textOf(turn['from'])?.toLowerCase() ?? '';
    const speaker = Object.hasOwn(SPEAKERS, from) ? SPEAKERS[from] : undefined;
    if (speaker === undefined)
      return { code: 'unknown_speaker', message: `Turn ${at + 1} is by a speaker Assay does not know.` };
    const calls = speaker === 'call' ? readTurnCalls(turn['value']) : [];
    if (speaker === 'call' && calls.length === 0) unreadCalls += 1;
    callsInText += speaker === 'assistant' ? (textOf(turn['value'])?.split('<tool_call>').length ?? 1) - 1 : 0;
    addTurn(turn, { from, speaker, calls }, transcript);
  }
  return { unreadCalls, callsInText };
}

function addTurn(
  turn: JsonObject,
  { from, speaker, calls }: { readonly from: string; readonly speaker: Speaker; readonly calls: readonly CallInput[] },
  transcript: Transcript,
): void {
  const isUsual = from === 'system' || from === 'human' || from === 'gpt' || calls.length > 0 || from === 'observation';
  transcript.add(speaker === 'call' ? 'assistant' : speaker, {
    content: calls.length > 0 ? null : (turn['value'] ?? null),
    calls,
    reasoning: textOf(turn['thought']),
    weight: weightOf(turn),
    extras: { ...restOf(turn, TURN_FIELDS), ...(isUsual ? null : { from }) },
  });
}

function weightOf(turn: JsonObject): number | null {
  const loss = turn['loss'];
  return typeof loss === 'boolean' ? Number(loss) : numberOf(turn['weight']);
}

/** @returns the calls of a turn: one object with a name or a list of such, as JSON text or as it is; empty when it holds none */
function readTurnCalls(value: JsonValue | undefined): readonly CallInput[] {
  const parsed = typeof value === 'string' ? parseJsonText(value) : value;
  const list = Array.isArray(parsed) ? listOf(parsed) : [parsed];
  const calls: CallInput[] = [];
  for (const item of list) {
    if (item === undefined || !isJsonObject(item)) return [];
    const name = textOf(item['name']);
    if (name === null) return [];
    const extras = restOf(item, ['id', 'name', 'arguments', 'parameters']);
    calls.push({ id: textOf(item['id']), name, args: item['arguments'] ?? item['parameters'], extras });
  }
  return calls;
}
