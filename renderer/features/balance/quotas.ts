import { z } from 'zod';
import type { JsonValue } from '../../../shared/model/json.ts';
import { BalanceAim, Quota } from '../../../shared/contract/balance.ts';
import { group } from '../../../shared/query/ast.ts';
import { parse } from '../../../shared/query/parse.ts';
import { print } from '../../../shared/query/print.ts';

export const MAX_SEED = 2_147_483_647;
/** What a floor asks for until a person says another number. */
export const FIRST_FLOOR = 5;

/** What of the screen is remembered in the project. */
const Draft = z.object({
  /** One facet or two; empty until one is chosen. */
  facets: z.array(z.string()).max(2),
  aim: BalanceAim,
  /** null: as many samples as there are now */
  size: z.int().positive().nullable(),
  unit: z.enum(['count', 'share']),
  /** Custom quotas by the facets they are of. */
  quotas: z.record(z.string(), z.array(Quota)),
  keepReviewed: z.boolean(),
  hasFloor: z.boolean(),
  atLeast: z.int().positive(),
  /** null: the project's seed */
  seed: z.int().min(0).max(MAX_SEED).nullable(),
  /** null: what nobody excluded */
  filter: z.string().nullable(),
});
export type BalanceDraft = z.infer<typeof Draft>;

export const NO_DRAFT: BalanceDraft = {
  facets: [],
  aim: 'production',
  size: null,
  unit: 'count',
  quotas: {},
  keepReviewed: true,
  hasFloor: true,
  atLeast: FIRST_FLOOR,
  seed: null,
  filter: null,
};

/** @returns the stored draft, or a new one where there is none that can be read */
export function readDraft(stored: JsonValue): BalanceDraft {
  const draft = Draft.safeParse(stored);
  return draft.success ? draft.data : NO_DRAFT;
}

/** Names the facets that custom quotas are of. */
export function quotaKey(facets: readonly string[]): string {
  return facets.join(',');
}

/** @returns the amount of a cell, 0 without a quota */
export function amountOf(quotas: readonly Quota[], values: readonly string[]): number {
  return quotas.find((quota) => isSame(quota.values, values))?.amount ?? 0;
}

/** @returns the quotas with that of one cell replaced; 0 removes it */
export function withAmount(quotas: readonly Quota[], values: readonly string[], amount: number): Quota[] {
  const others = quotas.filter((quota) => !isSame(quota.values, values));
  return amount > 0 ? [...others, { values: [...values], amount }] : others;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

/** @returns whole quotas of the same proportions that add up to the size, by largest remainder */
export function rescale(quotas: readonly Quota[], size: number): Quota[] {
  const sum = quotas.reduce((total, quota) => total + quota.amount, 0);
  if (sum === 0) return [...quotas];
  const shares = quotas.map((quota, at) => {
    const exact = (quota.amount / sum) * size;
    return { at, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  const missing = size - shares.reduce((count, share) => count + share.whole, 0);
  const raised = new Set(
    shares
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, missing)
      .map((share) => share.at),
  );
  return quotas.map((quota, at) => ({ ...quota, amount: (shares[at]?.whole ?? 0) + (raised.has(at) ? 1 : 0) }));
}

/** @returns the filter of the samples of a set that have one value */
export function valueFilter(scope: string, term: string): string {
  const within = parse(scope).ast;
  const own = parse(term).ast;
  return within === null || own === null ? term : print(group('and', [within, own]));
}
