import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { IS_ERROR, wireCall, wireResult } from './chat-blocks.ts';
import { listOf, objectOf } from './fields.ts';
import type { Entry } from './span-chains.ts';
import type { Span } from './span-model.ts';
import type { AgentGroup } from './span-tree.ts';
import { readToolArgs } from './tool-args.ts';

export type Joined = { readonly entries: readonly Entry[]; readonly unused: readonly Span[] };

/**
 * Joins the tool spans of an agent to the calls of its conversation: by id, else by name and arguments, else by name in
 * order. A call without a result gets that of its span; a result that is there learns from it whether the tool failed and
 * how long it took.
 */
export function joinToolRuns(entries: readonly Entry[], tools: readonly Span[]): Joined {
  const open = [...tools];
  const joined: Entry[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined) continue;
    joined.push(entry);
    const calls = listOf(entry.wire['tool_calls']).filter(isJsonObject);
    if (calls.length === 0) continue;
    const results: Entry[] = [];
    while (entries[at + 1]?.wire['role'] === 'tool') {
      at += 1;
      const result = entries[at];
      if (result !== undefined) results.push(result);
    }
    joined.push(...joinResults(calls, results, open));
  }
  return { entries: joined, unused: open };
}

function joinResults(calls: readonly JsonObject[], results: readonly Entry[], open: Span[]): readonly Entry[] {
  const left = [...results];
  const made: Entry[] = [];
  // Sure matches first: a call whose run is not in the trace must not take that of its neighbour.
  const sure = calls.map((call) => take(open, call, true));
  for (const [index, call] of calls.entries()) {
    const run = sure[index] ?? take(open, call, false);
    const at = findResult(left, call, calls.length);
    const known = left[at];
    if (known !== undefined) left.splice(at, 1);
    if (known === undefined && run !== null && (run.tool?.result !== undefined || run.error !== null))
      made.push({ wire: resultOf(run, call), spans: [run] });
    else if (known !== undefined && run !== null) {
      const failed = run.error === null ? null : { [IS_ERROR]: true };
      made.push({ wire: { ...known.wire, ...failed }, spans: [run] });
    } else if (known !== undefined) made.push(known);
  }
  return [...made, ...left];
}

function resultOf(run: Span, call: JsonObject): JsonObject {
  const value = run.tool?.result ?? run.error;
  return wireResult(call['id'], objectOf(call['function'])['name'], value, run.error !== null);
}

function findResult(results: readonly Entry[], call: JsonObject, calls: number): number {
  const byId = results.findIndex(
    ({ wire }) => wire['tool_call_id'] !== undefined && wire['tool_call_id'] === call['id'],
  );
  if (byId !== -1) return byId;
  const isLoose = ({ wire }: Entry): boolean => wire['tool_call_id'] === undefined || call['id'] === undefined;
  const name = objectOf(call['function'])['name'];
  const byName = results.findIndex((entry) => isLoose(entry) && entry.wire['name'] === name);
  if (byName !== -1) return byName;
  return calls === 1 && results.length === 1
    ? 0
    : results.findIndex((entry) => isLoose(entry) && entry.wire['name'] === undefined);
}

/** @param sure by id, or by name and arguments; else by name alone */
function take(open: Span[], call: JsonObject, sure: boolean): Span | null {
  const { name, arguments: args } = objectOf(call['function']);
  const byId = open.findIndex(({ tool }) => typeof tool?.callId === 'string' && tool.callId === call['id']);
  const isNamed = ({ tool }: Span): boolean =>
    tool?.name === name && (tool?.callId === null || call['id'] === undefined);
  const wanted = sameArgs(args);
  const byArgs = open.findIndex((span) => isNamed(span) && sameArgs(span.tool?.args) === wanted);
  const certain = byId !== -1 ? byId : byArgs;
  const at = certain !== -1 || sure ? certain : open.findIndex(isNamed);
  const [run] = at === -1 ? [] : open.splice(at, 1);
  return run ?? null;
}

function sameArgs(value: JsonValue | undefined): string {
  const { args, argsText } = readToolArgs(value);
  const given = objectOf(args)['input'];
  // Some spans write `{"input": {...}}`.
  const inner = Object.keys(objectOf(args)).length === 1 && given !== undefined && isJsonObject(given) ? given : args;
  return inner !== undefined && isJsonObject(inner)
    ? JSON.stringify(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
    : argsText;
}

/**
 * Rebuilds steps from tool spans alone, when no message holds the calls: the tools that ran between two model calls are one
 * step, their calls parallel.
 */
export function stepsOf(tools: readonly Span[], starts: AgentGroup['starts']): readonly Entry[] {
  const steps = new Map<string, Span[]>();
  for (const [at, span] of tools.entries()) {
    const before = span.start === null ? -1 : starts.filter((start) => start <= (span.start ?? 0)).length;
    // Without model calls nothing tells which tools ran together.
    const key = starts.length === 0 || before === -1 ? `alone ${at}` : `after ${before}`;
    steps.set(key, [...(steps.get(key) ?? []), span]);
  }
  return [...steps.values()].flatMap((runs): readonly Entry[] => {
    const calls = runs.map((run, at) =>
      wireCall(run.tool?.callId ?? `${run.id}#${at}`, run.tool?.name, run.tool?.args),
    );
    const results = runs.flatMap((run, at): readonly Entry[] => {
      const call = calls[at];
      const isKnown = run.tool?.result !== undefined || run.error !== null;
      return call !== undefined && isKnown ? [{ wire: resultOf(run, call), spans: [run] }] : [];
    });
    return [{ wire: { role: 'assistant', content: null, tool_calls: calls }, spans: [] }, ...results];
  });
}
