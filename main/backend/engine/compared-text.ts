import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { SimilarScope } from '../../../shared/model/similar.ts';
import { canonicalJson } from './canonical.ts';

/** The stored texts of a sample that are compared: JSON of the prompt's messages, the first attempt's, and the reference. */
export type ComparedSample = { readonly prompt: string; readonly attempt: string; readonly reference: string };

/**
 * Counts lines over all samples, to tell those that an app gives with every task from those that belong to one: a long
 * system prompt, or a list of files before each question, would make every two tasks near-duplicates.
 */
export type SystemLines = {
  readonly add: (prompt: readonly Message[]) => void;
  /** @returns whether so many samples have the line that it says nothing of one */
  readonly isShared: (line: string, isSystem: boolean) => boolean;
};

/** Fewer samples than this share no line. */
const SHARED_BY = 5;
/** Of all samples: what a system message says again is soon an app's, what a person says again may be a task given twice. */
const SHARED_BY_SHARE = { system: 0.01, task: 0.1 } as const;
/** So many samples are enough to know a line that a tenth of them has. */
const TASKS_COUNTED = 2_000;

/** @returns an empty count; each sample's prompt is added once */
export function createSystemLines(): SystemLines {
  const holders = { system: new Map<string, number>(), task: new Map<string, number>() };
  let samples = 0;
  const count = (of: Map<string, number>, messages: readonly Message[]): void => {
    for (const line of new Set(messages.flatMap(linesOf))) of.set(line, (of.get(line) ?? 0) + 1);
  };
  return {
    add(prompt) {
      samples += 1;
      count(holders.system, prompt.filter(isSystem));
      if (samples <= TASKS_COUNTED)
        count(
          holders.task,
          prompt.filter((message) => !isSystem(message)),
        );
    },
    isShared(line, ofSystem) {
      const by = ofSystem ? 'system' : 'task';
      const of = ofSystem ? samples : Math.min(samples, TASKS_COUNTED);
      return (holders[by].get(line) ?? 0) >= Math.max(SHARED_BY, of * SHARED_BY_SHARE[by]);
    },
  };
}

/**
 * The text by which a sample is compared with others for likeness. Equality is another matter: exact duplicates are those
 * of canonical prompt and tools.
 *
 * `prompt`: what its messages say, but for lines that many samples share (`SystemLines`); when nothing else is left, those
 * lines. `trajectory`: that, and the messages, calls and results of the first attempt. `reference`:
 * its canonical JSON; '' when there is none.
 */
export function comparedText(
  sample: ComparedSample,
  scope: SimilarScope,
  lines: Pick<SystemLines, 'isShared'>,
): string {
  if (scope === 'reference') return referenceText(sample.reference);
  // Written by us as JSON.
  const prompt = JSON.parse(sample.prompt) as readonly Message[];
  const text = promptText(prompt, lines);
  if (scope === 'prompt') return text;
  const attempt = JSON.parse(sample.attempt) as readonly Message[];
  return [text, ...attempt.map(messageText)].filter((part) => part !== '').join('\n');
}

function promptText(prompt: readonly Message[], lines: Pick<SystemLines, 'isShared'>): string {
  const kept = prompt.map((message) =>
    linesOf(message)
      .filter((line) => !lines.isShared(line, isSystem(message)))
      .join('\n'),
  );
  const text = kept.filter((part) => part !== '').join('\n');
  return text === '' ? prompt.map(messageText).join('\n').trim() : text;
}

function isSystem({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}

function linesOf(message: Message): string[] {
  return messageText(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function messageText({ parts, calls = [] }: Message): string {
  const texts = parts.flatMap((part) => (part.type === 'text' || part.type === 'refusal' ? [part.text] : []));
  const called = calls.map(({ name, args, argsText }) => `${name} ${args === undefined ? argsText : valueText(args)}`);
  return [...texts, ...called].join('\n').trim();
}

/** Keys and values without JSON's punctuation, as words are compared. */
function valueText(value: JsonValue): string {
  return canonicalJson(value)
    .replace(/["[\]{},:]+/gu, ' ')
    .trim();
}

function referenceText(reference: string): string {
  // Written by us as JSON.
  return reference === '{}' ? '' : canonicalJson(JSON.parse(reference) as JsonValue);
}

/** Texts of fewer words say too little to be like another: they are compared exactly. */
const SHORT_WORDS = 3;
const SHORT_LETTERS = 12;

/** @returns whether a text is too short for its meaning to be compared */
export function isShortText(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed.length < SHORT_LETTERS ||
    (trimmed.length < 60 && trimmed.split(/\s+/u).length < SHORT_WORDS && isSpaced(trimmed))
  );
}

/** A script that writes no blanks has long texts of one word. */
function isSpaced(text: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );
}
