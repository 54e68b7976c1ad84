import { isJsonObject, type JsonValue } from '../../../../shared/model/json.ts';
import { messageText, type Message } from '../../../../shared/model/message.ts';
import type { LeakSettings } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { contentHash } from '../../engine/hash.ts';
import { KNOWN_KEYS } from '../../engine/splitting/fields.ts';
import { createQuoteFinder, quotable, weightOf } from '../../engine/splitting/quotes.ts';
import type { Quote, SharedValue } from '../../engine/splitting/relations.ts';
import type { JobIo } from '../../jobs/types.ts';
import { createTraceReader, storedReferences, visibleAfter } from '../../store/leak-texts.ts';
import type { StoredKind } from '../../store/leaks.ts';
import { LINKED_KEYS, readKeys } from './group-keys.ts';

type Project = Pick<ProjectContext, 'db'>;
type Io = Pick<JobIo, 'signal' | 'report' | 'breathe'>;
export type ContentFound = {
  readonly groups: readonly (SharedValue & { readonly kind: StoredKind })[];
  readonly quotes: readonly Quote[];
  readonly facts: ContentFacts;
};
/** What was seen and not counted, since it tells nothing of any one sample. */
export type ContentFacts = {
  /** Keys whose one value more than half of the samples share. */
  readonly commonKeys: readonly string[];
  /** Samples that share a short reference with another. */
  readonly shortReferences: number;
  /** References, results and quotes that many samples share. */
  readonly commonReferences: number;
  readonly commonResults: number;
  readonly commonQuotes: number;
};

/** Few enough samples may share anything. */
const NEVER_COMMON = 5;
const BATCH = 100;

/**
 * Finds what samples share besides their prompts: keys, references, tool results, and references that stand in another's
 * tool result. Nothing of the content is kept but what is shared.
 */
export async function compareContent(
  project: Project,
  settings: LeakSettings,
  groupBy: readonly string[],
  io: Io,
): Promise<ContentFound> {
  const keys = sharedKeys(project, groupBy);
  const total = keys.samples;
  const isCommon = (n: number): boolean => n > Math.max(NEVER_COMMON, settings.commonShare * total);
  const references = sharedReferences(project, settings, isCommon);
  await io.breathe();
  const traces = await compareTraces(project, settings, { io, total, isCommon, answers: references.answers });
  return {
    groups: [...keys.groups, ...references.groups, ...traces.groups],
    quotes: traces.quotes,
    facts: {
      commonKeys: keys.common,
      shortReferences: references.short,
      commonReferences: references.common,
      commonResults: traces.commonResults,
      commonQuotes: traces.commonQuotes,
    },
  };
}

type Group = SharedValue & { readonly kind: StoredKind };

/** The evidence of a group is its key; the value is read when it is shown, so that it is stored once only. */
function sharedKeys(
  project: Project,
  groupBy: readonly string[],
): { readonly groups: Group[]; readonly common: string[]; readonly samples: number } {
  const linked: readonly string[] = ['exact', ...LINKED_KEYS];
  const keys = [...new Set([...KNOWN_KEYS, ...groupBy.filter((key) => !linked.includes(key))])];
  const { rows, byKey } = readKeys(project, keys);
  const groups: Group[] = [];
  const common: string[] = [];
  for (const [key, values] of byKey) {
    const members = new Map<string, number[]>();
    for (const [id, own] of values)
      for (const value of own) {
        const held = members.get(value);
        if (held === undefined) members.set(value, [id]);
        else held.push(id);
      }
    for (const list of members.values()) {
      if (list.length < 2) continue;
      // One value for most samples names nobody: a service account, the one manual that all read.
      if (!groupBy.includes(key) && list.length > Math.max(NEVER_COMMON, rows.length / 2)) common.push(key);
      else groups.push({ kind: 'group', evidence: key, members: list });
    }
  }
  return { groups, common: [...new Set(common)], samples: rows.length };
}

type AnswerText = { readonly text: string; readonly owners: number[] };

function sharedReferences(
  project: Project,
  settings: LeakSettings,
  isCommon: (n: number) => boolean,
): { readonly groups: Group[]; readonly short: number; readonly common: number; readonly answers: AnswerText[] } {
  const byText = new Map<string, { readonly weight: number; readonly members: number[] }>();
  const answers = new Map<string, AnswerText>();
  for (const { id, reference } of storedReferences(project.db)) {
    // Written by the importing and editing services as JSON.
    const value = JSON.parse(reference) as JsonValue;
    const leaves = [...leavesOf(value)];
    const hash = contentHash(canonicalJson(value));
    const known = byText.get(hash);
    if (known === undefined)
      byText.set(hash, { weight: leaves.reduce((sum, leaf) => sum + weightOf(leaf), 0), members: [id] });
    else known.members.push(id);
    for (const leaf of leaves) {
      if (weightOf(leaf) < settings.referenceChars) continue;
      const text = quotable(leaf);
      const answer = answers.get(text);
      if (answer === undefined) answers.set(text, { text, owners: [id] });
      else if (answer.owners.at(-1) !== id) answer.owners.push(id);
    }
  }
  const shared = [...byText.values()].filter(({ members }) => members.length > 1);
  const long = shared.filter(({ weight }) => weight >= settings.referenceChars);
  return {
    groups: long
      .filter(({ members }) => !isCommon(members.length))
      .map(({ members }) => ({ kind: 'reference', evidence: 'Same reference', members })),
    short: shared
      .filter(({ weight }) => weight < settings.referenceChars)
      .reduce((sum, { members }) => sum + members.length, 0),
    common: long.filter(({ members }) => isCommon(members.length)).length,
    answers: [...answers.values()].filter(({ owners }) => !isCommon(owners.length)),
  };
}

