import type { Span } from '../../../shared/graders/template.ts';

/** A JSON string literal decoded, with the way back: `offsets[i]` is where unit i of the text is written. */
export type DecodedString = { readonly text: string; readonly offsets: readonly number[] };

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Decodes the JSON string literal that starts at `offset` of a text, in a forgiving way: what is no escape stands for
 * itself and a missing end quote ends it at the line.
 *
 * @returns the text with one offset for each of its UTF-16 units and one more for its end
 */
export function decodeJsonString(source: string, offset: number): DecodedString {
  const offsets: number[] = [];
  let text = '';
  let position = offset + 1;
  while (position < source.length) {
    const character = source[position] ?? '';
    if (character === '"' || character === '\n' || character === '\r') break;
    offsets.push(position);
    if (character !== '\\') {
      text += character;
      position += 1;
      continue;
    }
    const kind = source[position + 1] ?? '';
    const hex = /^[\da-f]{4}$/iu.test(source.slice(position + 2, position + 6));
    if (kind === 'u' && hex) {
      text += String.fromCharCode(Number.parseInt(source.slice(position + 2, position + 6), 16));
      position += 6;
    } else {
      text += ESCAPES[kind] ?? kind;
      position += 2;
      if (kind === '') offsets.pop();
    }
  }
  offsets.push(position);
  return { text, offsets };
}

/** @returns where a span of the decoded text is written in the source; an empty span stays empty */
export function sourceSpan(decoded: DecodedString, span: Span): Span {
  const last = decoded.offsets.at(-1) ?? 0;
  const start = decoded.offsets[span.offset] ?? last;
  const end = decoded.offsets[span.offset + span.length] ?? last;
  return { offset: start, length: end - start };
}

/** @returns the text as it is written inside a JSON string literal, without the quotes */
export function encodeInString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
