import { textBlock } from './turns.ts';
import type { Turn } from './turns.ts';

/** With any of these marks in it a text is left as it is. */
const OTHER_MARKS = /\[(?:AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT|IMG)\]/;
const SYSTEM = ['<<SYS>>', '<</SYS>>'] as const;

/**
 * Splits a text written with the chat template of Llama 2 and Mistral: `<s>[INST] <<SYS>> … <</SYS>> … [/INST] … </s>`.
 * Only where it can be read in one way: the marks alternate, the text begins with one, and no other mark is in it. What
 * follows the last `[/INST]` is an answer begun.
 *
 * @returns null for a text that is not written so
 */
export function instTurns(text: string): readonly Turn[] | null {
  if (OTHER_MARKS.test(text)) return null;
  const [before, ...pieces] = text.split('[INST]');
  if (pieces.length === 0 || before?.replaceAll('<s>', '').trim() !== '') return null;
  const rounds = pieces.map((piece, at) => roundIn(piece, at === 0));
  const isWhole = rounds.every((round, at) => round !== null && (round.said !== '' || at === rounds.length - 1));
  return isWhole ? rounds.flatMap((round) => (round === null ? [] : turnsOf(round))) : null;
}

type Round = { readonly system: string | null; readonly asked: string; readonly said: string };

/** @returns null for a piece that is not one question and its answer; instructions stand in the first question only */
function roundIn(piece: string, isFirst: boolean): Round | null {
  const [asked, answer, ...more] = piece.split('[/INST]');
  if (asked === undefined || answer === undefined || more.length > 0) return null;
  const [open, close] = SYSTEM;
  const isTold = isFirst && asked.trimStart().startsWith(open);
  const cut = isTold ? asked.indexOf(close) : 0;
  const system = isTold ? asked.slice(0, Math.max(cut, 0)).replace(open, '') : null;
  const rest = isTold ? asked.slice(cut + close.length) : asked;
  const words = [system ?? '', rest, answer];
  const said = answerIn(answer);
  if (cut === -1 || said === null || words.some((text) => SYSTEM.some((mark) => text.includes(mark)))) return null;
  return { system: system?.trim() ?? null, asked: rest.trim(), said };
}

function turnsOf({ system, asked, said }: Round): readonly Turn[] {
  return [
    ...(system === null ? [] : [{ role: 'system' as const, blocks: [textBlock(system)] }]),
    { role: 'user', blocks: [textBlock(asked)] },
    ...(said === '' ? [] : [{ role: 'assistant' as const, blocks: [textBlock(said)] }]),
  ];
}

/** @returns null where the marks of begin and end stand inside an answer rather than around it */
function answerIn(text: string): string | null {
  const ended = without(without(text.trim(), '<s>'), '</s>');
  return /<\/?s>/.test(ended) ? null : ended;
}

function without(text: string, mark: string): string {
  return text.endsWith(mark) ? text.slice(0, -mark.length).trim() : text;
}
