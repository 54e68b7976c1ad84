/** A sample in the cell that it takes a place of. */
export type Placement = { readonly item: number; readonly cell: number };

/** Places of cells, each taken by one sample that fits the cell. */
export type Places = {
  /** @returns whether the sample has a place now; others may have moved to another cell they fit, none lost its place */
  readonly add: (item: number, cells: readonly number[]) => boolean;
  /** Whether a sample that fits these cells was refused before: none will ever get a place. */
  readonly isClosed: (cells: readonly number[]) => boolean;
  readonly free: (cell: number) => number;
  readonly placed: () => Placement[];
};

type Cell = { free: number; readonly members: Map<string, number[]> };
type Step = { readonly from: number; readonly kind: string } | null;

/**
 * Finds places for samples that may fit several cells. A sample that fits only full cells gets one by moving others along
 * an augmenting path of the bipartite graph of samples and places, so that after all were offered as many places are taken as
 * any assignment could take: the shortage is the least there can be (a maximum flow). The sets that can have places together
 * are a transversal matroid, so offering the preferred samples first also gives the most of them a place.
 *
 * Samples that fit the same cells are alike to the search, which therefore walks cells, not samples; and a kind of sample that
 * was refused once is refused for good.
 *
 * @param capacities places of each cell
 * @see L. R. Ford, D. R. Fulkerson, "Maximal flow through a network", 1956
 * @see J. Edmonds, D. R. Fulkerson, "Transversals and matroid partition", 1965
 */
export function createPlaces(capacities: readonly number[]): Places {
  const cells = capacities.map((free): Cell => ({ free, members: new Map() }));
  const fits = new Map<string, readonly number[]>();
  const closed = new Set<string>();
  const kinds = new WeakMap<readonly number[], string>();

  function kindOf(wanted: readonly number[]): string {
    const known = kinds.get(wanted) ?? wanted.join(',');
    kinds.set(wanted, known);
    return known;
  }

  /** Breadth first from the cells of a kind to one with a free place. */
  function search(kind: string): { readonly end: number; readonly steps: ReadonlyMap<number, Step> } | null {
    const steps = new Map<number, Step>();
    for (const cell of fits.get(kind) ?? []) steps.set(cell, null);
    for (const at of steps.keys()) {
      const cell = cells[at];
      if (cell === undefined) continue;
      if (cell.free > 0) return { end: at, steps };
      for (const [other, members] of cell.members) {
        const reached = members.length === 0 ? [] : (fits.get(other) ?? []);
        for (const next of reached) if (!steps.has(next)) steps.set(next, { from: at, kind: other });
      }
    }
    return null;
  }

  return {
    add(item, wanted) {
      const kind = kindOf(wanted);
      if (closed.has(kind)) return false;
      fits.set(kind, wanted);
      const found = search(kind);
      if (found === null) {
        closed.add(kind);
        return false;
      }
      let at = found.end;
      take(cells, at, -1);
      for (let step = found.steps.get(at); step !== null && step !== undefined; step = found.steps.get(at)) {
        const moved = cells[step.from]?.members.get(step.kind)?.pop();
        if (moved !== undefined) seat(cells, at, step.kind, moved);
        at = step.from;
      }
      seat(cells, at, kind, item);
      return true;
    },
    isClosed: (wanted) => closed.has(kindOf(wanted)),
    free: (cell) => cells[cell]?.free ?? 0,
    placed: () =>
      cells.flatMap((cell, at) =>
        [...cell.members.values()].flatMap((items) => items.map((item) => ({ item, cell: at }))),
      ),
  };
}

function take(cells: readonly Cell[], at: number, by: number): void {
  const cell = cells[at];
  if (cell !== undefined) cell.free += by;
}

function seat(cells: readonly Cell[], at: number, kind: string, item: number): void {
  const members = cells[at]?.members;
  const own = members?.get(kind);
  if (own === undefined) members?.set(kind, [item]);
  else own.push(item);
}
