import { SplitRules, type SplitName } from '../../../shared/contract/splits.ts';
import type { JsonValue } from '../../../shared/model/json.ts';

export const SIDES = ['train', 'validation', 'test'] as const satisfies readonly SplitName[];
export type HeldOut = Exclude<SplitName, 'train'>;
export type Counts = Readonly<Record<SplitName, number>>;
export const MAX_SEED = 2_147_483_647;
/** New seeds are short, so that they can be read aloud. */
const SHORT_SEEDS = 10_000;

/** @returns rules that were kept as a draft, or null when there are none or they are no rules any more */
export function readDraft(value: JsonValue): SplitRules | null {
  const parsed = SplitRules.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** @returns the rules as they are kept: JSON has no schema of its own */
export function toDraft(rules: SplitRules): JsonValue {
  const { filter, shares, seed, groupBy, stratifyBy, near, semantic } = rules;
  return { filter, shares: { ...shares }, seed, groupBy: [...groupBy], stratifyBy: [...stratifyBy], near, semantic };
}

/** @returns whether two sets of rules ask for the same; the order of keys says nothing */
export function sameRules(a: SplitRules, b: SplitRules): boolean {
  return textOf(a) === textOf(b);
}

function textOf(rules: SplitRules): string {
  const { filter, seed, near, semantic } = rules;
  const percents = SIDES.map((side) => percentOf(rules, side));
  return JSON.stringify([
    ...[filter, seed, near, semantic, percents],
    ...[rules.groupBy.toSorted(), rules.stratifyBy.toSorted()],
  ]);
}

/** @returns a side's share of the whole in percent, to a tenth */
export function percentOf({ shares }: Pick<SplitRules, 'shares'>, side: SplitName): number {
  const sum = shares.train + shares.validation + shares.test;
  return sum === 0 ? 0 : Math.round((shares[side] / sum) * 1_000) / 10;
}

/** @returns shares with one held-out side at a percentage; training gives or takes, and the other side only when it must */
export function withPercent(rules: SplitRules, side: HeldOut, percent: number): SplitRules['shares'] {
  const own = Math.max(0, Math.min(100, Math.round(percent * 10) / 10));
  const otherSide = side === 'validation' ? 'test' : 'validation';
  const other = Math.min(percentOf(rules, otherSide), 100 - own);
  const train = Math.round((100 - own - other) * 10) / 10;
  const parts = { train: train / 100, validation: 0, test: 0 };
  return { ...parts, [side]: own / 100, [otherSide]: other / 100 };
}

/** @returns a seed other than the present one; `random` lies in 0..1 */
export function nextSeed(seed: number, random: number): number {
  const next = Math.floor(random * SHORT_SEEDS);
  return next === seed ? (next + 1) % SHORT_SEEDS : next;
}

/** @returns whether a field holds a seed */
export function isSeed(value: number | string): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}

/** @returns counts of what is on each side */
export function countsOf(splits: readonly { readonly split: SplitName; readonly count: number }[]): Counts {
  const of = (side: SplitName): number => splits.find(({ split }) => split === side)?.count ?? 0;
  return { train: of('train'), validation: of('validation'), test: of('test') };
}

/** @returns the sides to show: train and validation always, test once it is asked for or has samples */
export function sidesShown(counts: Counts, rules: Pick<SplitRules, 'shares'>): readonly SplitName[] {
  return SIDES.filter((side) => side !== 'test' || counts.test > 0 || rules.shares.test > 0);
}
