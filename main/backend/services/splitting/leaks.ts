import type { z } from 'zod';
import { LeakKind, type LeakPair, type leaks as contract, type SplitName } from '../../../../shared/contract/splits.ts';
import { SampleId, sampleRef } from '../../../../shared/model/ids.ts';
import type { GateState } from '../../../../shared/model/likeness.ts';
import type { ProjectContext } from '../../context.ts';
import type { KindLeaks, Leak } from '../../engine/splitting/leaks.ts';
import { perSplit, type PerSplit } from '../../engine/splitting/types.ts';
import { leakCheck, titlesOf } from '../../store/leaks.ts';
import { scanFacts } from '../../store/similar.ts';
import {
  afterMoves,
  isMended,
  leakKey,
  leaksIn,
  readLeakState,
  suggestedMoves,
  type LeakState,
} from './current-leaks.ts';
import { isCheckStale } from './leak-check.ts';
import { kindNote, kindTitle } from './leak-words.ts';
import { remember } from './remember.ts';
import { sharedText } from './shared-text.ts';

type Output<K extends keyof typeof contract> = z.output<(typeof contract)[K]['output']>;

function listedLeaks(project: ProjectContext, state: LeakState): KindLeaks[] {
  return remember(project, 'listed leaks', () => leaksIn(state));
}

/** Open and accepted leaks of every kind as things stand, and what the suggested fix would do. */
export function summariseLeaks(project: ProjectContext): Output<'summary'> {
  const state = readLeakState(project);
  const kinds = listedLeaks(project, state);
  const check = leakCheck(project.db);
  const counts = countSplits(state.splitOf);
  const open = sum(kinds, 'open');
  return {
    checkedAt: check?.checkedAt ?? null,
    stale: isCheckStale(project) === true,
    isSplit: state.members.size > 0,
    compared: counts.train * counts.validation + counts.train * counts.test + counts.validation * counts.test,
    settings: state.settings,
    kinds: kinds.map(({ kind, pairs, open: own, accepted, isWhole }) => ({
      kind,
      title: kindTitle(kind, state.settings),
      pairs,
      open: own,
      accepted,
      note: isWhole ? kindNote(project, kind, check) : 'There are too many to look at each, so there may be more.',
      measured: isMeasured(project, kind),
    })),
    open,
    accepted: sum(kinds, 'accepted'),
    gate: gateOf(state.members.size > 0, open, isCheckStale(project)),
    fix: fixOf(state, open),
  };
}

/** @param stale null without a check */
function gateOf(isSplit: boolean, open: number, stale: boolean | null): GateState {
  if (!isSplit) return 'unmeasured';
  if (open > 0) return 'stop';
  if (stale === null) return 'unmeasured';
  return stale ? 'watch' : 'pass';
}

function isMeasured(project: ProjectContext, kind: LeakKind): boolean {
  if (kind === 'exact') return true;
  if (kind === 'near' || kind === 'semantic') return scanFacts(project.db, kind, 'prompt') !== null;
  return leakCheck(project.db) !== undefined;
}

export function sum(kinds: readonly KindLeaks[], what: 'open' | 'accepted' | 'pairs'): number {
  return kinds.reduce((total, kind) => total + kind[what], 0);
}

/** What bringing clusters and groups together would close. */
export function fixOf(
  state: LeakState,
  open: number,
): { fixes: number; moves: number; left: number; after: Record<SplitName, number> } {
  const moves = open === 0 ? new Map<number, SplitName>() : suggestedMoves(state);
  if (moves.size === 0) return { fixes: 0, moves: 0, left: open, after: countSplits(state.splitOf) };
  const after = afterMoves(state.splitOf, moves);
  const left = sum(leaksIn(state, 0, after), 'open');
  return { fixes: Math.max(0, open - left), moves: moves.size, left, after: countSplits(after) };
}

function countSplits(splitOf: ReadonlyMap<number, SplitName>): Record<SplitName, number> {
  const counts = perSplit(() => 0);
  for (const split of splitOf.values()) counts[split] += 1;
  return counts;
}

