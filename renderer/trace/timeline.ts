import type { Message, Part, Role } from '../../shared/model/message.ts';
import { toTrajectory, type CallWithResult, type TrajectoryItem } from '../../shared/model/steps.ts';

/** Tokens and times as the log gives them; null where it gives none. */
export type NodeMeta = { readonly tokens: number | null; readonly durationMs: number | null };

type NodeBase = {
  readonly key: string;
  readonly section: 'prompt' | 'attempt';
  /** Index into the messages of its section. */
  readonly messageIdx: number;
  /** null on turns and on results without a call. */
  readonly stepIdx: number | null;
  readonly meta: NodeMeta;
};

/** One mark on the rail of the trajectory. A step makes up to three: what it thought, what it said, what it called. */
export type TimelineNode = NodeBase &
  (
    | { readonly kind: 'turn'; readonly role: Role; readonly name: string | undefined; readonly parts: readonly Part[] }
    | { readonly kind: 'reasoning'; readonly parts: readonly Part[] }
    | { readonly kind: 'said'; readonly parts: readonly Part[]; readonly isFinal: boolean }
    | { readonly kind: 'calls'; readonly calls: readonly CallWithResult[] }
    | { readonly kind: 'empty'; readonly finish: string | undefined }
    | { readonly kind: 'orphan'; readonly message: Message }
  );
export type CallsNode = Extract<TimelineNode, { kind: 'calls' }>;

const NO_META: NodeMeta = { tokens: null, durationMs: null };

/**
 * Reads a prompt and an attempt as the marks of one rail, in order. Nothing is dropped: an assistant message without text
 * and calls is an `empty` mark, a result that answers no call an `orphan`.
 */
export function toTimeline(prompt: readonly Message[], messages: readonly Message[]): readonly TimelineNode[] {
  return [
    ...toTrajectory(prompt).flatMap((item) => toNodes(item, 'prompt')),
    ...toTrajectory(messages).flatMap((item) => toNodes(item, 'attempt')),
  ];
}

function toNodes(item: TrajectoryItem, section: NodeBase['section']): TimelineNode[] {
  const { message, messageIdx } = item;
  const key = `${section}:${messageIdx}`;
  const whole: NodeMeta = { tokens: message.tokens ?? null, durationMs: message.timing?.durationMs ?? null };
  const base = { section, messageIdx, stepIdx: null };
  if (item.kind === 'turn') {
    return [{ ...base, key, kind: 'turn', role: message.role, name: message.name, parts: message.parts, meta: whole }];
  }
  if (item.kind === 'orphan') return [{ ...base, key, kind: 'orphan', message, meta: whole }];
  const step = { section, messageIdx, stepIdx: item.stepIdx };
  const nodes: TimelineNode[] = runsOf(message.parts).map((run, index) => ({
    ...step,
    key: `${key}:${index}`,
    meta: index === 0 ? whole : NO_META,
    ...(run.isReasoning
      ? { kind: 'reasoning', parts: run.parts }
      : { kind: 'said', parts: run.parts, isFinal: item.isFinal && section === 'attempt' }),
  }));
  if (item.calls.length > 0) {
    nodes.push({ ...step, key: `${key}:calls`, kind: 'calls', calls: item.calls, meta: callsMeta(item.calls) });
  }
  if (nodes.length === 0) nodes.push({ ...step, key, kind: 'empty', finish: message.finish, meta: whole });
  return nodes;
}

/** Parts in order, joined into runs of reasoning and of everything else. Texts of no characters show nothing. */
function runsOf(parts: readonly Part[]): readonly { isReasoning: boolean; parts: Part[] }[] {
  const runs: { isReasoning: boolean; parts: Part[] }[] = [];
  for (const part of parts) {
    if (part.type === 'text' && part.text === '') continue;
    const isReasoning = part.type === 'reasoning';
    const last = runs.at(-1);
    if (last?.isReasoning === isReasoning) last.parts.push(part);
    else runs.push({ isReasoning, parts: [part] });
  }
  return runs;
}

/** Tokens of the results together, and the time from the first start to the last end (the longest call without starts). */
function callsMeta(calls: readonly CallWithResult[]): NodeMeta {
  let tokens: number | null = null;
  let longest: number | null = null;
  let first = Infinity;
  let last = -Infinity;
  let hasStarts = true;
  for (const { result } of calls) {
    if (result?.tokens !== undefined) tokens = (tokens ?? 0) + result.tokens;
    const { startMs, durationMs } = result?.timing ?? {};
    if (durationMs === undefined) continue;
    longest = Math.max(longest ?? 0, durationMs);
    if (startMs === undefined) hasStarts = false;
    else {
      first = Math.min(first, startMs);
      last = Math.max(last, startMs + durationMs);
    }
  }
  return { tokens, durationMs: hasStarts && last > first ? last - first : longest };
}

/** @returns the key of one call of a calls mark, by its place */
export function callKey(node: { readonly key: string }, index: number): string {
  return `${node.key}:${index}`;
}
