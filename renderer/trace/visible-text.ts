/** A run of text to show as it is, or a character that would be invisible or would change the text around it. */
export type TextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly label: string; readonly name: string };

/** Short labels and plain names of the characters a trace may use to hide or reorder text. */
const NAMED: ReadonlyMap<number, readonly [string, string]> = new Map([
  [0x00, ['NUL', 'null']],
  [0x07, ['BEL', 'bell']],
  [0x08, ['BS', 'backspace']],
  [0x0b, ['VT', 'vertical tab']],
  [0x0c, ['FF', 'form feed']],
  [0x0d, ['CR', 'carriage return']],
  [0x1b, ['ESC', 'escape']],
  [0x7f, ['DEL', 'delete']],
  [0x85, ['NEL', 'next line']],
  [0xad, ['SHY', 'soft hyphen']],
  [0x061c, ['ALM', 'Arabic letter mark']],
  [0x115f, ['HCF', 'Hangul filler']],
  [0x1160, ['HJF', 'Hangul filler']],
  [0x180e, ['MVS', 'Mongolian vowel separator']],
  [0x200b, ['ZWSP', 'zero-width space']],
  [0x200c, ['ZWNJ', 'zero-width non-joiner']],
  [0x200d, ['ZWJ', 'zero-width joiner']],
  [0x200e, ['LRM', 'left-to-right mark']],
  [0x200f, ['RLM', 'right-to-left mark']],
  [0x2028, ['LS', 'line separator']],
  [0x2029, ['PS', 'paragraph separator']],
  [0x202a, ['LRE', 'left-to-right embedding']],
  [0x202b, ['RLE', 'right-to-left embedding']],
  [0x202c, ['PDF', 'end of directional formatting']],
  [0x202d, ['LRO', 'left-to-right override']],
  [0x202e, ['RLO', 'right-to-left override']],
  [0x2060, ['WJ', 'word joiner']],
  [0x2066, ['LRI', 'left-to-right isolate']],
  [0x2067, ['RLI', 'right-to-left isolate']],
  [0x2068, ['FSI', 'first strong isolate']],
  [0x2069, ['PDI', 'end of directional isolate']],
  [0x3164, ['HF', 'Hangul filler']],
  [0xfeff, ['BOM', 'zero-width no-break space']],
  [0xffa0, ['HHF', 'Hangul filler']],
]);

/**
 * In this order: a whole terminal colour sequence; C0 without tab and line feed; DEL and C1; soft hyphen; bidi controls,
 * zero-width and invisible characters; tag characters and the supplementary variation selectors, which can carry hidden
 * text; halves of surrogate pairs. A CR before a line feed is an ordinary line end.
 */
const HIDDEN =
  /\u001b\[[0-?]*[ -/]*[@-~]|\r(?!\n)|[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}\ud800-\udfff]/gu;

const JOINABLE_BEFORE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const JOINABLE_AFTER = /^\p{Extended_Pictographic}/u;

/**
 * Splits text so that nothing in it is invisible: control, bidi and zero-width characters become marks with a short label.
 * Joiners inside an emoji stay, since they are what draws it. The segments' texts joined give the input back.
 */
export function visibleSegments(text: string): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const found = match[0];
    if (found === '\u200d' && isEmojiJoiner(text, match.index)) continue;
    if (match.index > from) segments.push({ kind: 'text', text: text.slice(from, match.index) });
    segments.push({ kind: 'mark', text: found, ...describe(found) });
    from = match.index + found.length;
  }
  if (from < text.length) segments.push({ kind: 'text', text: text.slice(from) });
  return segments;
}

/** @returns the text for a place that takes no elements, such as a tooltip: what is invisible stands as its label in brackets */
export function markedText(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : `[${segment.label}]`))
    .join('');
}

/** @returns whether the text holds a character that {@link visibleSegments} would mark */
export function hasHiddenCharacters(text: string): boolean {
  return visibleSegments(text).some((segment) => segment.kind === 'mark');
}

function isEmojiJoiner(text: string, at: number): boolean {
  // Taken out as one code point: a pattern that ends in `[…]$` misses astral characters here.
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
  return JOINABLE_BEFORE.test(before) && JOINABLE_AFTER.test(text.slice(at + 1, at + 3));
}

function describe(found: string): { label: string; name: string } {
  if (found.length > 1 && found.startsWith('\u001b')) {
    return { label: `ESC${found.slice(1)}`, name: `terminal sequence ${found.slice(1)}` };
  }
  const code = found.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const named = NAMED.get(code);
  if (named !== undefined) return { label: named[0], name: `${named[1]}, ${hex}` };
  return { label: hex, name: kindOf(code, hex) };
}

function kindOf(code: number, hex: string): string {
  if (code >= 0xe0000 && code <= 0xe007f) {
    const letter = String.fromCodePoint(code - 0xe0000);
    return /[!-~]/u.test(letter) ? `hidden tag character “${letter}”, ${hex}` : `hidden tag character, ${hex}`;
  }
  if (code >= 0xd800 && code <= 0xdfff) return `half of a character, ${hex}`;
  return code < 0xa0 ? `control character, ${hex}` : `invisible character, ${hex}`;
}
