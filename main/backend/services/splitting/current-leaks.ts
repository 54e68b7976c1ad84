import type { LeakKind, LeakSettings, SplitName } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { planFix } from '../../engine/splitting/fix.ts';
import { findLeaks, type KindLeaks } from '../../engine/splitting/leaks.ts';
import { quoteRelation, sharedRelation, similarRelation, type Relation } from '../../engine/splitting/relations.ts';
import { countedIds, leakMarks, samePrompts, sharedValues, storedQuotes, type LeakMark } from '../../store/leaks.ts';
import { similarLinks } from '../../store/similar.ts';
import { splitMembers, type SplitMember } from '../../store/splits.ts';
import { leakSettings } from './leak-settings.ts';
import { readScope, type SplitScope } from './plan-split.ts';
import { remember } from './remember.ts';
import { rulesOf } from './rules.ts';

/** Pairs that can be listed of a kind and state. */
export const MOST_LISTED = 1000;
/** What moving can mend without a person looking: the rest is alike, and yet may be two tasks. */
const MENDED: readonly LeakKind[] = ['exact', 'near', 'group'];
/** A stronger likeness hides a weaker one of the same pair. */
const NOT_WHEN = { near: ['exact'], semantic: ['exact', 'near'] } as const;

export type LeakState = {
  readonly settings: LeakSettings;
  readonly scope: SplitScope;
  readonly members: ReadonlyMap<number, SplitMember>;
  /** Samples that count: they take part, have a split and are not excluded. */
  readonly splitOf: ReadonlyMap<number, SplitName>;
  readonly relations: readonly Relation[];
  readonly marks: readonly LeakMark[];
  readonly markOf: (kind: LeakKind, a: number, b: number) => LeakMark | undefined;
};

/** @param only the samples of a package; those that the rules name when absent */
export function readLeakState(project: ProjectContext, only?: readonly number[]): LeakState {
  return only === undefined ? remember(project, 'leaks', () => makeState(project)) : makeState(project, only);
}

function makeState(project: ProjectContext, only?: readonly number[]): LeakState {
  const { db } = project;
  const settings = leakSettings(project);
  const scope = readScope(project, rulesOf(project));
  const members = splitMembers(db);
  const counted = countedIds(db);
  const splitOf = new Map(
    (only ?? scope.ids).flatMap((id) => {
      const member = members.get(id);
      return member === undefined || !counted.has(id) ? [] : [[id, member.split] as const];
    }),
  );
  const marks = leakMarks(db);
  const byKey = new Map(marks.map((mark) => [leakKey(mark.kind, mark.a, mark.b), mark]));
  const links = (kind: 'near' | 'semantic') => similarLinks(db, { kind, scope: 'prompt', atLeast: settings[kind] });
  return {
    settings,
    scope,
    members,
    splitOf,
    marks,
    markOf: (kind, a, b) => byKey.get(leakKey(kind, a, b)),
    relations: [
      sharedRelation('exact', samePrompts(db), true),
      similarRelation('near', links('near'), (similarity) => `Prompt ${twoDigits(similarity)}`),
      similarRelation('semantic', links('semantic'), (similarity) => `Meaning ${twoDigits(similarity)}`),
      sharedRelation('group', sharedValues(db, 'group'), false),
      sharedRelation('result', sharedValues(db, 'result'), false),
      sharedRelation('reference', sharedValues(db, 'reference'), true),
      quoteRelation(storedQuotes(db)),
    ],
  };
}

/** Never shows 1 for what is not quite the same. */
function twoDigits(similarity: number): string {
  return (Math.floor(similarity * 100 + 1e-4) / 100).toFixed(2);
}

/** @returns the name of a pair, whichever of its samples comes first */
export function leakKey(kind: LeakKind, a: number, b: number): string {
  return `${kind}:${Math.min(a, b)}:${Math.max(a, b)}`;
}

/** @param splitOf other splits than those stored, to see what a move would do */
export function leaksIn(state: LeakState, cap = MOST_LISTED, splitOf = state.splitOf): KindLeaks[] {
  return findLeaks({
    relations: state.relations,
    notWhen: NOT_WHEN,
    splitOf,
    isAccepted: (kind, a, b) => state.markOf(kind, a, b) !== undefined,
    accepted: state.marks,
    cap,
  });
}

/** @returns the moves that bring clusters and groups together */
export function suggestedMoves(state: LeakState): Map<number, SplitName> {
  const { splitOf, scope, members } = state;
  function* ties(): Generator<readonly [number, number]> {
    for (const relation of state.relations)
      if (MENDED.includes(relation.kind))
        for (const [a, b] of relation.chains((id) => splitOf.has(id)))
          if (state.markOf(relation.kind, a, b) === undefined) yield [a, b];
  }
  return planFix({
    ties: ties(),
    together: scope.groups.map((group) => group.map((at) => scope.ids[at] ?? 0)),
    splitOf,
    isLocked: (id) => members.get(id)?.locked === true,
  });
}

export function isMended(kind: LeakKind): boolean {
  return MENDED.includes(kind);
}

/** @returns the splits as they would be */
export function afterMoves(
  splitOf: ReadonlyMap<number, SplitName>,
  moves: ReadonlyMap<number, SplitName>,
): Map<number, SplitName> {
  return new Map([...splitOf].map(([id, split]) => [id, moves.get(id) ?? split]));
}
