import type { FacetLikeness, MissingCell } from '../../../../shared/model/likeness.ts';

/** A share that is smaller by less is as good as the same. */
const LEAST_GAP = 0.01;
const MOST_CELLS = 12;

/**
 * What to add next: the values of the facets that count of which production has most more than the curated set, in points.
 * Adding `toAdd` samples of a cell brings its share to that in production: the x with (have + x) / (all + x) = share.
 */
export function missingCells(facets: readonly FacetLikeness[]): MissingCell[] {
  return facets
    .filter((facet) => facet.isGated && facet.distance !== null)
    .flatMap((facet) => facet.values.flatMap((value) => cellOf(facet, value) ?? []))
    .toSorted((a, b) => b.production - b.curated - (a.production - a.curated))
    .slice(0, MOST_CELLS);
}

function cellOf(facet: FacetLikeness, value: FacetLikeness['values'][number]): MissingCell | null {
  const production = value.production / facet.production;
  const curated = value.curated / facet.curated;
  if (production - curated < LEAST_GAP) return null;
  const wanted = (production * facet.curated - value.curated) / (1 - production);
  return {
    facet: facet.key,
    facetTitle: facet.title,
    value: value.value,
    label: value.label,
    term: value.term,
    production,
    curated,
    // All of production is of this cell: no number makes the shares equal, as many again halve the gap.
    toAdd: Number.isFinite(wanted) ? Math.max(1, Math.ceil(wanted - 1e-9)) : Math.max(1, facet.curated),
  };
}
