import type { Facet } from '../facets.ts';

/** What differs by what a source is or what was decided, not by the traffic: never compared. */
const NOT_COMPARED: readonly string[] = ['source', 'format', 'decision', 'split', 'reviewed'];

/**
 * What curation adds or who answered: compared and shown, but no part of the drift. Traffic has one attempt a task and no
 * references, tags or scores, so a set that is fit to train on always differs in these.
 */
const NOT_GATED: readonly string[] = [
  'tag',
  'flag',
  'reference',
  'attempts',
  'reward',
  'score',
  'model',
  'difficulty',
  'label',
  'cluster',
];

/** Facets of production that are compared. */
export function isCompared(facet: Pick<Facet, 'key'>): boolean {
  return !NOT_COMPARED.includes(facet.key);
}

/** Whether a facet counts for the drift. */
export function isGated(facet: Pick<Facet, 'key'>): boolean {
  return isCompared(facet) && !NOT_GATED.includes(facet.key);
}
