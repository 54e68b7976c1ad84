export type FoldLimits = { readonly lines: number; readonly characters: number };
export type FoldedText = {
  readonly isLong: boolean;
  /** The beginning, within the limits; the whole text when it is not long. Ends in `…` where it breaks a line off. */
  readonly preview: string;
  readonly lines: number;
  /** In UTF-16 units. */
  readonly length: number;
};

/** A prompt or an answer is worth more room than what the model thought or a tool returned. */
export const TURN_FOLD: FoldLimits = { lines: 14, characters: 1_600 };
export const REASONING_FOLD: FoldLimits = { lines: 6, characters: 600 };

/** How much raw text goes onto the page at once. */
export const RAW_CHUNK = 200_000;

/**
 * Cuts the beginning out of a long text. A text a little longer than the limits is shown whole: a button that hides two
 * lines helps nobody.
 */
export function foldText(text: string, limits: FoldLimits): FoldedText {
  let lines = 1;
  let previewEnd = text.length;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (lines === limits.lines) previewEnd = at;
    lines += 1;
  }
  const slackLines = limits.lines + Math.ceil(limits.lines / 5);
  const slackCharacters = limits.characters * 1.2;
  if (lines <= slackLines && text.length <= slackCharacters)
    return { isLong: false, preview: text, lines, length: text.length };
  const end = Math.min(previewEnd, limits.characters);
  return {
    isLong: true,
    preview: end < previewEnd ? `${safeCut(text, end)}…` : text.slice(0, end),
    lines,
    length: text.length,
  };
}

/** Never leaves half of a character at the end. */
export function safeCut(text: string, length: number): string {
  if (length >= text.length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
