import { messageText, type Message } from '../../../shared/model/message.ts';
import type { Check, CheckSample, Finding, LanguageTexts } from '../engine/checks.ts';

/** Tells the language of a text; null when it is short or unsure. */
export type TellLanguage = (text: string) => string | null;

export const LANGUAGE_MIX = { id: 'language-mix', version: 1 } as const;

/** Fewer letters are too often told wrong. */
const MIN_LETTERS = 40;
const READ_CHARS = 600;
const PIECE_CHARS = 160;
/** A teller reads about so much of a piece. */
const TOLD_CHARS = 64;

/** An answer in another language than the question, or one that changes its language on the way. */
export function createLanguageMix(tell: TellLanguage): Check {
  return { ...LANGUAGE_MIX, scan: (sample) => judgeLanguages(languageTexts(sample), tell) };
}

/** Who asks for another language gets one. */
const ASKS_FOR_LANGUAGE =
  /\b(?:translat\w*|übersetz\w*|tradu\w*|language|langue|sprache|idioma|lingua|(?:into|to|auf|en|ins?) (?:english|german|deutsch|french|français|spanish|español|italian|italiano|chinese|japanese|korean|portuguese|russian|arabic|hindi|dutch|polish|turkish))\b|翻译|翻譯|译成|译为|[中英日韩法德俄]文|[英日法德俄]语|汉语|韩语/iu;

/** @returns the texts that tell the languages of a sample: the last question and the last answer of each attempt */
export function languageTexts({ prompt, attempts }: Pick<CheckSample, 'prompt' | 'attempts'>): LanguageTexts {
  const asking = prompt.filter((message) => message.role === 'user');
  const asked = asking.length === 0 ? '' : proseOf(asking.at(-1));
  if (asked === '' || asking.some((message) => ASKS_FOR_LANGUAGE.test(messageText(message).slice(0, READ_CHARS))))
    return { asked: '', answers: [] };
  return {
    asked: asked.slice(0, PIECE_CHARS),
    answers: attempts.flatMap(({ id, messages }) => {
      const last = messages.at(-1);
      if (last?.role !== 'assistant' || (last.calls?.length ?? 0) > 0) return [];
      const text = proseOf(last);
      if (text === '') return [];
      const pieces = text.length < 2 * TOLD_CHARS ? [text] : [text.slice(0, PIECE_CHARS), text.slice(-PIECE_CHARS)];
      const isLong = text.length >= 2 * PIECE_CHARS;
      return [{ attemptId: id, messageIdx: messages.length - 1, pieces, isLong }];
    }),
  };
}

/** @returns a finding for each answer whose language is told and is not the question's, or not the same throughout */
export function judgeLanguages({ asked, answers }: LanguageTexts, tell: TellLanguage): readonly Finding[] {
  if (answers.length === 0) return [];
  const question = tell(asked);
  return answers.flatMap(({ attemptId, messageIdx, pieces, isLong }): Finding[] => {
    const [head = '', tail] = pieces;
    const first = tell(head);
    // What a short answer's end is told as cannot matter then, and telling takes time.
    if (first === null || (!isLong && first === question)) return [];
    const last = tail === undefined ? first : tell(tail);
    if (last === null) return [];
    if (first !== last) {
      // Halves of a short answer that disagree tell only that the guess is unsure.
      const isMixed = isLong && !areAlike(first, last);
      return isMixed ? [{ attemptId, messageIdx, detail: { kind: 'two', languages: [first, last] } }] : [];
    }
    if (question === null || question === first || areAlike(question, first)) return [];
    return [{ attemptId, messageIdx, detail: { kind: 'other', asked: question, answered: first } }];
  });
}

/** Languages so near to one another that short texts of them are taken for each other. */
const FAMILIES: readonly (readonly string[])[] = [
  ['da', 'no', 'nb', 'nn', 'sv'],
  ['es', 'pt', 'gl', 'ca', 'it'],
  ['bs', 'hr', 'sr', 'sl'],
  ['cs', 'sk'],
  ['be', 'bg', 'mk', 'ru', 'uk'],
  ['id', 'ms', 'tl'],
  ['af', 'nl'],
  ['hi', 'mr', 'ne'],
  ['ja', 'zh'],
  ['et', 'fi'],
  ['az', 'tr'],
  ['ar', 'fa', 'ur'],
];

function areAlike(one: string, other: string): boolean {
  return FAMILIES.some((family) => family.includes(one) && family.includes(other));
}

/** A text without code, quotes, links and names of things, as far as its language is read; empty when little is left. */
function proseOf(message: Message | undefined): string {
  if (message === undefined) return '';
  const whole = messageText(message);
  const text = whole.length <= 2 * READ_CHARS ? whole : `${whole.slice(0, READ_CHARS)}\n${whole.slice(-READ_CHARS)}`;
  const prose = text
    .replaceAll(
      /```[^`]*(?:```|$)|`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|^>.*$|https?:\S+|[\w.]*[_/\\@=<>{}[\]|#]\S*/gmu,
      ' ',
    )
    .replaceAll(/\s{2,}|\n/gu, ' ')
    .trim();
  return lettersOf(prose) < MIN_LETTERS ? '' : prose;
}

/** Signs of Chinese, Japanese and Korean say as much as several letters. */
function lettersOf(prose: string): number {
  let letters = 0;
  for (let at = 0; at < prose.length && letters < MIN_LETTERS; at += 1) {
    const code = prose.charCodeAt(at);
    if (code >= 0x3040 && code <= 0xd7af) letters += 4;
    else if (code > 0x7f || (code | 0x20) > 0x60) letters += 1;
  }
  return letters;
}
