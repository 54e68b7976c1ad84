import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { messageText, type Message } from '../../../shared/model/message.ts';
import type { AttemptSummary } from '../../../shared/model/sample.ts';
import { finalAnswer } from '../../trace/reference-compare.ts';
import { objectText } from './json-text.ts';
import { diffLists, diffTexts, type Piece } from '../../trace/word-diff.ts';

export type SectionKey = 'prompt' | 'calls' | 'answer' | 'reference' | 'rationale';
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

/** @returns what stands side by side, in the order of the page; sections that neither side has are left out */
export function compareSides(left: Side, right: Side): readonly Section[] {
  const answerOf = (side: Side): string | null => (side.messages === null ? null : finalAnswer(side.messages));
  return [
    textSection('prompt', promptText(left.prompt), promptText(right.prompt)),
    callSection(callNames(left.messages), callNames(right.messages)),
    textSection('answer', answerOf(left), answerOf(right)),
    textSection('reference', referenceText(left.reference), referenceText(right.reference), 'json'),
    textSection('rationale', rationaleText(left.reference), rationaleText(right.reference)),
  ].filter((section) => section.left !== null || section.right !== null);
}

function textSection(key: SectionKey, left: string | null, right: string | null, kind?: 'json'): Section {
  const isSame = left === right;
  if (left === null || right === null) return { key, left: allChanged(left), right: allChanged(right), isSame };
  return { key, ...diffTexts(left, right, kind), isSame };
}

function allChanged(text: string | null): readonly Piece[] | null {
  return text === null ? null : [{ text, isChanged: true }];
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

/** Names of reference fields that say why the answer is right: prose, shown by itself. */
const RATIONALE = /^(?:reference_)?(?:rationale|explanation|justification|reasoning)$/i;

function isRationale([name, value]: readonly [string, JsonValue]): boolean {
  return RATIONALE.test(name) && typeof value === 'string';
}

function rationaleText(reference: JsonObject): string | null {
  const texts = Object.entries(reference)
    .filter(isRationale)
    .map(([, value]) => (typeof value === 'string' ? value : ''));
  return texts.length === 0 ? null : texts.join('\n\n');
}

function referenceText(reference: JsonObject): string | null {
  const fields = Object.entries(reference).filter((field) => !isRationale(field));
  return fields.length === 0 ? null : objectText(Object.fromEntries(fields));
}

/** @returns the attempt with the highest score, or reward where there is no score; the first of equals */
export function bestAttempt(attempts: readonly AttemptSummary[]): AttemptSummary | null {
  const worth = (attempt: AttemptSummary): number => attempt.score ?? attempt.reward ?? -Infinity;
  return attempts.reduce<AttemptSummary | null>(
    (best, attempt) => (best === null || worth(attempt) > worth(best) ? attempt : best),
    null,
  );
}
