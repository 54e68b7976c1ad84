import { createRandom, shuffled } from './prng.ts';

export type Candidate = {
  readonly id: number;
  /** Name by content: the order that a seed shuffles, so that the same data give the same sample on any machine. */
  readonly uid: string;
  readonly cell: string;
  /** Higher is taken first: reviewed samples before others, unflagged before flagged. */
  readonly preference: number;
};
export type QuotaCell = { readonly value: string; readonly wanted: number };
export type FilledCell = {
  readonly value: string;
  readonly available: number;
  readonly wanted: number;
  readonly kept: number;
  readonly short: number;
};
export type Stratified = { readonly chosen: readonly number[]; readonly cells: readonly FilledCell[] };

/**
 * Fills quotas from candidates: each cell keeps exactly what was wanted, or all it has with the shortage reported, never
 * more. Cells without a quota keep nothing. Within a preference the choice is a seeded shuffle.
 *
 * @param seed any integer; each cell draws from a generator of its own, so one quota does not move another's choice
 * @returns ids in ascending order, and the cells in the order of the quotas
 */
export function stratify(candidates: readonly Candidate[], quotas: readonly QuotaCell[], seed: number): Stratified {
  const byCell = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const cell = byCell.get(candidate.cell) ?? [];
    byCell.set(candidate.cell, cell);
    cell.push(candidate);
  }
  const chosen: number[] = [];
  const cells = quotas.map(({ value, wanted }): FilledCell => {
    const members = byCell.get(value) ?? [];
    const kept = pick(members, wanted, cellSeed(seed, value));
    chosen.push(...kept);
    return { value, available: members.length, wanted, kept: kept.length, short: wanted - kept.length };
  });
  return { chosen: chosen.toSorted((a, b) => a - b), cells };
}

function pick(members: readonly Candidate[], wanted: number, seed: number): number[] {
  const inOrder = members.toSorted((a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0));
  return shuffled(inOrder, createRandom(seed))
    .toSorted((a, b) => b.preference - a.preference)
    .slice(0, wanted)
    .map((candidate) => candidate.id);
}

/** FNV-1a over the cell's name, mixed with the seed. */
function cellSeed(seed: number, value: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const unit of value) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
