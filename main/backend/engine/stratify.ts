import { sampleQuotas } from './balance/sample.ts';

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
 * Fills quotas by candidates of one cell each: every cell keeps exactly what was wanted, or all it has with the shortage
 * reported, never more. Cells without a quota keep nothing. Within a preference the seed decides; one quota does not move
 * another's choice.
 *
 * @param seed any integer
 * @returns ids in ascending order, and the cells in the order of the quotas
 */
export function stratify(candidates: readonly Candidate[], quotas: readonly QuotaCell[], seed: number): Stratified {
  const places = new Map(quotas.map(({ value }, at) => [value, at]));
  const { chosen, cells } = sampleQuotas({
    candidates: candidates.map(({ id, uid, cell, preference }) => {
      const own = places.get(cell);
      return { id, uid, preference, cells: own === undefined ? [] : [own], isHeld: false, floors: [] };
    }),
    quotas: quotas.map((quota) => quota.wanted),
    floors: [],
    seed,
  });
  return {
    chosen: chosen.map((one) => one.id),
    cells: quotas.map(({ value, wanted }, at) => ({
      value,
      wanted,
      available: cells[at]?.available ?? 0,
      kept: cells[at]?.kept ?? 0,
      short: cells[at]?.short ?? wanted,
    })),
  };
}
