import { setImmediate as nextTurn } from 'node:timers/promises';
import type { toolUse } from '../../../shared/contract/tool-use.ts';
import type { OutputOf } from '../../../shared/contract/define.ts';
import type { ToolMeasure } from '../../../shared/model/tool-use.ts';
import type { FieldName } from '../../../shared/query/fields.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { byMeasure, toolUseBins, toolUseStats, valuesOf, valuesOfOne, type ToolUse } from '../engine/tool-use.ts';
import { findFacets } from '../facets/registry.ts';
import { facetOfAttempts, facetOfSamples } from '../store/facets.ts';
import { beginCallFacts, gatherCallFacts, matchingSamples, toolUseOf } from '../store/tool-use.ts';

const SAMPLES_AT_ONCE = 2_000;
/** Groups listed. */
const MOST_GROUPS = 50;
/** What a filter text may hold. */
const LONGEST_FILTER = 4_000;

type Summary = OutputOf<typeof toolUse.summary>;
type Group = Summary['groups'][number];

/**
 * How tools are used in the attempts of a filter's samples, those its conditions on attempts mean. An attempt counts under each value of the facet that it has,
 * or that its sample has where the facet is about samples.
 *
 * @throws {AppError} `invalid_input` for an unknown facet or filter, `cancelled`
 */
export async function summariseToolUse(
  project: ProjectContext,
  input: { readonly filter: string; readonly by: string | null },
  signal: AbortSignal,
): Promise<Summary> {
  const uses = await readUses(project, input.filter, signal);
  const groups = input.by === null ? [] : groupUses(project, uses, input.by);
  return {
    all: toolUseStats(uses),
    charts: chartsOf(uses, []),
    groups: groups.slice(0, MOST_GROUPS),
    more: Math.max(0, groups.length - MOST_GROUPS),
  };
}

/** Two sets with common bins. @throws {AppError} as `summariseToolUse` */
export async function compareToolUse(
  project: ProjectContext,
  input: { readonly filter: string; readonly against: string },
  signal: AbortSignal,
): Promise<OutputOf<typeof toolUse.compare>> {
  const one = await readUses(project, input.filter, signal);
  const other = await readUses(project, input.against, signal);
  return { one: toolUseStats(one), other: toolUseStats(other), charts: chartsOf(one, other) };
}

/** Conditions that nearly say what a bar is. Those of a sample hold for any of its attempts. */
const FIELD_OF: Readonly<Partial<Record<ToolMeasure, FieldName>>> = {
  calls: 'calls',
  steps: 'steps',
  latency: 'latency',
  tokens: 'tokens',
  errors: 'errors',
};

/** A filter for the samples behind a bar. @throws {AppError} as `summariseToolUse` */
export async function samplesBehind(
  project: ProjectContext,
  input: { readonly filter: string; readonly measure: ToolMeasure; readonly from: number; readonly to: number | null },
  signal: AbortSignal,
): Promise<OutputOf<typeof toolUse.behind>> {
  const { from, measure } = input;
  const to = input.to ?? Infinity;
  const uses = await readUses(project, input.filter, signal);
  const hits = uses.filter((use) => valuesOfOne(use, measure).some((value) => value >= from && value < to));
  const ids = [...new Set(hits.map((use) => use.sampleId))].sort((a, b) => a - b);
  const exact = ids.length === 0 ? null : `id:${runsOf(ids).join(',')}`;
  if (exact !== null && exact.length <= LONGEST_FILTER) return { filter: exact, samples: ids.length, isExact: true };
  const field = FIELD_OF[measure];
  if (ids.length === 0 || field === undefined) return { filter: null, samples: ids.length, isExact: false };
  const bounds = `${field}>=${from}${to === Infinity ? '' : ` ${field}<${to}`}`;
  const filter = input.filter.trim() === '' ? bounds : `(${input.filter}) ${bounds}`;
  return { filter: filter.length <= LONGEST_FILTER ? filter : null, samples: ids.length, isExact: false };
}

/** @param ids ascending @returns `3`, `7..12`, … */
function runsOf(ids: readonly number[]): string[] {
  const runs: [from: number, to: number][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last?.[1] === id - 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}..${to}`));
}

async function readUses(project: ProjectContext, filter: string, signal: AbortSignal): Promise<ToolUse[]> {
  const ids = matchingSamples(project.db, filter);
  beginCallFacts(project.db);
  while (!gatherCallFacts(project.db)) await turn(signal);
  const uses: ToolUse[] = [];
  for (let from = 0; from < ids.length; from += SAMPLES_AT_ONCE) {
    uses.push(...toolUseOf(project.db, ids.slice(from, from + SAMPLES_AT_ONCE), filter));
    await turn(signal);
  }
  return uses;
}

async function turn(signal: AbortSignal): Promise<void> {
  await nextTurn();
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
}

function chartsOf(one: readonly ToolUse[], other: readonly ToolUse[]): Summary['charts'] {
  return byMeasure((measure) => toolUseBins(valuesOf(one, measure), valuesOf(other, measure)));
}

/** Closed sets in their order, others by how many attempts they have. */
function groupUses(project: ProjectContext, uses: readonly ToolUse[], by: string): Group[] {
  const [facet] = findFacets([by]);
  if (facet === undefined) throw new AppError('invalid_input', `There is no facet called ${by}.`);
  const ofAttempts = facetOfAttempts(project.db, facet);
  const { values, of } = ofAttempts ?? facetOfSamples(project.db, facet);
  const groups = values.map((value) => ({ value, uses: [] as ToolUse[] }));
  for (const use of uses)
    for (const at of of.get(ofAttempts === null ? use.sampleId : use.attemptId) ?? []) groups[at]?.uses.push(use);
  return groups
    .filter((group) => group.uses.length > 0)
    .sort((a, b) => b.uses.length - a.uses.length || a.value.label.localeCompare(b.value.label, 'en'))
    .map((group) => ({ ...group.value, stats: toolUseStats(group.uses) }));
}
