import type { JsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { createCallLedger } from './shared/call-ids.ts';
import { numberOf, textOf, valueOf } from './shared/fields.ts';
import { createClaudeSession, isLine, sessionOf } from './shared/claude-session.ts';
import type { ClaudeSession } from './shared/claude-session.ts';
import { compact, note, refuse } from './shared/items.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import { turnsToMessages } from './shared/turns.ts';
import type { Assembler, DetectResult, Importer, ParsedSample, RawRecord } from './types.ts';

/**
 * Sessions of Claude Code, and the stream its SDK prints: one line an event, one answer over several lines. The stream is
 * built from the documented shape; no real file was at hand.
 */
export const claudeCode: Importer = {
  id: 'claude-code',
  version: 1,
  title: 'Claude Code sessions',
  extensions: ['.jsonl', '.json'],
  per: ['conversation', 'turn', 'call'],
  answer:
    'The answer is everything the agent said and did after the first user message, with the results of its tools. Lines of one answer are joined.',
  sample: 'One sample per session, and one per sub-agent in it: the prompt is the first user message.',
  takes: 'json',
  mappable: false,
  detect,
  parse: () => [],
  assemble: ({ per }) => assemble(per),
};

function detect(record: RawRecord): DetectResult | null {
  const line = valueOf(record);
  if (line === null || typeof line['type'] !== 'string') return null;
  const has = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(line, key));
  if (typeof line['sessionId'] === 'string')
    return has('uuid', 'parentUuid', 'leafUuid')
      ? { confidence: 0.97, reason: 'lines of a session with ids' }
      : { confidence: 0.9, reason: 'lines of a session' };
  if (line['type'] === 'summary' && typeof line['leafUuid'] === 'string')
    return { confidence: 0.9, reason: 'summaries of a session' };
  if (typeof line['session_id'] !== 'string') return null;
  const isStream = has('uuid', 'parent_tool_use_id') || (/^(?:system|result)$/.test(line['type']) && has('subtype'));
  return isStream ? { confidence: 0.95, reason: 'the stream of an agent session' } : null;
}

function assemble(per: Per): Assembler {
  const sessions = new Map<string, ClaudeSession>();
  const titles = new Map<string, string>();
  let last: string | null = null;
  const open = (key: string, record: RawRecord): ClaudeSession => {
    const known = sessions.get(key) ?? createClaudeSession(record.position);
    sessions.set(key, known);
    return known;
  };
  /** Notes titles. @returns the session of a line; summaries stand before theirs, and do not name it */
  function place(line: JsonObject): string {
    const named = textOf(line['sessionId']) ?? textOf(line['session_id']);
    const id = named ?? last ?? '';
    if (named !== null && last === null && titles.has('')) titles.set(named, titles.get('') ?? '');
    last = named ?? last;
    const title = textOf(line['customTitle']) ?? textOf(line['aiTitle']) ?? textOf(line['summary']);
    if (title !== null) titles.set(id, title);
    return id;
  }

  return {
    push(record) {
      const line = valueOf(record);
      if (line === null || !isLine(line))
        return [
          refuse(record, 'no_session_line', 'The line is no event of a session: it has no known "type" or no session.'),
        ];
      const id = place(line);
      const taken = open(sessionOf(line, id), record).push(line);
      if (taken === 'skipped')
        return [note(record, 'no_message', 'The line is no message of the conversation; it was left out.')];
      return taken === 'taken' ? [] : [refuse(record, 'bad_message', taken.problem)];
    },
    end: () =>
      [...sessions]
        .sort(([, a], [, b]) => a.position.index - b.position.index)
        .flatMap(([key, session]) => finish(session, key, titles, per)),
  };
}

function finish(
  session: ClaudeSession,
  key: string,
  titles: ReadonlyMap<string, string>,
  per: Per,
): readonly ParsedSample[] {
  const { turns, rewound } = session.turns();
  if (turns.length === 0) return [];
  const [id = '', agent] = key.split('\n');
  const { head, result } = session;
  return trajectorySamples(
    {
      position: session.position,
      messages: turnsToMessages(turns, createCallLedger()),
      tools: session.tools,
      title: agent === undefined ? (titles.get(id) ?? null) : null,
      attempt: {
        model: session.model(),
        tokens: session.tokens(),
        latencyMs: result === null ? null : numberOf(result['duration_ms']),
        outcome: result?.['is_error'] === true ? 'error' : 'unknown',
        startedAt: session.startedAt(),
        extras: compact({ result: result ?? undefined }),
      },
      extras: compact({ ...head, rewound: rewound.length > 0 ? rewound : undefined }),
      sourceRef: id === '' ? null : id,
      tags: agent === undefined ? [] : ['subagent'],
    },
    per,
  );
}
