import type { Per } from '../../../shared/model/sample.ts';
import { addGeminiMessages, isGeminiSession, readCopilot, readKimi } from './shared/cli-sessions.ts';
import type { CliEvents, CliSession } from './shared/cli-sessions.ts';
import { textOf, valueOf } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { parseTime } from './shared/time.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import type { Assembler, Importer, ParsedSample, Position, RawRecord } from './types.ts';

const SHARED = {
  version: 1,
  per: ['conversation', 'turn', 'call'],
  answer:
    'The answer is everything the agent said and did after the first user message, with the results of its tools.',
  takes: 'json',
  mappable: false,
} as const satisfies Partial<Importer>;

/** Sessions of GitHub Copilot CLI: one event a line, one session a file. */
export const copilotCli: Importer = {
  ...SHARED,
  id: 'copilot-cli',
  title: 'GitHub Copilot CLI sessions',
  extensions: ['.jsonl'],
  sample: 'One sample per file, and one for all sub-agents in it: the prompt ends with the first user message.',
  detect: (record) =>
    readCopilot.isLine(valueOf(record) ?? {}) ? { confidence: 0.95, reason: 'events with data and parent ids' } : null,
  parse: () => [],
  assemble: ({ per }) => assemble(readCopilot, per),
};

/** Sessions of Kimi CLI: one event a line, one session a file. */
export const kimiCli: Importer = {
  ...SHARED,
  id: 'kimi-cli',
  title: 'Kimi CLI sessions',
  extensions: ['.jsonl'],
  sample: 'One sample per file: the prompt is the system text and the first user message.',
  detect: (record) =>
    readKimi.isLine(valueOf(record) ?? {}) ? { confidence: 0.95, reason: 'events of a context and its steps' } : null,
  parse: () => [],
  assemble: ({ per }) => assemble(readKimi, per),
};

/** Sessions of Gemini CLI: one JSON object a session, with call and result in one. */
export const geminiCli: Importer = {
  ...SHARED,
  id: 'gemini-cli',
  title: 'Gemini CLI sessions',
  extensions: ['.json'],
  sample: 'One sample per session: the prompt is the first user message.',
  detect: (record) =>
    isGeminiSession(valueOf(record) ?? {})
      ? { confidence: 0.97, reason: 'a session with messages of user and gemini' }
      : null,
  parse: (record, { per }) => parseGemini(record, per),
};

function parseGemini(record: RawRecord, per: Per) {
  const value = valueOf(record) ?? {};
  if (!isGeminiSession(value)) return [refuse(record, 'no_session', 'The record is no session with messages.')];
  const session = addGeminiMessages(value['messages']);
  return [
    ...(session.skipped > 0
      ? [note(record, 'notices', 'Notices of the program are no part of the conversation; they were left out.')]
      : []),
    ...trajectorySamples(
      {
        position: record.position,
        messages: session.messages,
        attempt: { model: session.model, tokens: session.tokens, startedAt: parseTime(value['startTime']) },
        extras: restOf(value, ['messages', 'sessionId']),
        sourceRef: textOf(value['sessionId']),
      },
      per,
    ),
  ];
}

function assemble(events: CliEvents, per: Per): Assembler {
  const reader = events.create();
  let first: Position | null = null;
  return {
    push(record) {
      const line = valueOf(record);
      const taken = line === null || !events.isLine(line) ? 'unknown' : reader.push(line);
      if (taken === 'unknown') return [refuse(record, 'no_event', 'The line is no event of a session.')];
      first ??= record.position;
      return taken === 'skipped'
        ? [note(record, 'no_message', 'The line is no message of the conversation; it was left out.')]
        : [];
    },
    end() {
      const position = first;
      if (position === null) return [];
      return reader.end().flatMap((session, at) => toSamples(session, position, at, per));
    },
  };
}

function toSamples(session: CliSession, position: Position, at: number, per: Per): readonly ParsedSample[] {
  if (session.messages.length === 0) return [];
  const samples = trajectorySamples(
    {
      position,
      messages: session.messages,
      tools: session.tools,
      attempt: { model: session.model, tokens: session.tokens, startedAt: session.startedAt },
      extras: compact({ session: session.head }),
      sourceRef: session.id,
      tags: at > 0 ? ['subagent'] : [],
    },
    per,
  );
  return samples.map((sample) => ({ ...sample, sub: at * 10_000 + sample.sub }));
}
