import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { outcomeOf, plainAttempt, splitConversation } from './shared/conversation.ts';
import { idOf, listOf, numberOf, objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { isMessageList } from './shared/exchange.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import { addTurns, isTurn, turnsField } from './shared/sharegpt-turns.ts';
import { createTranscript } from './shared/transcript.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Answers that were compared or judged: chosen and rejected (DPO), or one answer with a yes or no (KTO). */
export const preference: Importer = {
  id: 'preference',
  version: 1,
  title: 'Preference pairs and labels',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer:
    'Each answer of the row is an attempt. A label of true is reward 1 and false is 0; chosen and rejected answers have a reward only where the row scores them.',
  sample: 'One sample per row: the prompt is what both answers share.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const row = valueOf(record);
  if (row === null) return null;
  if (isPair(row)) return { confidence: 0.96, reason: 'a chosen and a rejected answer' };
  return isLabelled(row) ? { confidence: 0.95, reason: 'an answer with a label of true or false' } : null;
}

function isAnswer(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || isTurn(value) || isMessage(value) || isMessageList(value);
}

function isMessage(value: JsonValue | undefined): boolean {
  return value !== undefined && isJsonObject(value) && typeof value['role'] === 'string' && 'content' in value;
}

function isPair(row: JsonObject): boolean {
  return isAnswer(row['chosen']) && isAnswer(row['rejected']);
}

function isLabelled(row: JsonObject): boolean {
  if (typeof row['label'] !== 'boolean') return false;
  if (isMessageList(row['messages'])) return true;
  return turnsField(row) !== null || (isAnswer(row['prompt']) && isAnswer(row['completion']));
}

type Answers =
  | { readonly prompt: readonly Message[]; readonly answers: readonly (readonly Message[])[] }
  | { readonly code: string; readonly message: string };

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record) ?? {};
  const pair = isPair(row);
  if (!pair && !isLabelled(row))
    return [refuse(record, 'no_answers', 'The row has neither a chosen and a rejected answer nor a label.')];
  const read = pair ? readPair(row) : readLabelled(row);
  if ('code' in read) return [refuse(record, read.code, read.message)];
  const tools = readTools(row['tools']);
  const known = ['chosen', 'rejected', 'prompt', 'completion', 'label', 'messages', 'system', 'id', 'score_chosen'];
  const field = turnsField(row);
  return [
    ...(tools.ok ? [] : [note(record, 'bad_tools', 'The tools could not be read; they were kept as they are.')]),
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: null,
      title: null,
      prompt: read.prompt,
      tools: tools.ok ? tools.tools : [],
      reference: {},
      attempts: read.answers.map((messages, at) => toAttempt(row, messages, pair ? at : null)),
      extras: compact({
        ...restOf(row, [
          ...known,
          'score_rejected',
          ...(field === null ? [] : [field]),
          ...(tools.ok ? ['tools'] : []),
        ]),
        wrapper: record.outer,
      }),
      sourceRef: idOf(row['id']),
      tags: [],
    },
  ];
}

function toAttempt(row: JsonObject, messages: readonly Message[], place: number | null): ParsedAttempt {
  if (place === null) {
    const reward = row['label'] === true ? 1 : 0;
    return { ...plainAttempt(messages), reward, outcome: outcomeOf(reward) };
  }
  const name = place === 0 ? 'chosen' : 'rejected';
  const reward = numberOf(row[`score_${name}`]);
  return { ...plainAttempt(messages), reward, outcome: outcomeOf(reward), extras: { preference: name } };
}

function readPair(row: JsonObject): Answers {
  const before = contextOf(row);
  const chosen = readWhole(before, row['chosen']);
  const rejected = readWhole(before, row['rejected']);
  if ('code' in chosen) return chosen;
  if ('code' in rejected) return rejected;
  const shared = sharedLength(chosen.messages, rejected.messages);
  return {
    prompt: chosen.messages.slice(0, shared),
    answers: [chosen, rejected].map((one) => one.messages.slice(shared)),
  };
}

function readLabelled(row: JsonObject): Answers {
  const whole = isMessageList(row['messages'])
    ? readMessages(row['messages'])
    : { ok: true as const, ...readWhole(contextOf(row), row['completion']) };
  if (!whole.ok) return whole.problem;
  if ('code' in whole) return whole;
  const split = splitConversation(whole.messages, 'conversation').at(-1);
  return {
    prompt: split?.prompt ?? [],
    answers: split === undefined || split.answer.length === 0 ? [] : [split.answer],
  };
}

/** What comes before the answers, in the form of the turns: `from` and `value`, or `role` and `content`. */
function contextOf(row: JsonObject): readonly JsonValue[] {
  const field = turnsField(row);
  const system = textOf(row['system']);
  const first = system === null || system === '' ? [] : [{ role: 'system', content: system }];
  if (field !== null) return [...first, ...listOf(row[field])];
  const prompt = row['prompt'] ?? (isMessageList(row['messages']) ? row['messages'] : undefined);
  if (typeof prompt === 'string') return [...first, ...fromMarked(prompt, 'user')];
  return [...first, ...listOf(prompt)];
}

type Whole = { readonly messages: readonly Message[] } | { readonly code: string; readonly message: string };

/** Reads what comes before and one answer. An answer may be a whole conversation that repeats what comes before. */
function readWhole(before: readonly JsonValue[], answer: JsonValue | undefined): Whole {
  const after = Array.isArray(answer)
    ? listOf(answer)
    : typeof answer === 'string'
      ? fromMarked(answer, 'assistant')
      : answer === undefined
        ? []
        : [answer];
  const repeats = before.every((message, at) => JSON.stringify(message) === JSON.stringify(after[at]));
  const all = repeats ? after : [...before, ...after];
  if (!all.some((item) => isTurn(item))) {
    const read = readMessages(all);
    return read.ok ? read : read.problem;
  }
  const transcript = createTranscript();
  const turns = all.map((item) =>
    isMessage(item) ? { from: objectOf(item)['role'] ?? null, value: objectOf(item)['content'] ?? null } : item,
  );
  const read = addTurns(turns, transcript);
  return 'code' in read ? read : { messages: transcript.messages };
}

/** The form of HH: one text with `Human:` and `Assistant:` before each turn. Any other text is one message. */
function fromMarked(text: string, role: 'user' | 'assistant'): readonly JsonValue[] {
  if (!/^\s*Human: /.test(text)) return [{ role, content: text }];
  const pieces = `\n\n${text.trimStart()}`.split(/\n\n(Human|Assistant):/).slice(1);
  const turns: JsonValue[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    turns.push({ role: pieces[at] === 'Human' ? 'user' : 'assistant', content: pieces[at + 1]?.trim() ?? '' });
  }
  return turns;
}

/** How many messages two conversations begin with alike; at least one message of each is its answer. */
function sharedLength(first: readonly Message[], second: readonly Message[]): number {
  const most = Math.min(first.length, second.length) - 1;
  let shared = 0;
  while (shared < most && JSON.stringify(first[shared]) === JSON.stringify(second[shared])) shared += 1;
  return Math.max(shared, 0);
}
