import type { TextRange } from '../../../shared/model/problem.ts';

/** Turns offsets (UTF-16 units from 0) of a text into lines and columns from 1, and back. */
export type LineIndex = {
  readonly rangeOf: (offset: number, length: number) => TextRange;
  /** Offsets past the end of a line or of the text are cut to it. */
  readonly offsetOf: (line: number, column: number) => number;
};

/** Lines end at LF, CR LF or a lone CR, as editors count; a line's end belongs to the line. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|[\r\n]/gu)) starts.push(match.index + match[0].length);
  const locate = (offset: number): { line: number; column: number } => {
    const bounded = Math.min(Math.max(offset, 0), text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: bounded - (starts[low] ?? 0) + 1 };
  };
  return {
    rangeOf: (offset, length) => {
      const start = locate(offset);
      const end = locate(offset + length);
      return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
    },
    offsetOf: (line, column) => {
      const start = starts[Math.min(Math.max(line, 1), starts.length) - 1] ?? 0;
      const next = starts[Math.min(Math.max(line, 1), starts.length)] ?? text.length;
      return Math.min(start + Math.max(column, 1) - 1, next);
    },
  };
}
