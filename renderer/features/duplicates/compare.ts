import { diffArrays, diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';
import type { JsonObject } from '../../../shared/model/json.ts';
import { messageText, type Message } from '../../../shared/model/message.ts';
import type { AttemptSummary } from '../../../shared/model/sample.ts';
import { finalAnswer } from '../../trace/reference-compare.ts';

/** A stretch of a text. Changed ones are what the other side does not have. */
export type Piece = { readonly text: string; readonly isChanged: boolean };
export type SectionKey = 'prompt' | 'calls' | 'answer' | 'reference';
export type Section = {
  readonly key: SectionKey;
  /** null: this side has nothing here. For calls each piece is one call. */
  readonly left: readonly Piece[] | null;
  readonly right: readonly Piece[] | null;
  readonly isSame: boolean;
};
/** What is compared of a sample. */
export type Side = {
  readonly prompt: readonly Message[];
  readonly reference: JsonObject;
  /** Messages of its best attempt, null without attempts. */
  readonly messages: readonly Message[] | null;
};

/** Longer texts are compared line by line: words would take seconds. */
const MOST_FOR_WORDS = 20_000;
/** Texts further apart than this are shown as wholly different. */
const MOST_EDITS = 1_000;

/** @returns the pieces of two texts, by words, or by lines when they are long */
export function diffTexts(left: string, right: string): { left: readonly Piece[]; right: readonly Piece[] } {
  if (left === right) return { left: same(left), right: same(right) };
  const options = { maxEditLength: MOST_EDITS };
  const changes =
    Math.max(left.length, right.length) > MOST_FOR_WORDS
      ? diffLines(left, right, options)
      : diffWordsWithSpace(left, right, options);
  if (changes === undefined) return { left: changed(left), right: changed(right) };
  return {
    left: changes.filter((change) => !change.added).map((change) => toPiece(change, change.removed)),
    right: changes.filter((change) => !change.removed).map((change) => toPiece(change, change.added)),
  };
}

function toPiece(change: ChangeObject<string>, isChanged: boolean): Piece {
  return { text: change.value, isChanged };
}

function same(text: string): readonly Piece[] {
  return [{ text, isChanged: false }];
}

function changed(text: string): readonly Piece[] {
  return [{ text, isChanged: true }];
}

/** @returns the items of two lists in order, one piece an item */
export function diffLists(
  left: readonly string[],
  right: readonly string[],
): { left: readonly Piece[]; right: readonly Piece[] } {
  const changes = diffArrays([...left], [...right]);
  const items = (isOther: 'added' | 'removed', isOwn: 'added' | 'removed'): readonly Piece[] =>
    changes
      .filter((change) => !change[isOther])
      .flatMap((change) => change.value.map((text) => ({ text, isChanged: change[isOwn] })));
  return { left: items('added', 'removed'), right: items('removed', 'added') };
}

/** @returns what stands side by side, in the order of the page; sections that neither side has are left out */
export function compareSides(left: Side, right: Side): readonly Section[] {
  const answerOf = (side: Side): string | null => (side.messages === null ? null : finalAnswer(side.messages));
  return [
    textSection('prompt', promptText(left.prompt), promptText(right.prompt)),
    callSection(callNames(left.messages), callNames(right.messages)),
    textSection('answer', answerOf(left), answerOf(right)),
    textSection('reference', referenceText(left.reference), referenceText(right.reference)),
  ].filter((section) => section.left !== null || section.right !== null);
}

function textSection(key: SectionKey, left: string | null, right: string | null): Section {
  const isSame = left === right;
  if (left === null || right === null)
    return { key, left: left === null ? null : changed(left), right: right === null ? null : changed(right), isSame };
  return { key, ...diffTexts(left, right), isSame };
}

function callSection(left: readonly string[], right: readonly string[]): Section {
  const pieces = diffLists(left, right);
  return {
    key: 'calls',
    left: left.length === 0 ? null : pieces.left,
    right: right.length === 0 ? null : pieces.right,
    isSame: pieces.left.every((piece) => !piece.isChanged) && pieces.right.every((piece) => !piece.isChanged),
  };
}

/** What was asked, without the instructions that all samples of a source share. */
function promptText(prompt: readonly Message[]): string | null {
  const asked = prompt.filter((message) => message.role !== 'system' && message.role !== 'developer');
  const text = (asked.length === 0 ? prompt : asked)
    .map(messageText)
    .filter((part) => part !== '')
    .join('\n\n');
  return text === '' ? null : text;
}

function callNames(messages: readonly Message[] | null): readonly string[] {
  return (messages ?? []).flatMap((message) => message.calls?.map((call) => call.name) ?? []);
}

function referenceText(reference: JsonObject): string | null {
  return Object.keys(reference).length === 0 ? null : JSON.stringify(reference, null, 2);
}

/** @returns the attempt with the highest score, or reward where there is no score; the first of equals */
export function bestAttempt(attempts: readonly AttemptSummary[]): AttemptSummary | null {
  const worth = (attempt: AttemptSummary): number => attempt.score ?? attempt.reward ?? -Infinity;
  return attempts.reduce<AttemptSummary | null>(
    (best, attempt) => (best === null || worth(attempt) > worth(best) ? attempt : best),
    null,
  );
}

/** A stretch of equal text that is left out; its length in characters. */
export type Gap = { readonly gap: number };

/** Equal text longer than this is cut, so that what differs is in sight. */
const MOST_EQUAL = { characters: 480, lines: 10 };
const KEPT_AT_EDGE = { characters: 160, lines: 3 };
type Limit = typeof MOST_EQUAL;

/** @returns the pieces with the middle of long equal ones left out */
export function foldEqual(pieces: readonly Piece[]): readonly (Piece | Gap)[] {
  return pieces.flatMap((piece, at): readonly (Piece | Gap)[] => {
    const { text, isChanged } = piece;
    if (isChanged || headLength(text, MOST_EQUAL) === text.length) return [piece];
    const head = text.slice(0, headLength(text, pieces.length === 1 ? MOST_EQUAL : KEPT_AT_EDGE));
    const tail = at === pieces.length - 1 ? '' : text.slice(tailStart(text, KEPT_AT_EDGE));
    const gap = { gap: text.length - head.length - tail.length };
    return [{ text: head, isChanged: false }, gap, ...(tail === '' ? [] : [{ text: tail, isChanged: false }])];
  });
}

/** Where a text is cut to keep its beginning; its whole length when nothing needs to go. */
function headLength(text: string, limit: Limit): number {
  let end = -1;
  for (let line = 0; line < limit.lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return edge(text, Math.min(end < 0 ? text.length : end, limit.characters, text.length));
}

/** Where the end of a text starts. */
function tailStart(text: string, limit: Limit): number {
  let start = text.length;
  for (let line = 0; line < limit.lines; line += 1) {
    start = text.lastIndexOf('\n', start - 1);
    if (start <= 0) break;
  }
  return edge(text, Math.max(start, text.length - limit.characters, 0));
}

/** Never between the halves of a character. */
function edge(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
