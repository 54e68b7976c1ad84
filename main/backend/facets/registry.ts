import { invariant } from '../../../shared/rpc/errors.ts';
import type { Facet } from '../engine/facets.ts';
import * as attempts from './attempts.ts';
import * as curation from './curation.ts';
import * as sample from './sample.ts';

/** Every facet, in the order people see them. */
export const FACETS = [
  sample.source,
  attempts.outcome,
  attempts.calls,
  attempts.tool,
  attempts.toolset,
  attempts.steps,
  attempts.difficulty,
  sample.language,
  sample.length,
  sample.cluster,
  curation.flag,
  curation.decision,
  curation.tag,
  curation.split,
  curation.reviewed,
  attempts.attempts,
  attempts.reward,
  attempts.score,
  sample.reference,
  attempts.model,
  sample.format,
] as const satisfies readonly Facet[];

invariant(new Set(FACETS.map((facet) => facet.key)).size === FACETS.length, 'facet keys differ');

/** @returns the facets of these keys in the registry's order, all of them without keys; unknown keys are left out */
export function findFacets(keys?: readonly string[]): readonly Facet[] {
  const all: readonly Facet[] = FACETS;
  return keys === undefined ? all : all.filter((facet) => keys.includes(facet.key));
}