type PairsInput = { kind: LeakKind | null; state: 'open' | 'accepted' | null; from: number; limit: number };

/** A page of the pairs, the kinds that are surest first. */
export function listLeaks(project: ProjectContext, input: PairsInput): Output<'pairs'> {
  const state = readLeakState(project);
  const kinds = listedLeaks(project, state).filter(({ kind }) => input.kind === null || kind === input.kind);
  const wanted = (one: KindLeaks): readonly Leak[] => [
    ...(input.state === 'accepted' ? [] : one.openList),
    ...(input.state === 'open' ? [] : one.acceptedList),
  ];
  const all = kinds
    .toSorted((a, b) => LeakKind.options.indexOf(a.kind) - LeakKind.options.indexOf(b.kind))
    .flatMap(wanted);
  const total = sum(kinds, input.state ?? 'pairs');
  const page = all.slice(input.from, input.from + input.limit);
  return { total, listed: all.length, rows: describePairs(project, state, page) };
}

/** @returns the pairs as people see them */
export function describePairs(project: ProjectContext, state: LeakState, pairs: readonly Leak[]): LeakPair[] {
  const titles = titlesOf(
    project.db,
    pairs.flatMap(({ a, b }) => [a, b]),
  );
  const mates = matesOf(state);
  const counts = countSplits(state.splitOf);
  const sideOf = (id: number): LeakPair['a'] => ({
    sampleId: SampleId.parse(id),
    title: titles.get(id) ?? sampleRef(id),
    split: state.splitOf.get(id) ?? 'train',
    locked: state.members.get(id)?.locked === true,
    together: mates(id).length,
  });
  return pairs.map((leak) => {
    const mark = state.markOf(leak.kind, leak.a, leak.b);
    return {
      key: leakKey(leak.kind, leak.a, leak.b),
      kind: leak.kind,
      a: sideOf(leak.a),
      b: sideOf(leak.b),
      evidence: sharedText(project, leak),
      similarity: leak.similarity,
      state: mark === undefined ? 'open' : 'accepted',
      reason: mark?.reason ?? null,
      acceptedBy: mark?.reviewer ?? null,
      fix: fixOfPair(state, leak, mates, counts),
    };
  });
}

/** @returns a function that tells which samples move together with one, itself among them */
export function matesOf({ scope }: Pick<LeakState, 'scope'>): (id: number) => readonly number[] {
  const groupOf = new Map<number, readonly number[]>();
  for (const group of scope.groups) {
    const ids = group.map((at) => scope.ids[at] ?? 0);
    for (const id of ids) groupOf.set(id, ids);
  }
  return (id) => groupOf.get(id) ?? [id];
}

const LOOK: Readonly<Partial<Record<LeakKind, string>>> = {
  semantic: 'The same meaning is not always the same task: read both.',
  result: 'Different tasks may read the same: look at both.',
  reference: 'Different tasks may have the same answer: read both.',
  quoted: 'The training side can read the answer of the other: look at both.',
};

function fixOfPair(
  state: LeakState,
  { kind, a, b }: Leak,
  mates: (id: number) => readonly number[],
  counts: PerSplit<number>,
): LeakPair['fix'] {
  const why = LOOK[kind];
  if (!isMended(kind) && why !== undefined) return { action: 'review', why };
  const canJoin = (id: number, other: number): boolean =>
    mates(id).every((mate) => {
      const member = state.members.get(mate);
      return member?.locked !== true || member.split === state.splitOf.get(other);
    });
  const mover = canJoin(b, a) ? b : canJoin(a, b) ? a : null;
  if (mover === null) return { action: 'review', why: 'Both sides are locked.' };
  const to = state.splitOf.get(mover === b ? a : b) ?? 'train';
  const after = { ...counts };
  for (const mate of mates(mover)) {
    const from = state.splitOf.get(mate);
    if (from === undefined || from === to) continue;
    after[from] -= 1;
    after[to] += 1;
  }
  return { action: 'move', sampleId: SampleId.parse(mover), to, after };
}
