import type { z } from 'zod';
import type { MixFacet, SplitName, SplitRules, SplitSide, SplitWarning } from '../../../../shared/contract/splits.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { compareMix } from '../../engine/splitting/mix.ts';
import { perSplit, SPLIT_ORDER, type PerSplit } from '../../engine/splitting/types.ts';
import { normalised, wantedCounts } from '../../engine/splitting/wanted.ts';
import { splitWarnings, type SplitLimits } from '../../engine/splitting/warnings.ts';
import { exporters } from '../../exporters/registry.ts';
import { splitMembers } from '../../store/splits.ts';
import { keyTitle } from './group-keys.ts';
import { readFacets, type SplitScope } from './plan-split.ts';

/** What is compared while nothing is stratified. */
const USUAL_FACETS = ['outcome', 'lang', 'source'];
/** Values of a facet that are listed. */
const MOST_VALUES = 30;

export type SplitOutcome = {
  scope: number;
  splits: z.infer<typeof SplitSide>[];
  groups: { count: number; samples: number; largest: number };
  warnings: SplitWarning[];
  mix: z.infer<typeof MixFacet>[];
  mixDistance: number | null;
};

/** Describes a division of the samples that take part, stored or planned. */
export function describeSplit(
  project: ProjectContext,
  rules: SplitRules,
  scope: SplitScope,
  splitOf: ReadonlyMap<number, SplitName>,
): SplitOutcome {
  const members = splitMembers(project.db);
  const inScope = scope.ids.filter((id) => splitOf.has(id));
  const counts = countSplits(inScope, splitOf);
  const locked = countSplits(
    inScope.filter((id) => members.get(id)?.locked === true),
    splitOf,
  );
  const wanted = wantedCounts(scope.ids.length, rules.shares);
  const torn = scope.groups.filter((group) => isTorn(group, scope, splitOf)).length;
  const largest = scope.groups.reduce((most, group) => Math.max(most, group.length), scope.ids.length === 0 ? 0 : 1);
  const mix = mixOf(project, rules, scope, splitOf);
  const distances = mix.flatMap(({ distance }) => [distance.validation, distance.test]).filter((one) => one !== null);
  const isDivided = inScope.length > 0;
  return {
    scope: scope.ids.length,
    splits: SPLIT_ORDER.map((split) => ({
      split,
      count: counts[split],
      locked: locked[split],
      wanted: wanted[split],
      filter: within(scope.filter, `split:${split}`),
    })),
    groups: { count: scope.groups.length, samples: scope.groups.flat().length, largest },
    warnings: [
      ...(isDivided
        ? splitWarnings({
            counts,
            wanted,
            shares: normalised(rules.shares),
            scope: scope.ids.length,
            largestGroup: largest,
            torn,
            limits: strictestLimits(),
          })
        : []),
      ...keyWarnings(scope),
    ],
    mix,
    mixDistance: distances.length === 0 ? null : Math.max(...distances),
  };
}

function countSplits(ids: readonly number[], splitOf: ReadonlyMap<number, SplitName>): Record<SplitName, number> {
  const counts = perSplit(() => 0);
  for (const id of ids) {
    const split = splitOf.get(id);
    if (split !== undefined) counts[split] += 1;
  }
  return counts;
}

function isTorn(group: readonly number[], scope: SplitScope, splitOf: ReadonlyMap<number, SplitName>): boolean {
  const splits = new Set(group.flatMap((at) => splitOf.get(scope.ids[at] ?? 0) ?? []));
  return splits.size > 1;
}

function mixOf(
  project: ProjectContext,
  rules: SplitRules,
  scope: SplitScope,
  splitOf: ReadonlyMap<number, SplitName>,
): z.infer<typeof MixFacet>[] {
  const keys = rules.stratifyBy.length > 0 ? rules.stratifyBy : USUAL_FACETS;
  return readFacets(project, keys).map(({ key, title, facet }) => {
    const counts = facet.values.map(() => ({ train: 0, validation: 0, test: 0 }));
    for (const id of scope.ids) {
      const split = splitOf.get(id);
      for (const at of split === undefined ? [] : (facet.of.get(id) ?? [])) {
        const own = counts[at];
        if (own !== undefined && split !== undefined) own[split] += 1;
      }
    }
    const present = facet.values.flatMap((value, at) => {
      const own: PerSplit<number> | undefined = counts[at];
      return own === undefined || own.train + own.validation + own.test === 0 ? [] : [{ value, counts: own }];
    });
    const { distance, values } = compareMix(
      present.toSorted((a, b) => a.value.label.localeCompare(b.value.label, 'en')),
    );
    return {
      facet: key,
      title,
      distance,
      values: values.slice(0, MOST_VALUES).map(({ value, ...rest }) => ({ ...value, ...rest })),
      more: Math.max(0, values.length - MOST_VALUES),
    };
  });
}

/** The limits that hold for every trainer, since the project may go to any. */
function strictestLimits(): SplitLimits {
  const strictest = (pick: (limits: (typeof exporters)[number]['limits']) => number): number =>
    Math.min(...exporters.map(({ limits }) => pick(limits)));
  return {
    title: 'a trainer',
    train: strictest((limits) => limits.train),
    validation: strictest((limits) => limits.validation),
    recommendedTrain: Math.max(...exporters.map(({ limits }) => limits.recommendedTrain)),
  };
}

function keyWarnings({ missingKeys, unscanned }: SplitScope): SplitWarning[] {
  return [
    ...missingKeys
      .filter((key) => key !== 'conversation' && key !== 'exact')
      .map((key) => ({
        severity: 'watch' as const,
        code: 'key_missing',
        message: `No sample has ${keyTitle(key)}, so it keeps nothing together.`,
        filter: null,
      })),
    ...unscanned.map((key) => ({
      severity: 'watch' as const,
      code: 'not_scanned',
      message: `${keyTitle(key)} were not looked for yet, so they keep nothing together. Scan for duplicates first.`,
      filter: null,
    })),
  ];
}

/** What a package leaves out, and what has a split without need. */
export function leftOverWarnings(
  unassigned: number,
  outside: number,
  filters: { unassigned: string; outside: string },
) {
  const found: SplitWarning[] = [];
  if (unassigned > 0)
    found.push({
      severity: 'watch',
      code: 'unassigned',
      message: `${count(unassigned, 'sample')} ${unassigned === 1 ? 'takes' : 'take'} part and ${unassigned === 1 ? 'has' : 'have'} no split, so a package leaves ${unassigned === 1 ? 'it' : 'them'} out. Split again to place ${unassigned === 1 ? 'it' : 'them'}.`,
      filter: filters.unassigned,
    });
  if (outside > 0)
    found.push({
      severity: 'watch',
      code: 'outside',
      message: `${count(outside, 'sample')} with a split ${outside === 1 ? 'does' : 'do'} not take part any more. Splitting again takes it away where it is not locked.`,
      filter: filters.outside,
    });
  return found;
}

/** @returns a filter for what both match */
export function within(filter: string, term: string): string {
  if (filter.trim() === '') return term;
  return /^-?[\w.]+:[\w,.-]+$/u.test(filter) ? `${filter} ${term}` : `(${filter}) ${term}`;
}
