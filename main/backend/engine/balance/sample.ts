import { createPlaces, type Places } from './places.ts';
import { seededRank } from './rank.ts';
import { spreadOut, type Distance } from './spread-out.ts';

export type Candidate = {
  readonly id: number;
  /** Name by content: what a seed shuffles, so that the same data give the same sample on any machine. */
  readonly uid: string;
  /** Positions of the quotas it could fill a place of, ascending. */
  readonly cells: readonly number[];
  /** Higher is taken first. */
  readonly preference: number;
  /** Stays, also beyond the quotas. */
  readonly isHeld: boolean;
  /** Positions of the floor's values that it has. */
  readonly floors: readonly number[];
};

export type SampleRequest = {
  readonly candidates: readonly Candidate[];
  /** Places by quota. */
  readonly quotas: readonly number[];
  /** How many of each floor value there should be. */
  readonly floors: readonly number[];
  readonly seed: number;
  /** Between candidates by position; without it the seed alone decides between equals. */
  readonly distance?: Distance;
};

export type Chosen = {
  readonly id: number;
  /** The quota it fills a place of; for one that is held beyond the quotas, the rarest it fits, or null for none. */
  readonly cell: number | null;
  readonly isOver: boolean;
};
export type Sampled = {
  /** By id, ascending. */
  readonly chosen: readonly Chosen[];
  readonly cells: readonly {
    readonly available: number;
    readonly kept: number;
    readonly short: number;
    readonly over: number;
  }[];
  readonly floors: readonly { readonly available: number; readonly kept: number }[];
};

/**
 * Fills quotas. Every cell keeps exactly what was wanted or is short by as little as any choice could do (`createPlaces`),
 * and never more, but for samples that are held.
 *
 * The order: held samples; then what the floors need, the rarest value first, by samples that serve most of them; then by
 * preference, and within one preference the cells with the fewest candidates first, each filled with samples far from those
 * it has. What is still equal goes by seed. The floors never break a quota.
 */
export function sampleQuotas({ candidates, quotas, floors, seed, distance }: SampleRequest): Sampled {
  const order = [...candidates.keys()]
    .map((at) => ({ at, uid: candidates[at]?.uid ?? '', rank: seededRank(seed, candidates[at]?.uid ?? '') }))
    .toSorted((a, b) => a.rank - b.rank || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0))
    .map((one) => one.at);
  const pick = startPick(candidates, quotas, order);
  holdAll(pick);
  meetFloors(pick, floors);
  const levels = [...new Set(order.map((at) => pick.of(at).preference))].toSorted((a, b) => b - a);
  for (const level of levels) fillLevel(pick, level, distance);
  return finish(pick, quotas, floors.length);
}

type Pick = {
  readonly of: (at: number) => Candidate;
  /** All candidates by seed. */
  readonly order: readonly number[];
  readonly places: Places;
  readonly chosen: Set<number>;
  readonly over: number[];
  /** Candidates that fit a cell. */
  readonly available: readonly number[];
  /** Cells by how few candidates they have. */
  readonly rarity: readonly number[];
  readonly take: (at: number) => boolean;
};

function startPick(candidates: readonly Candidate[], quotas: readonly number[], order: readonly number[]): Pick {
  const places = createPlaces(quotas);
  const chosen = new Set<number>();
  const available = quotas.map(() => 0);
  for (const { cells } of candidates) for (const cell of cells) available[cell] = (available[cell] ?? 0) + 1;
  return {
    of(at) {
      const candidate = candidates[at];
      if (candidate === undefined) throw new RangeError(`No candidate ${at}`);
      return candidate;
    },
    order,
    places,
    chosen,
    over: [],
    available,
    rarity: [...quotas.keys()].toSorted((a, b) => (available[a] ?? 0) - (available[b] ?? 0) || a - b),
    take(at) {
      const isPlaced = places.add(at, candidates[at]?.cells ?? []);
      if (isPlaced) chosen.add(at);
      return isPlaced;
    },
  };
}

function holdAll({ of, order, take, chosen, over }: Pick): void {
  const held = order.filter((at) => of(at).isHeld).toSorted((a, b) => of(b).preference - of(a).preference);
  for (const at of held) {
    if (take(at)) continue;
    over.push(at);
    chosen.add(at);
  }
}

