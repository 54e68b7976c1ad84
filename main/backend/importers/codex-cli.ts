import type { Per } from '../../../shared/model/sample.ts';
import { createCallLedger } from './shared/call-ids.ts';
import { createCodexSession, isCodexLine, isExecEvent } from './shared/codex-session.ts';
import type { CodexSession } from './shared/codex-session.ts';
import { textOf, valueOf } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { readItems } from './shared/responses-items.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import { turnsToMessages } from './shared/turns.ts';
import type { Assembler, DetectResult, Importer, ParsedIssue, ParsedSample, Position, RawRecord } from './types.ts';

/**
 * Rollouts of Codex CLI and what `codex exec --json` prints: one session a file. The latter, and rollouts before types were
 * written, are built from the documented shape; no real file was at hand.
 */
export const codexCli: Importer = {
  id: 'codex-cli',
  version: 1,
  title: 'Codex CLI sessions',
  extensions: ['.jsonl'],
  per: ['conversation', 'turn', 'call'],
  answer:
    'The answer is everything the agent said, thought and did after the first user message. Events that say the same again are left out.',
  sample: 'One sample per file: the prompt is what stands before the first answer of the agent.',
  takes: 'json',
  mappable: false,
  detect,
  parse: () => [],
  assemble: ({ per }) => assemble(per),
};

function detect(record: RawRecord): DetectResult | null {
  const line = valueOf(record);
  if (line === null) return null;
  if (isCodexLine(line)) return { confidence: 0.97, reason: 'lines of a rollout with payloads' };
  return isExecEvent(line) ? { confidence: 0.95, reason: 'events of threads, turns and items' } : null;
}

function assemble(per: Per): Assembler {
  const session = createCodexSession();
  let first: Position | null = null;
  return {
    push(record) {
      const line = valueOf(record);
      const taken = line === null ? 'unknown' : session.push(line);
      if (taken === 'unknown')
        return [refuse(record, 'no_session_line', 'The line is no event of a session: its "type" is not known.')];
      first ??= record.position;
      return taken === 'skipped'
        ? [note(record, 'no_message', 'The line is no message of the conversation; it was left out.')]
        : [];
    },
    end: () => (first === null ? [] : finish(session, first, per)),
  };
}

function finish(session: CodexSession, position: Position, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const remark = (code: string, message: string): ParsedIssue => ({
    kind: 'issue',
    position,
    code,
    message,
    raw: null,
    rejected: false,
  });
  const read = readItems(session.items());
  if (!read.ok) return [remark(read.problem.code, `The session could not be read: ${read.problem.message}`)];
  const turns = read.turns.map((turn) => ({
    ...turn,
    blocks: turn.blocks.map((block) =>
      block.kind === 'result' && block.id !== null && session.failed.has(block.id)
        ? { ...block, isError: true }
        : block,
    ),
  }));
  if (turns.length === 0) return [remark('no_messages', 'The session holds no messages.')];
  const { meta, context } = session.head();
  return trajectorySamples(
    {
      position,
      messages: turnsToMessages(turns, createCallLedger()),
      attempt: {
        model: textOf(context['model']) ?? session.model(),
        tokens: session.tokens(),
        startedAt: session.startedAt(),
        extras: compact({ events: session.events.length > 0 ? session.events : undefined }),
      },
      extras: compact({ session: meta, context }),
      sourceRef: textOf(meta['id']),
    },
    per,
  );
}