/** Texts and numbers of a reference, wherever they stand in it. */
function* leavesOf(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  else if (Array.isArray(value)) for (const entry of value as readonly JsonValue[]) yield* leavesOf(entry);
  else if (isJsonObject(value)) for (const member of Object.values(value)) yield* leavesOf(member);
}

type TraceWork = {
  readonly io: Io;
  readonly total: number;
  readonly isCommon: (n: number) => boolean;
  readonly answers: readonly AnswerText[];
};
type SeenResult = { readonly evidence: string; readonly members: number[] };
type SeenQuote = { readonly evidence: string; readonly results: number[] };

async function compareTraces(
  project: Project,
  settings: LeakSettings,
  { io, total, isCommon, answers }: TraceWork,
): Promise<{
  readonly groups: Group[];
  readonly quotes: Quote[];
  readonly commonResults: number;
  readonly commonQuotes: number;
}> {
  const read = createTraceReader(project.db);
  const find = createQuoteFinder(answers.map(({ text }, owner) => ({ owner, text })));
  const results = new Map<string, SeenResult>();
  const quoted = new Map<number, SeenQuote>();
  let done = 0;
  for (let after = 0; ;) {
    const ids = visibleAfter(project.db, after, BATCH);
    if (ids.length === 0) break;
    for (const id of ids)
      for (const { name, text } of toolResults(read(id))) {
        noteResult(results, { id, name, text, least: settings.resultChars });
        for (const at of find(quotable(text))) noteQuote(quoted, at, { id, name, owners: answers[at]?.owners ?? [] });
      }
    after = ids.at(-1) ?? after;
    done += ids.length;
    io.report({ stage: 'tool results', done, total });
    await io.breathe();
  }
  const shared = [...results.values()].filter(({ members }) => members.length > 1);
  const rare = [...quoted].filter(([, { results: list }]) => !isCommon(list.length));
  return {
    groups: shared
      .filter(({ members }) => !isCommon(members.length))
      .map(({ evidence, members }) => ({ kind: 'result', evidence, members })),
    quotes: rare.flatMap(([at, { evidence, results: list }]) =>
      list.flatMap((result) =>
        (answers[at]?.owners ?? [])
          .filter((answer) => answer !== result)
          .map((answer) => ({ answer, result, evidence })),
      ),
    ),
    commonResults: shared.filter(({ members }) => isCommon(members.length)).length,
    commonQuotes: quoted.size - rare.length,
  };
}

function* toolResults(
  trace: { readonly prompt: string; readonly attempts: readonly string[] } | undefined,
): Generator<{ readonly name: string | null; readonly text: string }> {
  for (const body of trace === undefined ? [] : [trace.prompt, ...trace.attempts]) {
    // Parsing costs most; a trace without a tool message has none of these letters together.
    if (!body.includes('"tool"')) continue;
    // Written by the importing and editing services from this very type.
    const messages = JSON.parse(body) as readonly Message[];
    const names = new Map(messages.flatMap(({ calls = [] }) => calls.map((call) => [call.id, call.name] as const)));
    for (const message of messages)
      if (message.role === 'tool')
        yield { name: message.name ?? names.get(message.callId ?? '') ?? null, text: messageText(message) };
  }
}

function noteResult(
  results: Map<string, SeenResult>,
  { id, name, text, least }: { id: number; name: string | null; text: string; least: number },
): void {
  const same = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (same.length < least) return;
  const hash = contentHash(same);
  const known = results.get(hash);
  if (known === undefined)
    results.set(hash, {
      evidence: `Same ${name === null ? 'tool result' : `result of ${name}`}, ${same.length} characters`,
      members: [id],
    });
  else if (known.members.at(-1) !== id) known.members.push(id);
}

function noteQuote(
  quoted: Map<number, SeenQuote>,
  at: number,
  { id, name, owners }: { id: number; name: string | null; owners: readonly number[] },
): void {
  if (owners.every((owner) => owner === id)) return;
  const known = quoted.get(at);
  if (known === undefined)
    quoted.set(at, {
      evidence: `Reference stands in a ${name === null ? 'tool result' : `result of ${name}`}`,
      results: [id],
    });
  else if (known.results.at(-1) !== id) known.results.push(id);
}
