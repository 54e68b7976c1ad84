import type { FacetLikeness, Likeness, NumberLikeness } from '../../../../shared/model/likeness.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';
import { FACETS } from '../../facets/registry.ts';
import type { Facet } from '../../engine/facets.ts';
import { judge } from '../../engine/likeness/gate.ts';
import { missingCells } from '../../engine/likeness/missing.ts';
import {
  binCounts,
  chartEdges,
  countOf,
  mergeTallies,
  quantile,
  stabilityIndex,
  type Tally,
} from '../../engine/likeness/numbers.ts';
import type { Compared } from '../../engine/likeness/resample.ts';
import { isCompared, isGated } from '../../engine/likeness/traits.ts';
import { MEASURES, readMembership, type Measure } from '../../store/likeness-rows.ts';
import { getSetting } from '../../store/settings.ts';
import { gatherFacet, gatherNumbers, type GatheredFacet, type GatheredNumbers } from './gather.ts';
import type { Sets } from './sets.ts';
import { compareTexts } from './texts.ts';
import { inThread } from './thread.ts';

/** Values of a facet that are listed. All count. */
const MOST_VALUES = 50;
/** Drawn sets behind an interval, and divisions behind a p-value; fewer where dealing samples out would take long. */
const RESAMPLES = 1_000;
const FEW_RESAMPLES = 200;
const MANY_SAMPLES = 20_000;

type Io = Pick<JobIo, 'signal' | 'report' | 'breathe'>;

/**
 * Compares the curated set with production by every facet, by numbers and, when asked to, by text.
 *
 * @throws {AppError} `cancelled`
 */
export async function measureLikeness(
  project: ProjectContext,
  sets: Sets,
  withText: boolean,
  io: Io,
): Promise<Likeness> {
  const facets = FACETS.filter(isCompared) as readonly Facet[];
  const total = facets.length * 2 + MEASURES.length;
  let done = 0;
  const step = (): void => io.report({ stage: 'mixes', done: (done += 1), total });
  const members = readMembership(project.db, sets.full, sets.where);
  const gathered: GatheredFacet[] = [];
  for (const facet of facets) {
    gathered.push(await gatherFacet(project, facet, members, sets.profiles, io.breathe));
    step();
  }
  const numbers: NumberLikeness[] = [];
  for (const measure of MEASURES) {
    numbers.push(describeNumbers(measure, await gatherNumbers(project, measure, members, sets.profiles, io.breathe)));
    step();
  }
  const production = sets.sources.reduce((sum, source) => sum + source.samples, 0);
  const profiled = sets.profiles.reduce((sum, profile) => sum + profile.samples, 0);
  const seed = seedOf(project);
  const resamples = Math.min(production, sets.curated) > MANY_SAMPLES ? FEW_RESAMPLES : RESAMPLES;
  const tables = gathered.map((one) => one.table);
  const answer = await inThread({ t: 'mixes', tables, resamples, seed }, io.signal, step);
  const compared = answer.t === 'mixes' ? answer.compared : [];
  const described = facets.flatMap((facet, at) => {
    const one = gathered[at];
    return one === undefined ? [] : [describeFacet(facet, one, compared[at] ?? null)];
  });
  const text = await describeText(project, sets, { members, seed, withText, io });
  return {
    curated: sets.curated,
    production,
    profiled,
    seed,
    resamples,
    drift: driftOfFacets(described),
    facets: described,
    numbers,
    text,
    missing: missingCells(described),
  };
}

function seedOf(project: ProjectContext): number {
  const seed = getSetting(project.db, 'seed');
  return typeof seed === 'number' ? seed : 0;
}

type TextRun = {
  readonly members: Uint8Array;
  readonly seed: number;
  readonly withText: boolean;
  readonly io: Io;
};

async function describeText(
  project: ProjectContext,
  sets: Sets,
  { members, seed, withText, io }: TextRun,
): Promise<Likeness['text']> {
  if (!withText) return { state: 'unmeasured', reason: 'skipped' };
  if (sets.full.length === 0) return { state: 'unmeasured', reason: sets.profiles.length > 0 ? 'profile' : 'few' };
  const onProgress = (done: number, total: number): void => io.report({ stage: 'texts', done, total });
  return compareTexts(project, members, seed, { signal: io.signal, onProgress });
}

function describeFacet(facet: Facet, gathered: GatheredFacet, compared: Compared | null): FacetLikeness {
  const { values, production, curated, hasSeveral } = gathered;
  const judged =
    compared === null
      ? { state: 'unmeasured' as const, isWide: false }
      : judge(compared.low, compared.high, Math.min(production, curated), compared.pValue);
  return {
    key: facet.key,
    title: facet.title,
    isGated: isGated(facet),
    hasSeveral,
    production,
    curated,
    distance: compared?.distance ?? null,
    low: compared?.low ?? null,
    high: compared?.high ?? null,
    pValue: compared?.pValue ?? null,
    ...judged,
    values: values.slice(0, MOST_VALUES),
    more: Math.max(0, values.length - MOST_VALUES),
  };
}

/** The facet that holds the set up: of those that count, the one whose interval reaches highest. */
function driftOfFacets(facets: readonly FacetLikeness[]): Likeness['drift'] {
  const widest = facets
    .filter((facet) => facet.isGated && facet.high !== null)
    .toSorted((a, b) => (b.high ?? 0) - (a.high ?? 0))[0];
  if (widest?.distance == null || widest.low === null || widest.high === null) return null;
  const { key: facet, title, distance: value, low, high, state, isWide } = widest;
  return { facet, title, value, low, high, state, isWide };
}

function describeNumbers(measure: Measure, { production, curated }: GatheredNumbers): NumberLikeness {
  const all = mergeTallies([production, curated]);
  const edges = chartEdges(all);
  // One bin alone is named by what is in it.
  const [first = null, last = null] = [all[0]?.[0], all.at(-1)?.[0]];
  const ofProduction = binCounts(production, edges);
  const ofCurated = binCounts(curated, edges);
  const { key, title, unit, field } = measure;
  const isEmpty = countOf(production) + countOf(curated) === 0;
  return {
    key,
    title,
    unit,
    psi: stabilityIndex(production, curated),
    production: summary(production),
    curated: summary(curated),
    bins: isEmpty
      ? []
      : ofProduction.map((count, at) => {
          const before = edges[at - 1];
          const from = before === undefined ? (edges.length === 0 ? first : null) : before + 1;
          const to = edges[at] ?? (edges.length === 0 ? last : null);
          return { from, to, term: termOf(field, from, to), production: count, curated: ofCurated[at] ?? 0 };
        }),
  };
}

function termOf(field: string | null, from: number | null, to: number | null): string | null {
  if (field === null) return null;
  if (from === null) return to === null ? null : `${field}<=${to}`;
  if (to === null) return `${field}>=${from}`;
  return from === to ? `${field}:${from}` : `${field}:${from}..${to}`;
}

function summary(numbers: Tally): NumberLikeness['production'] {
  const p50 = quantile(numbers, 0.5);
  const p95 = quantile(numbers, 0.95);
  return p50 === null || p95 === null ? null : { count: countOf(numbers), p50, p95 };
}
