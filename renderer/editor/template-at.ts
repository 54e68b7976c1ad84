/** The `{{ … }}` that an offset lies in, finished or not. Offsets are UTF-16 units of the text. */
export type TemplateAt = {
  /** Where its path starts: after the braces and blanks. */
  readonly from: number;
  /** Where its path ends. */
  readonly to: number;
  readonly path: string;
  /** Whether `}}` follows the path. */
  readonly isClosed: boolean;
  /** Whether a blank stands between the braces and the path. */
  readonly isSpaced: boolean;
};

/** How far back an opened `{{` is looked for. */
const MAX_PATH = 400;

/**
 * Finds the reference around an offset. It ends at a brace, a quote, a bar, a parenthesis or the end of the line, so that an
 * unfinished one never swallows the text after it.
 *
 * @returns null when the offset is not between `{{` and its end
 */
export function templateAt(text: string, offset: number): TemplateAt | null {
  const start = Math.max(0, offset - MAX_PATH);
  const before = text.slice(start, offset);
  const inside = /\{\{([^{}"'|()\n]*)$/u.exec(before)?.[1];
  if (inside === undefined) return null;
  const head = inside.trimStart();
  const from = offset - head.length;
  const tail = /^[^\s{}"'|()]*/u.exec(text.slice(offset, offset + MAX_PATH))?.[0] ?? '';
  // A blank ends the path; what is typed after one starts anew.
  const to = offset + tail.length;
  return {
    from,
    to,
    path: text.slice(from, to).trimEnd(),
    isClosed: /^\s*\}\}/u.test(text.slice(to, to + MAX_PATH)),
    isSpaced: head.length < inside.length,
  };
}

/** Places of all finished references, for their colour. */
export function templateSpans(text: string): readonly { readonly offset: number; readonly length: number }[] {
  return [...text.matchAll(/\{\{[^{}"\n]*\}\}/gu)].map((match) => ({ offset: match.index, length: match[0].length }));
}
