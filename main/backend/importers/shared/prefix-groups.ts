import type { Message } from '../../../../shared/model/message.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import { messageKey } from '../../engine/canonical.ts';
import { contentHash } from '../../engine/hash.ts';
import type { Assembler, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from '../types.ts';
import type { JsonRaw } from './fields.ts';
import { openingEnd, plainAttempt } from './conversation.ts';

/** Conversations held open at once; the one that was quiet longest is closed for a new one. */
const MOST_OPEN = 2_000;

type Items = readonly (ParsedSample | ParsedIssue)[];
type Parse = (record: RawRecord) => Items;

/** A conversation so far: the first call's sample, and all messages up to the last answer. */
type Conversation = {
  readonly first: ParsedSample;
  readonly last: ParsedSample;
  readonly messages: readonly Message[];
  readonly calls: readonly ParsedAttempt[];
};

/**
 * Joins the calls of a request log into conversations. Each call sends the history again: one whose messages begin with
 * all that an earlier call sent and got back goes on with it. Messages are compared without their reasoning, which clients
 * leave out of the history; where the log holds the answer itself, it stands in the conversation instead of its repetition.
 *
 * A call with several answers ends its conversation, since the log does not say which one went on. A second call that goes
 * on from the same point is a conversation of its own.
 *
 * @param parse reads one call as a sample whose prompt is all messages sent
 */
export function groupByPrefix(parse: Parse): Assembler {
  // By the hash of the messages they end with; a map keeps the order in which they were touched.
  const open = new Map<string, Conversation>();

  /** Takes out the conversation that the messages go on with: the one that ended latest in them. */
  function takeKnown(
    prompt: readonly Message[],
    hashes: readonly string[],
  ): { known: Conversation; at: number } | null {
    const at = hashes.findLastIndex((hash, index) => prompt[index]?.role === 'assistant' && open.has(hash));
    const hash = hashes[at] ?? '';
    const known = open.get(hash);
    open.delete(hash);
    return known === undefined ? null : { known, at };
  }

  /** @returns the conversation that has to make room, if any */
  function hold(end: string, conversation: Conversation): Conversation | undefined {
    const twin = open.get(end);
    open.set(end, conversation);
    const [oldest] = open;
    if (twin !== undefined || open.size <= MOST_OPEN || oldest === undefined) return twin;
    open.delete(oldest[0]);
    return oldest[1];
  }

  function add(sample: ParsedSample): ParsedSample | null {
    const hashes = chain(sample.prompt);
    const found = takeKnown(sample.prompt, hashes);
    const history = found === null ? sample.prompt : [...found.known.messages, ...sample.prompt.slice(found.at + 1)];
    const before = found?.known ?? { first: sample, calls: [] };
    const [answer, ...others] = sample.attempts;
    const next = { first: before.first, last: sample, calls: [...before.calls, ...sample.attempts.slice(0, 1)] };
    if (others.length > 0) return toSample({ ...next, messages: history });
    const answered = answer?.messages ?? [];
    const sent = hashes.at(-1) ?? '';
    const done = hold(chain(answered, sent).at(-1) ?? sent, { ...next, messages: [...history, ...answered] });
    return done === undefined ? null : toSample(done);
  }

  return {
    push: (record) =>
      parse(record).flatMap((item): readonly (ParsedSample | ParsedIssue)[] => {
        const done = item.kind === 'sample' ? add(item) : item;
        return done === null ? [] : [done];
      }),
    end: () => [...open.values()].map(toSample).toSorted((a, b) => a.position.index - b.position.index),
  };
}

/**
 * The two ways a request log is read: record by record, and joined per conversation.
 *
 * @param parse reads one logged call
 */
export function requestLog(parse: (record: JsonRaw, per: Per) => Items): Pick<Importer, 'parse'> & {
  readonly assemble: NonNullable<Importer['assemble']>;
} {
  const read = (record: RawRecord, per: Per): Items => (record.kind === 'json' ? parse(record, per) : []);
  return {
    parse: (record, { per }) => read(record, per),
    assemble: ({ per }) => (per === 'conversation' ? groupByPrefix((record) => read(record, 'call')) : null),
  };
}

/** Hashes of all beginnings of a list of messages, the shortest first. */
function chain(messages: readonly Message[], start = ''): readonly string[] {
  let hash = start;
  return messages.map((message) => {
    const parts = message.parts.filter(({ type }) => type !== 'reasoning');
    hash = contentHash(`${hash}\n${JSON.stringify(messageKey({ ...message, parts }))}`);
    return hash;
  });
}

function toSample({ first, last, messages, calls }: Conversation): ParsedSample {
  const end = openingEnd(messages);
  const answered = last.attempts;
  const several = answered.length > 1;
  const rest = messages.slice(end);
  const attempts = several
    ? answered.map((attempt) => ({ ...attempt, messages: [...rest, ...attempt.messages] }))
    : answered.map((attempt) => ({ ...sumOf(calls, attempt), messages: rest }));
  const refs = first === last || last.sourceRef === null ? {} : { lastCall: last.sourceRef };
  return {
    ...first,
    prompt: messages.slice(0, end),
    tools: last.tools,
    attempts: attempts.length > 0 || rest.length === 0 ? attempts : [plainAttempt(rest)],
    extras:
      calls.length < 2 ? first.extras : { ...objectOf(first.extras), conversation: { calls: calls.length, ...refs } },
  };
}

/** Time and tokens of a conversation are those of all its calls, where every call tells them. */
function sumOf(calls: readonly ParsedAttempt[], last: ParsedAttempt): ParsedAttempt {
  const total = (of: (call: ParsedAttempt) => number | null): number | null => {
    const values = calls.map(of);
    return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  return {
    ...last,
    latencyMs: total(({ latencyMs }) => latencyMs),
    tokens: total(({ tokens }) => tokens),
    startedAt: calls[0]?.startedAt ?? last.startedAt,
  };
}

function objectOf(extras: ParsedSample['extras']): object {
  return typeof extras === 'object' && extras !== null && !Array.isArray(extras) ? extras : {};
}
