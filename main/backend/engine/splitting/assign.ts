import type { SplitName } from '../../../../shared/contract/splits.ts';
import { sha256 } from '../hash.ts';
import { createSignatureQueue, type Signature } from './signature-queue.ts';
import { SPLIT_ORDER, perSplit, type Divisible, type PerSplit } from './types.ts';
import { largestOf, normalised, wantedCounts } from './wanted.ts';

export type SplitRequest = {
  readonly samples: readonly Divisible[];
  /** What must stay together, as positions in `samples`: groups of two or more, no position twice. */
  readonly groups: readonly (readonly number[])[];
  /** Parts of the whole, divided by their sum. */
  readonly shares: PerSplit<number>;
  readonly seed: number;
};
export type SplitAnswer = {
  /** The split of each sample, by position. */
  readonly splits: readonly SplitName[];
  /** What the shares come to in whole samples. */
  readonly wanted: PerSplit<number>;
  /** Groups whose locked samples lie in more than one split: their others follow the most of those. */
  readonly torn: readonly (readonly number[])[];
};

/** What goes to one split as a whole: a group, or a sample alone. */
type Unit = {
  readonly members: readonly number[];
  readonly rank: string;
  /** How many of its samples have each label. */
  readonly labels: ReadonlyMap<string, number>;
  /** Equal for units of the same labels and size. */
  readonly signature: string;
};

/**
 * Divides samples by shares: what is grouped goes to one split, what is locked stays, labels are mixed alike.
 *
 * Groups stand in an order that only the seed and the names of their members decide. The smaller splits are filled first,
 * each by groups in that order that exceed the quota of none of their labels, then by those that are missing most, counted
 * by label as in iterative stratification (Sechidis, Tsoumakas, Vlahavas, "On the stratification of multi-label data",
 * ECML PKDD 2011); the largest split gets the rest. So the same samples give the same split whatever order they came in,
 * and a few more samples move few others.
 *
 * Without groups and locks every split gets exactly what is wanted. With them a split stays as near as the sizes of groups
 * allow: it may lack less than half of the smallest group left, or exceed by as much.
 */
export function assignSplits({ samples, groups, shares, seed }: SplitRequest): SplitAnswer {
  const parts = normalised(shares);
  const wanted = wantedCounts(samples.length, shares);
  const splits = samples.map((sample): SplitName | null => sample.locked);
  const torn: (readonly number[])[] = [];
  const units: Unit[] = [];
  const isGrouped = new Set<number>();
  for (const group of groups) {
    for (const at of group) isGrouped.add(at);
    const held = perSplit((split) => group.filter((at) => samples[at]?.locked === split).length);
    const holding = SPLIT_ORDER.filter((split) => held[split] > 0);
    if (holding.length > 1) torn.push(group);
    if (holding.length === 0) units.push(toUnit(samples, group, seed));
    else for (const at of group) splits[at] ??= largestOf(held);
  }
  for (const [at, sample] of samples.entries())
    if (!isGrouped.has(at) && sample.locked === null) units.push(toUnit(samples, [at], seed));
  units.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  fillSplits(samples, units, splits, { parts, wanted });
  const rest = largestOf(parts);
  return { splits: splits.map((split) => split ?? rest), wanted, torn };
}

function toUnit(samples: readonly Divisible[], members: readonly number[], seed: number): Unit {
  const ranks = members.map((at) => sha256(`${seed}\n${samples[at]?.name ?? ''}`));
  const labels = labelTotals(samples, members);
  return {
    members,
    rank: ranks.reduce((least, rank) => (rank < least ? rank : least)),
    labels,
    signature: JSON.stringify([...labels].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Gives units to the splits but the largest, the smallest share first. */
function fillSplits(
  samples: readonly Divisible[],
  units: readonly Unit[],
  splits: (SplitName | null)[],
  { parts, wanted }: { readonly parts: PerSplit<number>; readonly wanted: PerSplit<number> },
): void {
  const rest = largestOf(parts);
  const order = SPLIT_ORDER.filter((split) => split !== rest && parts[split] > 0).toReversed();
  order.sort((a, b) => parts[a] - parts[b]);
  const totals = labelTotals(samples, samples.keys());
  let open = units;
  for (const split of order) {
    const inside = [...samples.keys()].filter((at) => splits[at] === split);
    const has = labelTotals(samples, inside);
    const missing = new Map<string, number>();
    for (const [label, total] of totals) missing.set(label, total * parts[split] - (has.get(label) ?? 0));
    const chosen = chooseUnits(open, { room: wanted[split] - inside.length, missing });
    for (const unit of chosen) for (const at of unit.members) splits[at] = split;
    open = open.filter((unit) => !chosen.has(unit));
  }
}

/** How many samples have each label; every sample has the empty one too, which stands for all. */
function labelTotals(samples: readonly Divisible[], positions: Iterable<number>): Map<string, number> {
  const totals = new Map<string, number>();
  for (const at of positions)
    for (const label of ['', ...(samples[at]?.labels ?? [])]) totals.set(label, (totals.get(label) ?? 0) + 1);
  return totals;
}

type Need = {
  /** Samples that are still wanted. */
  room: number;
  /** The same by label, not rounded. */
  readonly missing: Map<string, number>;
};

function chooseUnits(units: readonly Unit[], need: Need): Set<Unit> {
  const chosen = new Set<Unit>();
  const take = (unit: Unit): void => {
    chosen.add(unit);
    need.room -= unit.members.length;
    for (const [label, n] of unit.labels) need.missing.set(label, (need.missing.get(label) ?? 0) - n);
  };
  for (const unit of units) {
    if (unit.members.length > need.room) continue;
    const isWanted = [...unit.labels].every(([label, n]) => label === '' || n <= (need.missing.get(label) ?? 0) + 1e-9);
    if (isWanted) take(unit);
  }
  takeByGain(units, need, chosen, take);
  // Nothing fits any more: the smallest group left may come if the split is then nearer to what is wanted than without it.
  const smallest = units
    .filter((unit) => !chosen.has(unit))
    .reduce<Unit | null>(
      (least, unit) => (least === null || unit.members.length < least.members.length ? unit : least),
      null,
    );
  const isNearer = smallest !== null && smallest.members.length - need.room < need.room;
  // Not the last of all: the largest split must not go without.
  if (smallest !== null && isNearer && units.length - chosen.size > 1) chosen.add(smallest);
  return chosen;
}

/** Fills what room is left by the groups whose labels are missing most. */
function takeByGain(units: readonly Unit[], need: Need, chosen: ReadonlySet<Unit>, take: (unit: Unit) => void): void {
  if (need.room <= 0) return;
  const signatures = new Map<string, Signature>();
  for (const [at, unit] of units.entries()) {
    if (chosen.has(unit) || unit.members.length > need.room) continue;
    const signature = signatures.get(unit.signature) ?? {
      size: unit.members.length,
      counts: unit.labels,
      groups: [],
      next: 0,
    };
    signature.groups.push(at);
    signatures.set(unit.signature, signature);
  }
  const gainOf = ({ counts: labels, size }: Signature): number =>
    [...labels].reduce((sum, [label, n]) => sum + n * (need.missing.get(label) ?? 0), 0) / size;
  const queue = createSignatureQueue([...signatures.values()], gainOf);
  for (let top = queue.pop(); top !== undefined && need.room > 0; top = queue.pop()) {
    const at = top.groups[top.next];
    const unit = at === undefined ? undefined : units[at];
    if (unit === undefined || unit.members.length > need.room) continue;
    top.next += 1;
    take(unit);
    queue.push(top);
  }
}
