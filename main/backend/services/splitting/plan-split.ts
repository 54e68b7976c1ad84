import type { SplitName, SplitRules } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { assignSplits, type SplitAnswer } from '../../engine/splitting/assign.ts';
import { groupByKeys, type Tie } from '../../engine/splitting/groups.ts';
import { findFacets } from '../../facets/registry.ts';
import { facetOfSamples, type SampleFacet } from '../../store/facets.ts';
import { scanFacts, similarLinks } from '../../store/similar.ts';
import { splitMembers } from '../../store/splits.ts';
import { filterIds } from '../../store/targets.ts';
import { LINKED_KEYS, readKeys } from './group-keys.ts';
import { remember } from './remember.ts';
import { scopeFilter } from './rules.ts';

/** What rules say of the samples that take part, before anything is divided. */
export type SplitScope = {
  readonly filter: string;
  readonly ids: readonly number[];
  readonly names: readonly string[];
  /** Positions in `ids`, groups of two or more. */
  readonly groups: readonly (readonly number[])[];
  /** Keys that no sample has, and linked ones without a scan. */
  readonly missingKeys: readonly string[];
  readonly unscanned: readonly string[];
};

/** @throws {AppError} `invalid_input` for a filter or a key that is none */
export function readScope(project: ProjectContext, rules: SplitRules): SplitScope {
  const filter = scopeFilter(project, rules);
  const ids: readonly number[] = filterIds(project.db, filter);
  const plain = rules.groupBy.filter((key) => !isLinked(key));
  const { rows, byKey } = remember(project, `keys ${plain.join('\n')}`, () => readKeys(project, plain));
  const nameOf = new Map(rows.map((row) => [row.id, row.uid]));
  const keys = ids.map((id) =>
    plain.flatMap((key) => (byKey.get(key)?.get(id) ?? []).map((value) => `${key}\n${value}`)),
  );
  const unscanned = LINKED_KEYS.filter(
    (key) => rules.groupBy.includes(key) && scanFacts(project.db, key, 'prompt') === null,
  );
  return {
    filter,
    ids,
    names: ids.map((id) => nameOf.get(id) ?? ''),
    groups: groupByKeys(keys, tiesOf(project, rules, ids)),
    missingKeys: plain.filter((key) => byKey.get(key)?.size === 0),
    unscanned,
  };
}

function isLinked(key: string): key is (typeof LINKED_KEYS)[number] {
  return (LINKED_KEYS as readonly string[]).includes(key);
}

function tiesOf(project: ProjectContext, rules: SplitRules, ids: readonly number[]): Tie[] {
  const positions = new Map(ids.map((id, at) => [id, at]));
  return rules.groupBy.filter(isLinked).flatMap((kind) =>
    similarLinks(project.db, { kind, scope: 'prompt', atLeast: rules[kind] }).flatMap((link) => {
      const a = positions.get(link.a);
      const b = positions.get(link.b);
      return a === undefined || b === undefined ? [] : [{ a, b }];
    }),
  );
}

export type PlannedSplit = SplitAnswer & {
  readonly scope: SplitScope;
  /** What every sample of the scope gets. */
  readonly to: ReadonlyMap<number, SplitName>;
};

/** Divides the samples that take part by rules; locked ones stay. Nothing is written. */
export function planSplit(project: ProjectContext, rules: SplitRules): PlannedSplit {
  const scope = readScope(project, rules);
  const members = splitMembers(project.db);
  const labels = labelsOf(project, rules.stratifyBy, scope.ids);
  const answer = assignSplits({
    samples: scope.ids.map((id, at) => {
      const member = members.get(id);
      return {
        name: scope.names[at] ?? '',
        labels: labels[at] ?? [],
        locked: member?.locked === true ? member.split : null,
      };
    }),
    groups: scope.groups,
    shares: rules.shares,
    seed: rules.seed,
  });
  return { ...answer, scope, to: new Map(scope.ids.map((id, at) => [id, answer.splits[at] ?? 'train'])) };
}

function labelsOf(project: ProjectContext, facets: readonly string[], ids: readonly number[]): string[][] {
  const read = readFacets(project, facets);
  return ids.map((id) =>
    read.flatMap(({ facet }) => (facet.of.get(id) ?? []).map((at) => facet.values[at]?.term ?? '')),
  );
}

export type NamedFacet = { readonly key: string; readonly title: string; readonly facet: SampleFacet };

export function readFacets(project: ProjectContext, keys: readonly string[]): NamedFacet[] {
  return findFacets(keys).map((facet) => ({
    key: facet.key,
    title: facet.title,
    facet: facetOfSamples(project.db, facet),
  }));
}
