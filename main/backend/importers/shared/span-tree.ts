import { pickText } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import type { Span } from './span-model.ts';

/** The spans of one agent: its model calls in order, its tools, and the span of the agent itself. */
export type AgentGroup = {
  readonly agent: Span | null;
  /** The span around the model calls: the agent's, else the outermost one. */
  readonly frame: Span | null;
  readonly calls: readonly Span[];
  readonly tools: readonly Span[];
  /** Starts of all model calls, those without content included; they tell steps apart. */
  readonly starts: readonly number[];
};

/**
 * Puts the spans of a trace in groups, one an agent: a span belongs to the nearest agent span above it. Spans below none
 * are one group. Of model calls inside model calls (one call seen by several instrumentations) the innermost with the most
 * content stands for all.
 */
export function groupByAgent(spans: readonly Span[]): readonly AgentGroup[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const calls = modelCalls(spans, byId);
  const called = new Set(spans.flatMap(calledTools));
  const groups = new Map<string, Growing>();
  for (const span of inOrder(spans)) {
    const tool = span.kind === 'tool' || called.has(span.tool?.name ?? '') ? span.tool : null;
    if (span.kind === 'other' && tool === null) continue;
    const agent = span.kind === 'agent' ? span : agentOf(span, byId);
    const key = agent?.id ?? '';
    const group = groups.get(key) ?? { agent, frame: agent, calls: [], tools: [], starts: [] };
    groups.set(key, group);
    group.frame ??= [...above(span, byId)].at(-1) ?? null;
    if (tool !== null) group.tools.push(span);
    addCall(group, span, calls.get(span));
  }
  return [...groups.values()];
}

type Growing = { agent: Span | null; frame: Span | null; calls: Span[]; tools: Span[]; starts: number[] };

function addCall(group: Growing, span: Span, call: Span | undefined): void {
  if (call !== undefined) group.calls.push(call);
  if (span.kind === 'llm' && span.start !== null) group.starts.push(span.start);
}

/** Names of the tools a model asked for. A span of no kind that has such a name is that tool's. */
function calledTools({ kind, output }: Span): readonly string[] {
  if (kind !== 'llm') return [];
  return (output?.messages ?? []).flatMap((message) =>
    listOf(message['tool_calls']).flatMap((call) => pickText(objectOf(objectOf(call)['function']), 'name') ?? []),
  );
}

/** @returns the spans by their start; those without one keep their place among their neighbours */
function inOrder(spans: readonly Span[]): readonly Span[] {
  let last = -Infinity;
  const keyed = spans.map((span, at) => {
    last = span.start ?? last;
    return { span, at, start: span.start ?? last };
  });
  return keyed.sort((a, b) => (a.start === b.start ? a.at - b.at : a.start - b.start)).map(({ span }) => span);
}

function* above(span: Span, byId: ReadonlyMap<string, Span>): Generator<Span, void, undefined> {
  const seen = new Set([span.id]);
  let parent = span.parentId === null ? undefined : byId.get(span.parentId);
  while (parent !== undefined && !seen.has(parent.id)) {
    yield parent;
    seen.add(parent.id);
    parent = parent.parentId === null ? undefined : byId.get(parent.parentId);
  }
}

function agentOf(span: Span, byId: ReadonlyMap<string, Span>): Span | null {
  for (const parent of above(span, byId)) if (parent.kind === 'agent') return parent;
  return null;
}

/** How much of a call a span tells: messages known to be such count more than a bare text. */
export function contentOf({ input, output }: Span): number {
  const weigh = (chat: Span['input']): number =>
    chat === null || chat.messages.length === 0 ? 0 : chat.structured ? 2 : 1;
  return weigh(input) + weigh(output);
}

function modelCalls(spans: readonly Span[], byId: ReadonlyMap<string, Span>): ReadonlyMap<Span, Span> {
  const calls = spans.filter((span) => span.kind === 'llm' && contentOf(span) > 0);
  const dropped = new Set<Span>();
  const filled = new Map<Span, Span>();
  for (const span of calls) {
    let whole = span;
    for (const parent of above(span, byId)) {
      // A tool or an agent in between makes it a call of its own.
      if (parent.kind === 'tool' || parent.kind === 'agent') break;
      if (parent.kind !== 'llm') continue;
      whole = fill(whole, parent);
      if (contentOf(parent) > 0) dropped.add(contentOf(parent) > contentOf(span) ? span : parent);
    }
    filled.set(span, whole);
  }
  for (const span of dropped) filled.delete(span);
  return filled;
}

/** What the span of a call does not say, a span around the same call may. */
function fill(span: Span, outer: Span): Span {
  return {
    ...span,
    model: span.model ?? outer.model,
    tokens: span.tokens ?? outer.tokens,
    outputTokens: span.outputTokens ?? outer.outputTokens,
    tools: span.tools.length > 0 ? span.tools : outer.tools,
    start: span.start ?? outer.start,
    end: span.end ?? outer.end,
    error: span.error ?? outer.error,
  };
}
