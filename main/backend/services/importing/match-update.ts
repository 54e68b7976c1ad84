import type { Message } from '../../../../shared/model/message.ts';
import { messageText } from '../../../../shared/model/message.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';
import { createSameTeller, listCandidates, promptJson, shownSamples, type Candidate } from '../../store/update-plan.ts';

const PAGE = 1_000;

export type UpdatePlan = {
  /** Staged samples that are new. */
  readonly added: readonly number[];
  /** Pairs of a staged sample and the one it may change. */
  readonly changed: readonly { readonly staged: number; readonly target: number }[];
  readonly unchanged: number;
  /** Samples of the source that the file no longer has. */
  readonly missing: readonly number[];
};

/**
 * Finds for each staged sample the one of the source that it is, reading only, in steps that let others work.
 *
 * Names come first: the task key, the id in the source (with the same prompt where several share it), then the same prompt
 * and tools, as they were imported. What is left is matched by its place in the file, but only where the file is the same
 * list edited in places (at least half of what was found stands where it stood) and the two prompts share half of their
 * words: people's work must not land on another task. All else is new, and what nothing matched is missing.
 */
export async function planUpdate(
  project: ProjectContext,
  ids: { readonly target: number; readonly staged: number },
  io: JobIo,
): Promise<UpdatePlan> {
  const targets = await readAll(project, ids.target, io);
  const staged = await readAll(project, ids.staged, io);
  const pairs = matchByName(targets, staged);
  matchByPlace(project, targets, staged, pairs);
  const isSame = createSameTeller(project.db);
  const changed: { staged: number; target: number }[] = [];
  let unchanged = 0;
  for (const [at, [stagedId, target]] of [...pairs].entries()) {
    if (isSame(target.id, stagedId)) unchanged += 1;
    else changed.push({ staged: stagedId, target: target.id });
    if (at % PAGE === 0) await io.breathe();
  }
  const found = new Set([...pairs.values()].map(({ id }) => id));
  return {
    added: staged.filter(({ id }) => !pairs.has(id)).map(({ id }) => id),
    changed,
    unchanged,
    missing: shownSamples(project.db, ids.target).filter((id) => !found.has(id)),
  };
}

async function readAll(project: ProjectContext, sourceId: number, io: JobIo): Promise<Candidate[]> {
  const all: Candidate[] = [];
  for (;;) {
    const page = listCandidates(project.db, sourceId, all.at(-1)?.id ?? 0, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
    await io.breathe();
  }
}

type Pairs = Map<number, Candidate>;

/** Keys under which a sample is looked for, the surest first; a staged sample has no imported hash of its own. */
const KEYS: readonly ((one: Candidate, hash: string) => string | null)[] = [
  ({ taskKey }) => (taskKey === null ? null : JSON.stringify(['task', taskKey])),
  ({ taskKey, sourceRef }, hash) =>
    taskKey !== null || sourceRef === null ? null : JSON.stringify(['ref', sourceRef, hash]),
  ({ taskKey }, hash) => (taskKey === null ? hash : null),
  ({ taskKey, sourceRef }) => (taskKey !== null || sourceRef === null ? null : JSON.stringify(['ref', sourceRef])),
];

function matchByName(targets: readonly Candidate[], staged: readonly Candidate[]): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<number>();
  for (const keyOf of KEYS) {
    const free = new Map<string, Candidate[]>();
    for (const one of targets) {
      const key = taken.has(one.id) ? null : keyOf(one, one.importedHash ?? one.promptHash);
      if (key !== null) free.set(key, [...(free.get(key) ?? []), one]);
    }
    // Last first, so that `pop` gives them in their order.
    for (const list of free.values()) list.reverse();
    for (const one of staged) {
      if (pairs.has(one.id)) continue;
      const found = free.get(keyOf(one, one.promptHash) ?? '')?.pop();
      if (found === undefined) continue;
      pairs.set(one.id, found);
      taken.add(found.id);
    }
  }
  return pairs;
}

const SAME_PLACES = 0.5;
const SAME_WORDS = 0.5;

function matchByPlace(
  project: ProjectContext,
  targets: readonly Candidate[],
  staged: readonly Candidate[],
  pairs: Pairs,
): void {
  const inPlace = staged.filter((one) => pairs.get(one.id)?.place === one.place).length;
  if (inPlace === 0 || inPlace < SAME_PLACES * pairs.size) return;
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  const byPlace = new Map(targets.filter((one) => isPlain(one) && !taken.has(one.id)).map((one) => [one.place, one]));
  for (const one of staged) {
    const target = pairs.has(one.id) || !isPlain(one) ? undefined : byPlace.get(one.place);
    if (target !== undefined && isAlike(wordsOf(project, target.id), wordsOf(project, one.id)))
      pairs.set(one.id, target);
  }
}

/** Known by neither a name in its source nor a task. */
function isPlain({ sourceRef, taskKey }: Candidate): boolean {
  return sourceRef === null && taskKey === null;
}

function wordsOf(project: ProjectContext, sampleId: number): ReadonlySet<string> {
  // Prompts are written by importing and editing from this very type.
  const prompt = JSON.parse(promptJson(project.db, sampleId)) as Message[];
  const text = prompt.map(messageText).join('\n').toLowerCase();
  return new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
}

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all > 0 && shared / all >= SAME_WORDS;
}
