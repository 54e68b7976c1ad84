import type { Message } from '../../../../shared/model/message.ts';
import type { Outcome, Per } from '../../../../shared/model/sample.ts';
import type { ParsedAttempt, ParsedSample } from '../types.ts';

export type Split = { readonly prompt: readonly Message[]; readonly answer: readonly Message[] };

/**
 * Cuts a whole conversation into prompts and answers.
 *
 * - `conversation`: everything up to the last user turn, and what the agent did after it.
 * - `turn`: the same for each user turn that was answered.
 * - `call`: each assistant message, with all messages before it as its prompt.
 *
 * A conversation that ends without an answer ends with a prompt without one.
 */
export function splitConversation(messages: readonly Message[], per: Per): readonly Split[] {
  const answered = per === 'call' ? splitByCall(messages) : splitByTurn(messages);
  const last = answered.at(-1);
  const isOpen = last === undefined || last.prompt.length + last.answer.length < messages.length;
  // What follows the last answer is a prompt that waits for one; in `call` mode results belong to the call before them.
  const waits = isOpen && (per !== 'call' || last === undefined || messages.at(-1)?.role === 'user');
  const splits = waits ? [...answered, { prompt: messages, answer: [] }] : answered;
  return per === 'conversation' ? splits.slice(-1) : splits;
}

function splitByCall(messages: readonly Message[]): readonly Split[] {
  return messages.flatMap((message, at) =>
    message.role === 'assistant' ? [{ prompt: messages.slice(0, at), answer: [message] }] : [],
  );
}

function splitByTurn(messages: readonly Message[]): readonly Split[] {
  const splits: Split[] = [];
  let from = 0;
  while (from < messages.length) {
    const start = findFrom(messages, from, isAgent);
    if (start === -1) break;
    const next = findFrom(messages, start, (message) => !isAgent(message));
    const end = next === -1 ? messages.length : next;
    if (messages.slice(start, end).some(({ role }) => role === 'assistant')) {
      splits.push({ prompt: messages.slice(0, start), answer: messages.slice(start, end) });
    }
    from = end;
  }
  return splits;
}

function isAgent(message: Message): boolean {
  return message.role === 'assistant' || message.role === 'tool';
}

function findFrom(messages: readonly Message[], from: number, test: (message: Message) => boolean): number {
  const at = messages.slice(from).findIndex(test);
  return at === -1 ? -1 : from + at;
}

/** @returns the place of the first assistant message after the first user turn; the end when there is none */
export function openingEnd(messages: readonly Message[]): number {
  const user = messages.findIndex(({ role }) => role === 'user');
  const at = messages.findIndex(({ role }, index) => role === 'assistant' && index > user);
  return at === -1 ? messages.length : at;
}

/**
 * Where the prompt of a logged exchange ends in the messages sent.
 *
 * @param hasAnswer whether the record holds an answer beside them
 * @returns the number of messages that are the prompt; the rest was done before and belongs to the answer
 */
export function promptEnd(history: readonly Message[], per: Per, hasAnswer: boolean): number {
  if (per === 'conversation') return openingEnd(history);
  if (per === 'turn') {
    const user = history.findLastIndex(({ role }) => role === 'user');
    return user === -1 ? history.length : user + 1;
  }
  // A request without a response that ends with the agent's words is a log of the whole conversation.
  return !hasAnswer && history.at(-1)?.role === 'assistant' ? history.length - 1 : history.length;
}

/** What a recorded reward says of an attempt: 1 is success, 0 failure, between them partial. Other scales say nothing. */
export function outcomeOf(reward: number | null): Outcome {
  if (reward === null || reward < 0 || reward > 1) return 'unknown';
  if (reward === 1) return 'success';
  return reward === 0 ? 'failure' : 'partial';
}

/** @returns an attempt with these messages and nothing else known */
export function plainAttempt(messages: readonly Message[]): ParsedAttempt {
  return {
    messages,
    model: null,
    outcome: 'unknown',
    reward: null,
    latencyMs: null,
    tokens: null,
    startedAt: null,
    extras: null,
  };
}

/** @returns the samples with those of one task joined: the first stands, the attempts of all follow in order */
export function joinTasks(samples: readonly ParsedSample[]): readonly ParsedSample[] {
  const joined = new Map<string, ParsedSample>();
  for (const sample of samples) {
    const { taskKey, position, sub, attempts } = sample;
    const key = taskKey === null ? `${position.index}/${sub}` : `task ${taskKey}`;
    const known = joined.get(key);
    joined.set(key, known === undefined ? sample : { ...known, attempts: [...known.attempts, ...attempts] });
  }
  return [...joined.values()];
}
