import { actionOf, type PrivacyPolicy, type PrivateKind } from '../../../../shared/model/privacy.ts';
import { changesOf, maskSpots, type Change, type Spelling, type TokenUse } from '../../privacy/mask-texts.ts';
import type { FoundHit, ScannedTexts } from '../../privacy/scan-texts.ts';
import type { SampleTexts } from '../../engine/sample-texts.ts';
import { openTexts, type Spot } from '../../privacy/texts.ts';
import type { StoredUse } from '../../store/private-values.ts';
import type { Allocator } from './allocator.ts';

export type Dismissed = {
  readonly all: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
};
export type MaskCounts = Partial<Record<PrivateKind, number>>;

/** A sample on its way to being masked. */
export type Masking<T extends SampleTexts = SampleTexts> = {
  texts: T;
  readonly use: Map<string, TokenUse>;
  readonly masked: MaskCounts;
  readonly dropped: MaskCounts;
  /** What was done, for a preview. */
  readonly done: { readonly spot: Spot; readonly changes: readonly Change[] }[];
};

/** @returns a sample's hits that a policy replaces, by the number of their text */
function toReplace(
  hits: readonly FoundHit[],
  policy: PrivacyPolicy,
  dismissed: Dismissed,
  isFirst: boolean,
): ReadonlyMap<number, readonly FoundHit[]> {
  const bySpot = new Map<number, FoundHit[]>();
  for (const hit of hits) {
    const { start, detail } = hit.finding;
    if (actionOf(policy, detail.kind, detail.field) === 'keep') continue;
    const value = `${detail.place}\n${detail.key}`;
    const isDismissed =
      hit.field === 'title'
        ? dismissed.keys.has(detail.key)
        : isFirst
          ? dismissed.all.has(`${value}\n${start}`)
          : dismissed.values.has(value);
    if (isDismissed) continue;
    const list = bySpot.get(hit.spot) ?? [];
    bySpot.set(hit.spot, list);
    list.push(hit);
  }
  return bySpot;
}

/**
 * Replaces what was found in a sample, by policy; what people dismissed stays.
 *
 * @param isFirst false in later rounds, when spans are no longer those people saw
 * @returns false when there is nothing to replace
 */
export function maskOnce(
  masking: Masking,
  found: ScannedTexts,
  by: {
    readonly policy: PrivacyPolicy;
    readonly dismissed: Dismissed;
    readonly allocator: Allocator;
    readonly isFirst: boolean;
  },
): boolean {
  const bySpot = toReplace(found.hits, by.policy, by.dismissed, by.isFirst);
  if (bySpot.size === 0) return false;
  const natural = new Set(found.tokens.filter((token) => !masking.use.has(token)));
  const tokens = by.allocator.forSample(natural);
  const opened = openTexts(masking.texts);
  const changes = new Map<number, readonly Change[]>();
  for (const [at, hits] of bySpot) {
    const spot = opened.spots[at];
    if (spot === undefined) continue;
    const list = changesOf(spot, hits, by.policy, tokens);
    if (list.length > 0) changes.set(at, list);
    if (list.length > 0) masking.done.push({ spot, changes: list });
    for (const { kind, action } of list) {
      if (spot.field === 'title') continue;
      const counts = action === 'drop' ? masking.dropped : masking.masked;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  if (changes.size === 0) return false;
  maskSpots(opened.spots, changes, (token) => by.allocator.valueOf(token) ?? '', masking.use);
  masking.texts = { ...masking.texts, ...opened.close() };
  return true;
}

export function readUses(stored: readonly StoredUse[]): Map<string, TokenUse> {
  return new Map(
    stored.map(({ token, count, spellings }) => [
      token,
      // Written by `writeUses` from this very type.
      { count, spellings: JSON.parse(spellings) as Spelling[] },
    ]),
  );
}

export function writeUses(use: ReadonlyMap<string, TokenUse>): StoredUse[] {
  return [...use].map(([token, { count, spellings }]) => ({ token, count, spellings: JSON.stringify(spellings) }));
}
