import type { Message } from '../../../shared/model/message.ts';
import type { Check, CheckSample, Finding } from '../engine/checks.ts';

/** Context of one training example as documented for the gpt-4.1 and gpt-4o families; what is longer is cut from the end. */
export const PROMPT_TOKENS = 65_536;

/**
 * A prompt that, with its tools, has surely more tokens than the target takes.
 *
 * @param limit tokens
 */
export function createTooLong(limit: number): Check {
  return {
    id: 'too-long',
    version: 1,
    scan(sample) {
      const texts = textsOf(sample);
      // A token has at least one byte, a UTF-16 unit at most three: a short prompt is never counted.
      if (3 * texts.reduce((sum, text) => sum + text.length, 0) <= limit) return [];
      const tokens = texts.reduce((sum, text) => sum + fewestTokens(text), 0);
      const finding: Finding = { attemptId: null, messageIdx: null, detail: { tokens, limit } };
      return tokens > limit ? [finding] : [];
    },
  };
}

function textsOf({ prompt, toolsJson }: CheckSample): readonly string[] {
  return [...(toolsJson === '[]' ? [] : [toolsJson]), ...prompt.flatMap(textsOfMessage)];
}

function textsOfMessage(message: Message): readonly string[] {
  const parts = message.parts.flatMap((part) =>
    part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal' ? [part.text] : [],
  );
  return [...parts, ...(message.calls ?? []).map((call) => call.argsText)];
}

/** The pieces of the `o200k` tokenizer's published splitting pattern, written simpler: words, up to 3 digits, other signs. */
const PIECE = /\p{L}[\p{L}\p{M}]*|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\s+/gu;
const LONGEST_TOKEN = 128;

/**
 * The fewest tokens a text can have: the tokenizers of these models cut a text into pieces first and never join two of them
 * again, so each word, number and run of signs is one token or more. Blanks and the word after them are one piece. English has about a
 * fifth more tokens than this tells, Chinese often several times as many.
 */
export function fewestTokens(text: string): number {
  let tokens = 0;
  let isAfterBlank = false;
  for (const [piece] of text.matchAll(PIECE)) {
    const isBlank = piece.trim() === '';
    // Two blanks or more make a piece of their own, all but the last of them.
    if (!isBlank) tokens += Math.ceil(piece.length / LONGEST_TOKEN);
    else if (piece.length > 1 && !isAfterBlank) tokens += 1;
    isAfterBlank = isBlank;
  }
  return tokens;
}
