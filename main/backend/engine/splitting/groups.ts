import { createUnionFind } from '../similar/union-find.ts';

/** What ties two samples together besides shared keys: positions in the list of samples. */
export type Tie = { readonly a: number; readonly b: number };

/**
 * Joins samples that share any key, whatever chain of keys leads from one to the other.
 *
 * @param keys the keys of each sample; a sample without any stands alone unless a tie joins it
 * @returns groups of two or more as positions, members and groups ascending
 */
export function groupByKeys(keys: readonly (readonly string[])[], ties: Iterable<Tie> = []): number[][] {
  const sets = createUnionFind(keys.length);
  const first = new Map<string, number>();
  for (const [at, own] of keys.entries())
    for (const key of own) {
      const other = first.get(key);
      if (other === undefined) first.set(key, at);
      else sets.union(other, at);
    }
  for (const { a, b } of ties) sets.union(a, b);
  return sets.groups();
}
