import { KIND_WORDS, PRIVATE_KINDS, type PrivateKind } from '../../../shared/model/privacy.ts';

const NAMES = PRIVATE_KINDS.map((kind) => KIND_WORDS[kind].token).join('|');
const KIND_OF: ReadonlyMap<string, PrivateKind> = new Map(PRIVATE_KINDS.map((kind) => [KIND_WORDS[kind].token, kind]));
const MARKS = PRIVATE_KINDS.map((kind) => droppedMark(kind).slice(1, -1)).join('|');

/** A token is told by its form alone, wherever it stands: `PERSON_12`. */
function tokenPattern(): RegExp {
  return new RegExp(`(${NAMES})_(\\d{1,9})(?!\\d)`, 'gu');
}

export type TokenAt = { readonly token: string; readonly start: number; readonly end: number };

export function tokenOf(kind: PrivateKind, number: number): string {
  return `${KIND_WORDS[kind].token}_${number}`;
}

export function kindOfToken(token: string): PrivateKind | undefined {
  return KIND_OF.get(token.slice(0, token.lastIndexOf('_')));
}

/** What stands where a finding was dropped. */
export function droppedMark(kind: PrivateKind): string {
  return `[${KIND_WORDS[kind].one} removed]`;
}

/** @returns the tokens in a text, in order, whoever wrote them */
export function tokensIn(text: string): TokenAt[] {
  if (!text.includes('_')) return [];
  return Array.from(text.matchAll(tokenPattern()), (match) => ({
    token: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** @returns stretches that stand for private data and are none themselves: tokens and the marks of what was dropped */
export function standInsIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const tokens = tokensIn(text);
  if (!text.includes(' removed]')) return tokens;
  const marks = Array.from(text.matchAll(new RegExp(`\\[(?:${MARKS})\\]`, 'gu')), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return [...tokens, ...marks];
}

/** @returns what two spellings of one value share: the case of e-mails, the marks between digits do not count */
export function valueKey(kind: PrivateKind, value: string): string {
  switch (kind) {
    case 'email':
      return value.toLowerCase();
    case 'phone':
      return value.replaceAll(/\D/gu, '').replace(/^00/u, '');
    case 'card':
    case 'iban':
    case 'national_id':
      return value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
    case 'person':
    case 'address':
      return value.trim().replaceAll(/\s+/gu, ' ');
    case 'ip':
      return value.toLowerCase();
    default:
      return value;
  }
}

/** The ends of a finding, enough to know it again: `m…g (12 characters)`. */
export function hintOf(found: string): string {
  const signs = Array.from(found);
  return `${signs[0] ?? ''}…${signs.length > 6 ? (signs.at(-1) ?? '') : ''} (${signs.length} characters)`;
}
