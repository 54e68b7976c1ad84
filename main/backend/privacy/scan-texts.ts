import type { PrivateKind } from '../../../shared/model/privacy.ts';
import { sha256 } from '../engine/hash.ts';
import { findInSpots, tokensOfSpots, type FindCache, type Hit } from './find-in-sample.ts';
import { fieldOf } from './mask-texts.ts';
import type { SampleTexts } from '../engine/sample-texts.ts';
import { openTexts, type Spot } from './texts.ts';
import { hintOf, valueKey } from './tokens.ts';

/** A finding as it is told to the thread that writes: where it is, never what it is. */
export type TextFinding = {
  /** Position of the attempt. */
  readonly attempt: number | null;
  readonly messageIdx: number | null;
  readonly start: number;
  readonly end: number;
  readonly detail: {
    readonly kind: PrivateKind;
    readonly field: string;
    readonly place: string;
    readonly hint: string;
    /** Hash of the value, the same for every spelling of it. */
    readonly key: string;
    readonly part?: number;
    readonly call?: number;
    readonly path?: readonly string[];
  };
};
/** `tokens` are all that stand in the texts, whoever wrote them. */
export type ScannedTexts = {
  readonly findings: readonly TextFinding[];
  readonly tokens: readonly string[];
  /** The finds themselves, for masking, each with its finding; those of the title have none. */
  readonly hits: readonly FoundHit[];
};
export type FoundHit = Hit & { readonly field: string; readonly finding: TextFinding };

/**
 * Looks through the texts of samples.
 *
 * @param withHits gives what was found itself, which a thread that only flags never needs
 */
export async function scanTexts(
  batch: readonly SampleTexts[],
  cache: FindCache,
  withHits = false,
): Promise<ScannedTexts[]> {
  const scanned: ScannedTexts[] = [];
  for (const texts of batch) {
    const { spots } = openTexts(texts);
    const hits = await findInSpots(spots, cache);
    const described = hits.flatMap((hit) => {
      const spot = spots[hit.spot];
      return spot === undefined ? [] : [{ ...hit, field: spot.field, finding: describe(spot, hit) }];
    });
    scanned.push({
      findings: described.flatMap(({ field, finding }) => (field === 'title' ? [] : [finding])),
      tokens: [...tokensOfSpots(spots)],
      hits: withHits ? described : [],
    });
  }
  return scanned;
}

/** @returns a hash to know a value again, whatever its spelling */
export function valueHash(kind: PrivateKind, value: string): string {
  return sha256(`${kind}\n${valueKey(kind, value)}`).slice(0, 24);
}

function describe(spot: Spot, hit: Hit): TextFinding {
  const { member } = hit;
  const byMember = spot.byMember && member !== null;
  const start = byMember ? member.start : hit.start;
  const path = byMember ? member.path : null;
  return {
    attempt: spot.attempt,
    messageIdx: spot.messageIdx,
    start,
    end: byMember ? start + hit.value.length : hit.end,
    detail: {
      kind: hit.kind,
      field: fieldOf(spot, hit),
      place: path === null ? spot.place : `${spot.place} ${path.join(' ')}`,
      hint: hintOf(hit.value),
      key: valueHash(hit.kind, hit.value),
      ...(spot.part === null ? {} : { part: spot.part }),
      ...(spot.call === null ? {} : { call: spot.call }),
      ...(path === null ? {} : { path }),
    },
  };
}
