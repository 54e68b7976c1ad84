import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import type { ParsedAttempt, ParsedIssue, ParsedSample } from '../types.ts';
import { IS_ERROR } from './chat-blocks.ts';
import type { Chat } from './chat-values.ts';
import { outcomeOf, splitConversation } from './conversation.ts';
import { compact } from './items.ts';
import { readMessages } from './openai-messages.ts';
import { readTools } from './openai-tools.ts';
import { chainCalls } from './span-chains.ts';
import type { Chain, Entry } from './span-chains.ts';
import type { Span, Trace, TraceFacts } from './span-model.ts';
import { joinToolRuns, stepsOf } from './span-tools.ts';
import { contentOf, groupByAgent } from './span-tree.ts';
import type { AgentGroup } from './span-tree.ts';

/** A sample without its number in the record, which the assembler gives. */
export type TraceSample = Omit<ParsedSample, 'sub'>;
export type TraceResult = { readonly samples: readonly TraceSample[]; readonly issues: readonly ParsedIssue[] };

/** One conversation of one agent, ready to be read as messages. */
type Talk = {
  readonly entries: readonly Entry[];
  readonly calls: readonly Span[];
  readonly group: AgentGroup | null;
  readonly unused: readonly Span[];
};

/**
 * Turns the spans of one trace into samples. The rule, in order:
 *
 * 1. Spans belong to the nearest agent span above them; each agent is a conversation of its own, so several agents are
 *    several samples.
 * 2. Of nested spans of one model call the innermost with the most content counts.
 * 3. Model calls are joined by their histories (see `chainCalls`): the longest history is the conversation, its messages
 *    are those of the answers where there are any.
 * 4. Results that no message holds come from the tool spans (see `joinToolRuns`). An agent whose model calls hold no
 *    messages is rebuilt from its tool spans alone.
 * 5. A conversation without instructions takes those of its agent's span, one without a last answer that of its agent's
 *    span or the trace. Without any model call or tool span, what the agents' spans or the trace hold is the conversation.
 */
export function traceSamples(trace: Trace, per: Per): TraceResult {
  const groups = groupByAgent(trace.spans);
  const talks = groups.flatMap((group) => talksOf(group, groups.length === 1 ? trace.facts : {}));
  const found = talks.length > 0 ? talks : fallback(trace);
  const issues: ParsedIssue[] = [];
  const samples = found.flatMap((talk) => {
    const result = toSamples(trace, talk, per);
    issues.push(...result.issues);
    return result.samples;
  });
  if (samples.length === 0 && issues.length === 0)
    issues.push(
      remark(
        trace,
        'no_content',
        'No span of the trace holds messages or a tool that ran: their content was not recorded.',
      ),
    );
  return { samples, issues };
}

function remark(trace: Trace, code: string, message: string): ParsedIssue {
  return { kind: 'issue', position: trace.position, code, message, raw: null, rejected: false };
}

function talksOf(group: AgentGroup, facts: Partial<TraceFacts>): readonly Talk[] {
  const chains = chainCalls(group.calls);
  if (chains.length === 0) {
    if (group.tools.length === 0) return [];
    const given = group.agent?.input ?? facts.input;
    const entries = [
      ...plainEntries(given),
      ...stepsOf(group.tools, group.starts),
      ...plainEntries(group.agent?.output ?? facts.output),
    ];
    return [{ entries, calls: [], group, unused: [] }];
  }
  let open = group.tools;
  const talks = chains.map((chain): Talk => {
    const whole = completed(chain, group.frame, chains.length === 1 ? facts : {});
    const { entries, unused } = joinToolRuns(whole, open);
    open = unused;
    return { entries, calls: chain.calls, group, unused: [] };
  });
  const last = talks.at(-1);
  if (last === undefined || open.length === 0) return talks;
  // Calls that no message holds: the model's answers were not recorded.
  const isBare = !last.entries.some(({ wire }) => wire['role'] === 'assistant');
  const end: Talk = isBare
    ? { ...last, entries: [...last.entries, ...stepsOf(open, group.starts)] }
    : { ...last, unused: open };
  return [...talks.slice(0, -1), end];
}

