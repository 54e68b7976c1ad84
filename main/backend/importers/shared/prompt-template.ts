import { textBlock } from './turns.ts';
import type { Turn } from './turns.ts';

/** Marks of the template that are read; with any other the text is left as it is. */
const OTHER_MARKS = /\[(?:AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT|IMG)\]/;
const SYSTEM = /^\s*<<SYS>>\s*([\s\S]*?)\s*<<\/SYS>>\s*/;

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
  if (pieces.length === 0 || before?.replace(/<s>/g, '').trim() !== '') return null;
  const turns: Turn[] = [];
  for (const [at, piece] of pieces.entries()) {
    const [asked, answer, ...more] = piece.split('[/INST]');
    if (asked === undefined || answer === undefined || more.length > 0) return null;
    const system = at === 0 ? SYSTEM.exec(asked) : null;
    const words = system === null ? asked : asked.slice(system[0].length);
    if (/<<\/?SYS>>/.test(words) || /<<\/?SYS>>/.test(answer)) return null;
    if (system !== null) turns.push({ role: 'system', blocks: [textBlock(system[1] ?? '')] });
    turns.push({ role: 'user', blocks: [textBlock(words.trim())] });
    const said = answerIn(answer);
    if (said === null) return null;
    if (said !== '') turns.push({ role: 'assistant', blocks: [textBlock(said)] });
    else if (at < pieces.length - 1) return null;
  }
  return turns;
}

/** @returns null where the marks of begin and end stand inside an answer rather than around it */
function answerIn(text: string): string | null {
  const answer = text.replace(/(?:<\/s>)?\s*(?:<s>)?\s*$/, '').trim();
  return /<\/?s>/.test(answer) ? null : answer;
}