function meetFloors({ of, order, take, chosen }: Pick, floors: readonly number[]): void {
  const having = floors.map((): number[] => []);
  for (const at of order) for (const floor of of(at).floors) having[floor]?.push(at);
  const kept = floors.map((_, floor) => having[floor]?.filter((at) => chosen.has(at)).length ?? 0);
  const isUnmet = (floor: number): boolean => (kept[floor] ?? 0) < (floors[floor] ?? 0);
  const serves = (at: number): number => of(at).floors.filter(isUnmet).length;
  const rarestFirst = [...floors.keys()].toSorted(
    (a, b) => (having[a]?.length ?? 0) - (having[b]?.length ?? 0) || a - b,
  );
  for (const floor of rarestFirst) {
    let rest = having[floor]?.filter((at) => !chosen.has(at)) ?? [];
    while (isUnmet(floor) && rest.length > 0) {
      const best = firstBest(rest, (at) => [of(at).preference, serves(at)]);
      rest = rest.filter((at) => at !== best);
      if (take(best)) for (const own of of(best).floors) kept[own] = (kept[own] ?? 0) + 1;
    }
  }
}

/** @returns the first item that no other is greater than, number by number */
function firstBest(items: readonly number[], keyOf: (item: number) => readonly [number, number]): number {
  let best = items[0] ?? 0;
  let bestKey = keyOf(best);
  for (const item of items) {
    const key = keyOf(item);
    if (key[0] < bestKey[0] || (key[0] === bestKey[0] && key[1] <= bestKey[1])) continue;
    best = item;
    bestKey = key;
  }
  return best;
}

function fillLevel(pick: Pick, level: number, distance: Distance | undefined): void {
  const { of, order, places, take, rarity } = pick;
  const place = new Map(rarity.map((cell, at) => [cell, at]));
  const rarest = (at: number): number =>
    of(at).cells.reduce((least, cell) => Math.min(least, place.get(cell) ?? Infinity), Infinity);
  const groups = new Map<number, number[]>();
  for (const at of order) {
    if (of(at).preference !== level || pick.chosen.has(at) || of(at).cells.length === 0) continue;
    const cell = rarest(at);
    const members = groups.get(cell);
    if (members === undefined) groups.set(cell, [at]);
    else members.push(at);
  }
  const isOver = (at: number): boolean => places.isClosed(of(at).cells);
  for (const [cell, members] of [...groups].toSorted(([a], [b]) => a - b)) {
    const room = roomFor(pick, members);
    if (distance === undefined || room >= members.length) for (const at of members) take(at);
    else if (room > 0)
      spreadOut(members, {
        picked: [...pick.chosen].filter((at) => of(at).cells.length > 0 && rarest(at) === cell),
        wanted: room,
        distance,
        take,
        isOver,
      });
  }
}

/** Free places in all cells that the members fit; others may be freed for them by moving. */
function roomFor({ of, places }: Pick, members: readonly number[]): number {
  const cells = new Set(members.flatMap((at) => [...of(at).cells]));
  const free = [...cells].reduce((sum, cell) => sum + places.free(cell), 0);
  // A full cell may still give way by moving what it has, as long as none of the kind was refused.
  const isOpen = members.some((at) => !places.isClosed(of(at).cells));
  return free === 0 && isOpen ? 1 : free;
}

function finish(pick: Pick, quotas: readonly number[], floorCount: number): Sampled {
  const { of, places, over, chosen, available, rarity } = pick;
  const kept = quotas.map(() => 0);
  const beyond = quotas.map(() => 0);
  const list: Chosen[] = places.placed().map(({ item, cell }) => {
    kept[cell] = (kept[cell] ?? 0) + 1;
    return { id: of(item).id, cell, isOver: false };
  });
  for (const at of over) {
    const cell = rarity.find((one) => of(at).cells.includes(one)) ?? null;
    if (cell !== null) beyond[cell] = (beyond[cell] ?? 0) + 1;
    list.push({ id: of(at).id, cell, isOver: true });
  }
  const having = countFloors(pick, pick.order, floorCount);
  const taken = countFloors(pick, chosen, floorCount);
  return {
    chosen: list.toSorted((a, b) => a.id - b.id),
    cells: quotas.map((wanted, cell) => ({
      available: available[cell] ?? 0,
      kept: kept[cell] ?? 0,
      short: wanted - (kept[cell] ?? 0),
      over: beyond[cell] ?? 0,
    })),
    floors: Array.from({ length: floorCount }, (_, floor) => ({
      available: having[floor] ?? 0,
      kept: taken[floor] ?? 0,
    })),
  };
}

function countFloors({ of }: Pick, items: Iterable<number>, length: number): number[] {
  const counts = Array.from({ length }, () => 0);
  for (const at of items) for (const floor of of(at).floors) counts[floor] = (counts[floor] ?? 0) + 1;
  return counts;
}