function plainEntries(chat: Chat | null | undefined): readonly Entry[] {
  return (chat?.messages ?? []).map((wire) => ({ wire, spans: [] }));
}

function completed(chain: Chain, frame: Span | null, facts: Partial<TraceFacts>): readonly Entry[] {
  const { entries, calls } = chain;
  const hasSystem = entries.some(({ wire }) => wire['role'] === 'system' || wire['role'] === 'developer');
  const system = hasSystem ? [] : (frame?.input?.messages ?? []).filter(({ role }) => role === 'system');
  const last = calls.at(-1);
  const isOpen = last?.error === null && (last.output?.messages.length ?? 0) === 0;
  const answers = isOpen
    ? [frame?.output, facts.output].map((chat) => chat?.messages.findLast(({ role }) => role === 'assistant'))
    : [];
  const answer = answers.find((message) => message !== undefined);
  return [
    ...system.map((wire) => ({ wire, spans: [] })),
    ...entries,
    ...(answer === undefined || last === undefined ? [] : [{ wire: answer, spans: [last] }]),
  ];
}

/** The deepest spans with messages, of agents first; else what the trace says of itself. */
function fallback({ spans, facts }: Trace): readonly Talk[] {
  const known = spans.filter(
    (span) => span.kind !== 'tool' && (span.input?.structured === true || span.output?.structured === true),
  );
  const agents = known.filter(({ kind }) => kind === 'agent');
  const pool = agents.length > 0 ? agents : known;
  const parents = new Set(pool.map(({ parentId }) => parentId));
  const leaves = pool.filter(({ id }) => !parents.has(id));
  const chosen =
    agents.length > 0
      ? leaves
      : leaves
          .toSorted(
            (a, b) => contentOf(b) - contentOf(a) || (b.input?.messages.length ?? 0) - (a.input?.messages.length ?? 0),
          )
          .slice(0, 1);
  if (chosen.length > 0)
    return chainCalls(chosen).map(({ entries, calls }) => ({ entries, calls, group: null, unused: [] }));
  const entries = [...plainEntries(facts.input), ...plainEntries(facts.output)];
  return entries.length === 0 ? [] : [{ entries, calls: [], group: null, unused: [] }];
}

function toSamples(trace: Trace, talk: Talk, per: Per): TraceResult {
  const read = readMessages(talk.entries.map(({ wire }) => wire));
  if (!read.ok)
    return {
      samples: [],
      issues: [
        remark(trace, read.problem.code, `A conversation of the trace could not be read. ${read.problem.message}`),
      ],
    };
  const messages = read.messages.map((message, at) => withFacts(message, talk.entries[at]));
  const offered = readOffered(talk);
  const splits = splitConversation(messages, per);
  const { facts } = trace;
  const samples = splits.map(({ prompt, answer }, at): TraceSample => {
    const error = at === splits.length - 1 ? errorOf(talk) : null;
    const used = talk.entries.slice(prompt.length, prompt.length + answer.length);
    return {
      kind: 'sample',
      position: trace.position,
      taskKey: null,
      title: facts.title ?? null,
      prompt,
      tools: offered.tools,
      reference: facts.reference ?? {},
      attempts: answer.length === 0 && error === null ? [] : [attemptOf(trace, talk, { answer, used, error })],
      extras: compact({ ...facts.extras, agent: talk.group?.agent?.name }),
      sourceRef: trace.id,
      tags: facts.tags ?? [],
    };
  });
  const issues = [
    ...(messages.some(({ role }) => role === 'user')
      ? []
      : [remark(trace, 'prompt_missing', 'The trace holds what the agent did but not what it was asked.')]),
    ...(offered.isWhole
      ? []
      : [remark(trace, 'bad_tools', 'Some of the tools offered could not be read; they were left out.')]),
    ...(talk.unused.length === 0
      ? []
      : [remark(trace, 'tool_without_call', 'A tool ran that no message asks for; it is kept beside the attempt.')]),
  ];
  return { samples, issues };
}

