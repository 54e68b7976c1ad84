import type { PrivateKind } from '../../../shared/model/privacy.ts';
import { apart, findPrivate } from './find.ts';
import { literalsOf, rawOffset, valueOffset, type JsonLiteral } from './json-text.ts';
import type { Spot } from './texts.ts';
import { tokensIn } from './tokens.ts';
import type { Finding } from './types.ts';

/** A finding in one text of a sample. */
export type Hit = {
  readonly spot: number;
  readonly kind: PrivateKind;
  /** The stretch of the spot's text that masking replaces; of a number the whole of it. */
  readonly start: number;
  readonly end: number;
  /** What stands there, escapes undone. */
  readonly value: string;
  /** Path of the member in a JSON text, and the stretch of its value; null in plain text. */
  readonly member: {
    readonly path: readonly string[];
    readonly type: JsonLiteral['type'];
    readonly start: number;
  } | null;
};

/** Remembers what was found in texts that come again: system prompts, tools, attempts that begin alike. */
export type FindCache = { readonly of: (text: string, mode: Spot['mode']) => Promise<readonly Omit<Hit, 'spot'>[]> };

const CACHE_CHARS = 16_000_000;
const SHORTEST_KEPT = 64;

export function createFindCache(): FindCache {
  const known = new Map<string, readonly Omit<Hit, 'spot'>[]>();
  let chars = 0;
  return {
    async of(text, mode) {
      const key = `${mode}${text}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const found = mode === 'json' ? await findInJson(text) : await findInText(text);
      if (text.length >= SHORTEST_KEPT) {
        if (chars > CACHE_CHARS) {
          known.clear();
          chars = 0;
        }
        known.set(key, found);
        chars += text.length;
      }
      return found;
    },
  };
}

/** Looks through all texts of a sample. */
export async function findInSpots(spots: readonly Spot[], cache: FindCache): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const [spot, { text, mode }] of spots.entries())
    for (const hit of await cache.of(text, mode)) hits.push({ spot, ...hit });
  return hits;
}

/** @returns tokens that stand in the texts, each once */
export function tokensOfSpots(spots: readonly Spot[]): Set<string> {
  return new Set(spots.flatMap(({ text }) => tokensIn(text).map(({ token }) => token)));
}

async function findInText(text: string): Promise<Omit<Hit, 'spot'>[]> {
  return (await findPrivate(text)).map(({ kind, start, end }) => ({
    kind,
    start,
    end,
    value: text.slice(start, end),
    member: null,
  }));
}

/**
 * The text as it stands tells what belongs together (`"password": "…"`); strings with escapes are looked at once more with
 * these undone. What crosses the bounds of a string is nothing.
 */
async function findInJson(text: string): Promise<Omit<Hit, 'spot'>[]> {
  const whole = await findPrivate(text);
  if (whole.length === 0 && !text.includes('\\')) return [];
  const literals = literalsOf(text);
  const found: Finding[] = [];
  for (const finding of whole) {
    const literal = literalAt(literals, finding.start);
    if (literal === undefined || finding.end > literal.end) continue;
    if (valueOffset(literal, finding.start) === undefined || valueOffset(literal, finding.end) === undefined) continue;
    found.push(literal.type === 'number' ? { ...finding, start: literal.start, end: literal.end } : finding);
  }
  for (const literal of literals) {
    if (literal.offsets === null) continue;
    for (const { kind, start, end } of await findPrivate(literal.value))
      found.push({ kind, start: rawOffset(literal, start), end: rawOffset(literal, end) });
  }
  return apart(found).flatMap(({ kind, start, end }) => {
    const literal = literalAt(literals, start);
    if (literal === undefined) return [];
    const from = valueOffset(literal, start) ?? 0;
    const to = valueOffset(literal, end) ?? literal.value.length;
    const member = { path: literal.path, type: literal.type, start: from };
    return [{ kind, start, end, value: literal.value.slice(from, to), member }];
  });
}

/** The literal that a place lies in, by halving. */
function literalAt(literals: readonly JsonLiteral[], at: number): JsonLiteral | undefined {
  let low = 0;
  let high = literals.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const literal = literals[middle];
    if (literal === undefined) return undefined;
    if (at < literal.start) high = middle - 1;
    else if (at >= literal.end) low = middle + 1;
    else return literal;
  }
  return undefined;
}
