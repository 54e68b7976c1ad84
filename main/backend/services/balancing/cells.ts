import { AppError } from '../../../../shared/rpc/errors.ts';
import type { Facet } from '../../engine/facets.ts';
import { findFacets } from '../../facets/registry.ts';
import type { SampleFacet } from '../../store/facets.ts';

/** A facet with its values, and which of them each visible sample has. */
export type FacetRead = { readonly facet: Facet } & SampleFacet;

export type Cell = {
  /** One value of each facet. */
  readonly values: readonly string[];
  readonly label: string;
  /** null for a value that no sample in sight has. */
  readonly term: string | null;
};
export type Cells = {
  readonly list: readonly Cell[];
  /** Which cells a sample fits. */
  readonly of: (id: number) => readonly number[];
};

/** @throws {AppError} `invalid_input` for one that there is not, or the same twice */
export function facetsNamed(keys: readonly string[]): Facet[] {
  const found = keys.map((key) => {
    const [facet] = findFacets([key]);
    if (facet !== undefined) return facet;
    const known = findFacets().map((one) => one.key);
    throw new AppError('invalid_input', `There is no facet called ${key}. There are ${known.join(', ')}.`);
  });
  if (new Set(keys).size !== keys.length)
    throw new AppError('invalid_input', `A pair takes two different facets, and ${keys[0] ?? ''} stands there twice.`);
  return found;
}

/**
 * The cells of one facet or of every pair of values of two that some sample of the pool has, in an order that does not depend
 * on when samples were imported: buckets in their own order, other values by how many samples have them.
 */
export function cellsOf(reads: readonly FacetRead[], pool: readonly number[]): Cells {
  const orders = reads.map((read) => placesOf(read, pool));
  const keysOf = (id: number): string[] =>
    reads.reduce<string[]>(
      (made, read) =>
        (read.of.get(id) ?? []).flatMap((at) => (made.length === 0 ? [`${at}`] : made.map((key) => `${key},${at}`))),
      [],
    );
  const isWhole = (key: string): boolean => key.split(',').length === reads.length;
  const present = new Set(pool.flatMap((id) => keysOf(id).filter(isWhole)));
  const sortKey = (key: string): number[] => key.split(',').map((at, facet) => orders[facet]?.get(Number(at)) ?? 0);
  const keys = [...present].toSorted((a, b) => compareLists(sortKey(a), sortKey(b)));
  const places = new Map(keys.map((key, at) => [key, at]));
  return {
    list: keys.map((key) => cellNamed(reads, key.split(',').map(Number))),
    of: (id) =>
      keysOf(id)
        .flatMap((key) => places.get(key) ?? [])
        .toSorted((a, b) => a - b),
  };
}

/** @returns the place of each value, by its position in the read */
function placesOf({ facet, values, of }: FacetRead, pool: readonly number[]): Map<number, number> {
  const counts = values.map(() => 0);
  for (const id of pool) for (const at of of.get(id) ?? []) counts[at] = (counts[at] ?? 0) + 1;
  const bucket = new Map(facet.buckets?.map((one, at) => [one.label, at]));
  const inOrder = [...values.keys()].toSorted((a, b) => {
    const [one, other] = [values[a], values[b]];
    if (one === undefined || other === undefined) return 0;
    const byBucket = (bucket.get(one.label) ?? Infinity) - (bucket.get(other.label) ?? Infinity);
    if (facet.buckets !== undefined && !Number.isNaN(byBucket) && byBucket !== 0) return byBucket;
    return (counts[b] ?? 0) - (counts[a] ?? 0) || (one.value < other.value ? -1 : one.value > other.value ? 1 : 0);
  });
  return new Map(inOrder.map((at, place) => [at, place]));
}

function cellNamed(reads: readonly FacetRead[], positions: readonly number[]): Cell {
  const values = reads.flatMap((read, at) => read.values[positions[at] ?? -1] ?? []);
  return {
    values: values.map((one) => one.value),
    label: values.map((one) => one.label).join(' · '),
    term: values.map((one) => one.term).join(' '),
  };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [at, own] of a.entries()) if (own !== b[at]) return own - (b[at] ?? 0);
  return 0;
}

/** A cell that nothing in sight is in, for a quota that names it. */
export function emptyCell(facets: readonly Facet[], values: readonly string[]): Cell {
  const label = values.map((value, at) => facets[at]?.label?.(value) ?? value).join(' · ');
  return { values, label, term: null };
}

/** Whether written values mean the cell: by value, or as the label is shown, whatever the case. */
export function meansCell(reads: readonly FacetRead[], cell: Cell, written: readonly string[]): boolean {
  return cell.values.every((value, at) => {
    const wanted = (written[at] ?? '').toLowerCase();
    const label = reads[at]?.values.find((one) => one.value === value)?.label ?? value;
    return value.toLowerCase() === wanted || label.toLowerCase() === wanted;
  });
}