/** Moves what the assembler knows of a message from the wire form to the model. */
function withFacts(message: Message, entry: Entry | undefined): Message {
  const spans = entry?.spans ?? [];
  const { [IS_ERROR]: isError, ...extras } = message.extras ?? {};
  const result: Message = { ...message };
  delete result.extras;
  if (Object.keys(extras).length > 0) result.extras = extras;
  if (isError === true) result.isError = true;
  const tokens = message.role === 'assistant' ? sumOf(spans.map(({ outputTokens }) => outputTokens)) : null;
  if (tokens !== null) result.tokens = tokens;
  const { latencyMs } = timesOf(spans);
  if (latencyMs !== null) result.timing = { durationMs: latencyMs };
  return result;
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Why the conversation ended, when its last call or its agent failed. */
function errorOf({ calls, group }: Talk): string | null {
  return calls.at(-1)?.error ?? group?.agent?.error ?? null;
}

type Made = { readonly answer: readonly Message[]; readonly used: readonly Entry[]; readonly error: string | null };

function attemptOf(trace: Trace, talk: Talk, { answer, used, error }: Made): ParsedAttempt {
  const spans = [...new Set(used.flatMap(({ spans: made }) => made))];
  const calls = spans.filter(({ kind }) => kind !== 'tool');
  const agent = talk.group?.agent ?? null;
  const { start, latencyMs } = timesOf(spans.length > 0 ? spans : agent === null ? talk.calls.slice(-1) : [agent]);
  const { reward = null } = trace.facts;
  const isLast = used.at(-1) === talk.entries.at(-1);
  const model = [...calls, ...talk.calls].findLast((span) => span.model !== null)?.model;
  return {
    messages: answer.map((message, at) => started(message, used[at], start)),
    model: model ?? agent?.model ?? null,
    outcome: error === null ? outcomeOf(reward) : 'error',
    reward,
    latencyMs,
    tokens: sumOf(calls.map(({ tokens }) => tokens)),
    startedAt: start === null ? null : Math.round(start),
    extras: compact({
      spans: spans.map(spanExtras),
      tool_runs: isLast && talk.unused.length > 0 ? talk.unused.map(runExtras) : null,
      error,
    }),
  };
}

function timesOf(spans: readonly Span[]): { readonly start: number | null; readonly latencyMs: number | null } {
  const starts = spans.flatMap(({ start }) => (start === null ? [] : [start]));
  const ends = spans.flatMap(({ end }) => (end === null ? [] : [end]));
  if (starts.length === 0) return { start: null, latencyMs: null };
  const start = Math.min(...starts);
  const end = ends.length === 0 ? -1 : Math.max(...ends);
  return { start, latencyMs: end < start ? null : round(end - start) };
}

function started(message: Message, entry: Entry | undefined, from: number | null): Message {
  const start = entry?.spans[0]?.start;
  if (from === null || start === undefined || start === null) return message;
  return { ...message, timing: { startMs: round(start - from), ...message.timing } };
}

function spanExtras({ id, name, kind, error, extras }: Span): JsonObject {
  return { id, name, kind, ...(error === null ? {} : { error }), ...(extras === null ? {} : { attributes: extras }) };
}

function runExtras(span: Span): JsonValue {
  return compact({ ...spanExtras(span), tool: span.tool?.name, arguments: span.tool?.args, result: span.tool?.result });
}

/** Tools of all calls, each once, then those an agent's span names. */
function readOffered({ calls, group }: Talk): { readonly tools: readonly ToolDef[]; readonly isWhole: boolean } {
  const tools = new Map<string, ToolDef>();
  const read = (raw: JsonValue): boolean => {
    const result = readTools([raw]);
    const tool = result.ok ? result.tools[0] : undefined;
    if (tool !== undefined && !tools.has(tool.name)) tools.set(tool.name, tool);
    return tool !== undefined;
  };
  const offered = calls.flatMap((span) => [...span.tools, ...(span.input?.tools ?? []), ...(span.output?.tools ?? [])]);
  const isWhole = offered.map(read).every((isRead) => isRead);
  for (const raw of group?.agent?.tools ?? []) read(raw);
  return { tools: [...tools.values()], isWhole };
}
