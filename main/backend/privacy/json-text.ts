/** A string, key or number in a JSON text. `start` and `end` hold the quotes in. */
export type JsonLiteral = {
  readonly type: 'string' | 'key' | 'number';
  readonly start: number;
  readonly end: number;
  /** Keys and positions from the root; of a key, the path of its member. */
  readonly path: readonly string[];
  readonly value: string;
  /** Where each UTF-16 unit of the value begins in the text, one more for its end; null when there is no escape. */
  readonly offsets: readonly number[] | null;
};

/** @returns whether a text is a JSON object or list */
export function isJsonText(text: string): boolean {
  if (!/^\s*[{[]/u.test(text) || !/[}\]]\s*$/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Frame = { readonly isObject: boolean; key: string; at: number; expectsKey: boolean };

/** @returns the literals of a text that is JSON, in order; linear in the text */
export function literalsOf(text: string): JsonLiteral[] {
  const literals: JsonLiteral[] = [];
  const stack: Frame[] = [];
  const pathOf = (): string[] => stack.map((frame) => (frame.isObject ? frame.key : String(frame.at)));
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/gsu)) {
    const [raw] = match;
    const top = stack.at(-1);
    if (raw === '{') stack.push({ isObject: true, key: '', at: 0, expectsKey: true });
    else if (raw === '[') stack.push({ isObject: false, key: '', at: 0, expectsKey: false });
    else if (raw === '}' || raw === ']') stack.pop();
    else if (raw === ',') {
      if (top?.isObject === true) top.expectsKey = true;
      else if (top !== undefined) top.at += 1;
    } else if (raw === ':') {
      if (top !== undefined) top.expectsKey = false;
    } else {
      const isKey = top?.expectsKey === true;
      const start = match.index;
      const literal = raw.startsWith('"') ? readString(raw, start) : { value: raw, offsets: null };
      if (isKey) top.key = literal.value;
      const type = !raw.startsWith('"') ? 'number' : isKey ? 'key' : 'string';
      literals.push({ type, start, end: start + raw.length, path: pathOf(), ...literal });
    }
  }
  return literals;
}

function readString(raw: string, start: number): { value: string; offsets: readonly number[] | null } {
  // The text is JSON, so its strings are.
  const value = JSON.parse(raw) as string;
  if (!raw.includes('\\')) return { value, offsets: null };
  const offsets: number[] = [];
  let at = 1;
  while (at < raw.length - 1) {
    offsets.push(start + at);
    at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  }
  offsets.push(start + at);
  return { value, offsets };
}

/** @returns where a unit of a literal's value begins in the text */
export function rawOffset(literal: JsonLiteral, at: number): number {
  if (literal.type === 'number') return literal.start + at;
  return literal.offsets?.[at] ?? literal.start + 1 + at;
}

/** @returns which unit of a literal's value begins at a place in the text; undefined inside an escape or outside */
export function valueOffset(literal: JsonLiteral, raw: number): number | undefined {
  if (literal.offsets !== null) {
    const at = literal.offsets.indexOf(raw);
    return at === -1 ? undefined : at;
  }
  const at = raw - literal.start - (literal.type === 'number' ? 0 : 1);
  return at < 0 || at > literal.value.length ? undefined : at;
}
