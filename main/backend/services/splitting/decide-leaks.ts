import { LeakKind, type SplitName } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { setDecision } from '../../store/decision-rows.ts';
import { acceptLeaks, reopenLeaks, titlesOf } from '../../store/leaks.ts';
import { putInSplits } from '../../store/splits.ts';
import { leaksIn, readLeakState, suggestedMoves } from './current-leaks.ts';
import { fixOf, matesOf, sum } from './leaks.ts';
import { kindCount } from './leak-words.ts';

type Pair = { readonly kind: LeakKind; readonly a: number; readonly b: number };

/** @throws {AppError} `invalid_input` for a text that names no pair */
function parsePair(key: string): Pair {
  const [kindText, one, other, ...rest] = key.split(':');
  const kind = LeakKind.safeParse(kindText);
  const [a, b] = [Number(one), Number(other)];
  if (!kind.success || rest.length > 0 || !Number.isSafeInteger(a) || !Number.isSafeInteger(b) || a < 1 || a >= b)
    throw new AppError('invalid_input', `${key} names no pair of samples.`);
  return { kind: kind.data, a, b };
}

/** Moves a sample to a split together with what is kept with it by the rules. @returns how many moved */
export function moveLeak(project: ProjectContext, sampleId: number, to: SplitName): number {
  const state = readLeakState(project);
  const member = state.members.get(sampleId);
  if (member === undefined) throw new AppError('not_found', `${sampleRef(sampleId)} has no split to be moved from.`);
  const group = matesOf(state)(sampleId).filter((id) => state.members.has(id));
  const held = group.find((id) => state.members.get(id)?.locked === true && state.members.get(id)?.split !== to);
  if (held !== undefined)
    throw new AppError(
      'conflict',
      `${sampleRef(held)} is locked in ${state.members.get(held)?.split ?? 'its split'}. Unlock it first, or decide in another way.`,
    );
  return project.act(
    (n: number) => ({
      kind: 'leaks.move',
      label: `Move ${n === 1 ? sampleRef(sampleId) : `${sampleRef(sampleId)} and what is kept with it (${count(n, 'sample')})`} to ${to}`,
      tables: ['sample', 'split'],
    }),
    () =>
      putInSplits(
        project.db,
        group.map((id) => [id, to] as const),
      ),
  ).value;
}

/** Excludes one sample of a pair and says why. */
export function dropLeak(project: ProjectContext, sampleId: number, key: string): number {
  const { kind, a, b } = parsePair(key);
  if (sampleId !== a && sampleId !== b)
    throw new AppError('invalid_input', `${sampleRef(sampleId)} is not in the pair ${key}.`);
  const other = sampleRef(sampleId === a ? b : a);
  project.act(
    { kind: 'leaks.drop', label: `Exclude ${sampleRef(sampleId)}, a leak with ${other}`, tables: ['decision'] },
    () =>
      setDecision(project.db, {
        sampleId,
        state: 'exclude',
        reason: `leaks with ${other}: ${kindCount(kind, 1).replace(/^1 /u, '')}`,
        at: project.app.clock.now(),
        reviewer: project.actor(),
      }),
  );
  return 1;
}

/** @throws {AppError} `not_found` when a sample of a pair is not there any more */
export function acceptPairs(project: ProjectContext, keys: readonly string[], reason: string): number {
  const pairs = keys.map(parsePair);
  const named = pairs.flatMap(({ a, b }) => [a, b]);
  const there = titlesOf(project.db, named);
  const gone = named.find((id) => !there.has(id));
  if (gone !== undefined) throw new AppError('not_found', `There is no sample ${sampleRef(gone)} in this project.`);
  return project.act(
    (n: number) => ({
      kind: 'leaks.accept',
      label: `Accept ${count(n, 'leak')}: ${reason}`,
      tables: ['split'],
    }),
    () => acceptLeaks(project.db, pairs, { reason, reviewer: project.actor(), at: project.app.clock.now() }),
  ).value;
}

export function reopenPairs(project: ProjectContext, keys: readonly string[]): number {
  const pairs = keys.map(parsePair);
  return project.act(
    (n: number) => ({ kind: 'leaks.reopen', label: `Reopen ${count(n, 'leak')}`, tables: ['split'] }),
    () => reopenLeaks(project.db, pairs),
  ).value;
}

/** Brings clusters and groups to one side, as one action. */
export function fixLeaks(project: ProjectContext): { fixed: number; moved: number; left: number } {
  const state = readLeakState(project);
  const open = sum(leaksIn(state, 0), 'open');
  const { fixes, left } = fixOf(state, open);
  const moves = suggestedMoves(state);
  const moved = project.act(
    (n: number) => ({
      kind: 'leaks.fix',
      label: `Keep clusters and groups together: move ${count(n, 'sample')}`,
      tables: ['sample', 'split'],
    }),
    () => putInSplits(project.db, moves),
  ).value;
  return { fixed: fixes, moved, left };
}
