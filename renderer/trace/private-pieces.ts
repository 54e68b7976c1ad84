import { KIND_WORDS, PRIVATE_KINDS, type PrivateKind } from '../../shared/model/privacy.ts';

/** What to mark in the texts of one sample. */
export type PrivateMarks = {
  readonly pattern: RegExp;
  readonly kinds: ReadonlyMap<string, PrivateKind>;
};

/** A stretch of text: plain, an open finding, or a token that stands for a masked value. */
export type PrivatePiece = {
  readonly from: number;
  readonly text: string;
  readonly mark: { readonly kind: PrivateKind; readonly isToken: boolean } | null;
};

type Found = { readonly kind: PrivateKind; readonly value: string };

/**
 * @param found values of open findings of the sample
 * @param masked kinds of which tokens stand in the sample
 * @returns what finds them again in any text that is shown of it, folded, cut or laid out as lines; null when there is none
 */
export function privateMarks(found: readonly Found[], masked: readonly PrivateKind[]): PrivateMarks | null {
  const kinds = new Map<string, PrivateKind>();
  for (const { kind, value } of found) if (value.trim() !== '' && !kinds.has(value)) kinds.set(value, kind);
  const values = [...kinds.keys()].toSorted((a, b) => b.length - a.length).map(alone);
  const tokens = masked.map((kind) => KIND_WORDS[kind].token);
  const parts = [...values, ...(tokens.length === 0 ? [] : [`(?<![\\w])(?:${tokens.join('|')})_\\d+(?![\\w])`])];
  return parts.length === 0 ? null : { pattern: new RegExp(parts.join('|'), 'gu'), kinds };
}

/** @returns the text in pieces, in order and without a gap; null when nothing of it is marked */
export function privatePieces(text: string, { pattern, kinds }: PrivateMarks): readonly PrivatePiece[] | null {
  const pieces: PrivatePiece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const known = kinds.get(match[0]);
    const kind = known ?? PRIVATE_KINDS.find((name) => match[0].startsWith(`${KIND_WORDS[name].token}_`));
    if (kind === undefined) continue;
    if (match.index > at) pieces.push({ from: at, text: text.slice(at, match.index), mark: null });
    pieces.push({ from: match.index, text: match[0], mark: { kind, isToken: known === undefined } });
    at = match.index + match[0].length;
  }
  if (pieces.length === 0) return null;
  if (at < text.length) pieces.push({ from: at, text: text.slice(at), mark: null });
  return pieces;
}

/** Latin words and numbers end somewhere; a name within a longer word is not that name. Other scripts have no such ends. */
function alone(value: string): string {
  const word = '[\\p{Script=Latin}\\p{N}_]';
  const [first = '', last = ''] = [value.at(0), value.at(-1)];
  const isWord = (sign: string): boolean => /[\p{Script=Latin}\p{N}_]/u.test(sign);
  return `${isWord(first) ? `(?<!${word})` : ''}${value.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)}${isWord(last) ? `(?!${word})` : ''}`;
}
