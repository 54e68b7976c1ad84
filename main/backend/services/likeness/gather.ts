import type { ProjectContext } from '../../context.ts';
import type { Facet } from '../../engine/facets.ts';
import { coarse, type Profile } from '../../engine/likeness/profile.ts';
import { mergeTallies, tally, type Tally } from '../../engine/likeness/numbers.ts';
import type { PatternTable } from '../../engine/likeness/resample.ts';
import {
  facetSpans,
  IN_CURATED,
  IN_PRODUCTION,
  measureSpans,
  type FacetRow,
  type Measure,
  type Membership,
} from '../../store/likeness-rows.ts';
import { facetValue, type NamedValue } from '../../store/facets.ts';

type GatheredValue = NamedValue & { readonly production: number; readonly curated: number };
export type GatheredFacet = {
  readonly values: readonly GatheredValue[];
  readonly table: PatternTable;
  /** Samples of each set that have a value. */
  readonly production: number;
  readonly curated: number;
  readonly hasSeveral: boolean;
};

const BOTH = IN_PRODUCTION | IN_CURATED;

/**
 * Reads a facet of both sets. What profiles keep is added as samples of one value each: which values stood together was not
 * kept.
 *
 * @param breathe lets others in between spans of samples, and throws when cancelled
 */
export async function gatherFacet(
  { db }: ProjectContext,
  facet: Facet,
  members: Membership,
  profiles: readonly Profile[],
  breathe: () => Promise<void>,
): Promise<GatheredFacet> {
  const collector = createCollector(facet, members);
  for (const rows of facetSpans(db, facet)) {
    collector.read(rows);
    await breathe();
  }
  for (const profile of profiles) {
    const kept = profile.facets[facet.key];
    if (kept?.version === facet.version) collector.addProfile(kept);
  }
  return collector.finish();
}

type Pattern = { readonly values: readonly number[]; readonly counts: [number, number, number] };
type Kept = Profile['facets'][string];

function createCollector(facet: Facet, members: Membership) {
  const values: (NamedValue & { production: number; curated: number })[] = [];
  const positions = new Map<string, number>();
  const codes = new Map<string | number | null, number | null>();
  const patterns = new Map<string, Pattern>();
  const covered = { production: 0, curated: 0 };

  function positionOf(named: NamedValue): number {
    const known = positions.get(named.value);
    if (known !== undefined) return known;
    positions.set(named.value, values.length);
    return values.push({ ...named, production: 0, curated: 0 }) - 1;
  }
  function codeOf(raw: string | number | null): number | null {
    const known = codes.get(raw);
    if (known !== undefined) return known;
    const named = facetValue(facet, raw);
    const code = named === null ? null : positionOf(named);
    codes.set(raw, code);
    return code;
  }
  function add(has: readonly number[], set: number, count: number): void {
    const inProduction = (set & IN_PRODUCTION) !== 0 ? count : 0;
    const inCurated = (set & IN_CURATED) !== 0 ? count : 0;
    for (const position of has) {
      const value = values[position];
      if (value === undefined) continue;
      value.production += inProduction;
      value.curated += inCurated;
    }
    const key = has.join(' ');
    const pattern: Pattern = patterns.get(key) ?? { values: [...has], counts: [0, 0, 0] };
    patterns.set(key, pattern);
    const slot = set === BOTH ? 2 : set === IN_CURATED ? 1 : 0;
    pattern.counts[slot] += count;
  }

  return {
    /** Rows come by sample. */
    read(rows: readonly FacetRow[]): void {
      let has: number[] = [];
      for (const [at, { id, value }] of rows.entries()) {
        const set = members[id] ?? 0;
        if (set === 0) continue;
        const code = codeOf(value);
        if (code !== null) has.push(code);
        if (rows[at + 1]?.id === id || has.length === 0) continue;
        add(has.length === 1 ? has : has.toSorted((a, b) => a - b), set, 1);
        if ((set & IN_PRODUCTION) !== 0) covered.production += 1;
        if ((set & IN_CURATED) !== 0) covered.curated += 1;
        has = [];
      }
    },
    addProfile(kept: Kept): void {
      for (const { count, ...named } of kept.values) add([positionOf(named)], IN_PRODUCTION, count);
      covered.production += kept.samples;
    },
    finish(): GatheredFacet {
      const list = [...patterns.values()];
      const table: PatternTable = {
        values: values.length,
        patterns: list.map((pattern) => pattern.values),
        production: list.map(({ counts }) => counts[0]),
        curated: list.map(({ counts }) => counts[1]),
        both: list.map(({ counts }) => counts[2]),
      };
      const mentions = values.reduce((sum, value) => sum + value.production + value.curated, 0);
      const hasSeveral = mentions > covered.production + covered.curated;
      return { values: inOrder(facet, values), table, ...covered, hasSeveral };
    },
  };
}

/** Buckets in their order, other values by how often production has them. */
function inOrder(facet: Facet, values: readonly GatheredValue[]): GatheredValue[] {
  if (facet.buckets === undefined)
    return values.toSorted(
      (a, b) => b.production - a.production || b.curated - a.curated || a.label.localeCompare(b.label, 'en'),
    );
  const order = new Map([...facet.buckets.keys(), null].map((raw, at) => [facetValue(facet, raw)?.value, at]));
  return values.toSorted((a, b) => (order.get(a.value) ?? 0) - (order.get(b.value) ?? 0));
}

export type GatheredNumbers = { readonly production: Tally; readonly curated: Tally };

/** Reads a measure of both sets. Next to a profile, which is coarse, all numbers are made as coarse. */
export async function gatherNumbers(
  { db }: ProjectContext,
  measure: Measure,
  members: Membership,
  profiles: readonly Profile[],
  breathe: () => Promise<void>,
): Promise<GatheredNumbers> {
  const production: number[] = [];
  const curated: number[] = [];
  for (const rows of measureSpans(db, measure)) {
    for (const { id, value } of rows) {
      const set = members[id] ?? 0;
      if ((set & IN_PRODUCTION) !== 0) production.push(value);
      if ((set & IN_CURATED) !== 0) curated.push(value);
    }
    await breathe();
  }
  if (profiles.length === 0) return { production: tally(production), curated: tally(curated) };
  const kept = profiles.map((profile) => profile.numbers[measure.key] ?? []);
  return {
    production: mergeTallies([tally(production), ...kept], coarse),
    curated: mergeTallies([tally(curated)], coarse),
  };
}
