import { z } from 'zod';
import type { JsonValue } from '../../../shared/model/json.ts';
import { group } from '../../../shared/query/ast.ts';
import { parse } from '../../../shared/query/parse.ts';
import { print } from '../../../shared/query/print.ts';

export const MAX_SEED = 2_147_483_647;
/** What was excluded before, duplicates for example, stays excluded. */
export const FIRST_SCOPE = '-decision:exclude';

/** How many samples of each value to keep; values without an entry have no quota. */
export type Quotas = Readonly<Record<string, number>>;
/** What of the screen is remembered in the project. */
export type BalanceDraft = {
  readonly facet: string | null;
  readonly scope: string;
  /** null: the project's seed */
  readonly seed: number | null;
  /** null: no number is given; presets take what there is */
  readonly size: number | null;
  readonly quotas: Readonly<Record<string, Quotas>>;
};

const Draft: z.ZodType<BalanceDraft> = z.object({
  facet: z.string().nullable(),
  scope: z.string(),
  seed: z.int().min(0).max(MAX_SEED).nullable(),
  size: z.int().positive().nullable(),
  quotas: z.record(z.string(), z.record(z.string(), z.int().nonnegative())),
});
export const NO_DRAFT: BalanceDraft = { facet: null, scope: FIRST_SCOPE, seed: null, size: null, quotas: {} };

/** @returns the stored draft, or a new one where there is none that can be read */
export function readDraft(stored: JsonValue): BalanceDraft {
  const draft = Draft.safeParse(stored);
  return draft.success ? draft.data : NO_DRAFT;
}

export type Available = { readonly value: string; readonly available: number };

/**
 * @param size samples in all; null: the largest equal share without a shortage
 * @returns the same quota for each value that has samples; what does not divide goes to the first ones
 */
export function equalShare(values: readonly Available[], size: number | null): Quotas {
  const present = values.filter((value) => value.available > 0);
  if (present.length === 0) return {};
  const least = Math.min(...present.map((value) => value.available));
  const total = size ?? least * present.length;
  const base = Math.floor(total / present.length);
  const rest = total - base * present.length;
  return toQuotas(present.map((value, at) => [value.value, base + (at < rest ? 1 : 0)]));
}

/**
 * @param size samples in all; null: every sample
 * @returns quotas in the proportions of the set, rounded by largest remainder so that they add up to the size
 */
export function inSetShare(values: readonly Available[], size: number | null): Quotas {
  const sum = values.reduce((total, value) => total + value.available, 0);
  if (sum === 0) return {};
  const total = size ?? sum;
  const shares = values.map((value, at) => {
    const exact = (value.available / sum) * total;
    return { value: value.value, at, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  const missing = total - shares.reduce((count, share) => count + share.whole, 0);
  const raised = new Set(
    shares
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, missing)
      .map((share) => share.at),
  );
  return toQuotas(shares.map((share) => [share.value, share.whole + (raised.has(share.at) ? 1 : 0)]));
}

/** Values are people's words, `__proto__` among them. */
function toQuotas(entries: readonly (readonly [string, number])[]): Quotas {
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/**
 * The quotas as they are asked for: rarest value first, since a sample with several values counts for the first quota that
 * names one of them.
 */
export function quotaList(
  values: readonly Available[],
  quotas: Quotas,
): { readonly value: string; readonly count: number }[] {
  return values
    .toSorted((a, b) => a.available - b.available)
    .flatMap(({ value }) => {
      const count = Object.hasOwn(quotas, value) ? (quotas[value] ?? 0) : 0;
      return count > 0 ? [{ value, count }] : [];
    });
}

/** @returns the filter of the samples in scope that have one value */
export function valueFilter(scope: string, term: string): string {
  const within = parse(scope).ast;
  const own = parse(term).ast;
  return within === null || own === null ? term : print(group('and', [within, own]));
}
