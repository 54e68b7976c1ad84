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
  for (const { 0: raw, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|[{}[\],:]/gisu))
    if (/^["\d-]/u.test(raw)) literals.push(readLiteral(raw, index, stack));
    else step(raw, stack);
  return literals;
}

/** Follows the marks between literals. */
function step(mark: string, stack: Frame[]): void {
  const top = stack.at(-1);
  if (mark === '{' || mark === '[') stack.push({ isObject: mark === '{', key: '', at: 0, expectsKey: mark === '{' });
  else if (mark === '}' || mark === ']') stack.pop();
  else if (top === undefined) return;
  else if (mark === ':') top.expectsKey = false;
  else if (top.isObject) top.expectsKey = true;
  else top.at += 1;
}

function readLiteral(raw: string, start: number, stack: readonly Frame[]): JsonLiteral {
  const end = start + raw.length;
  const pathOf = (): string[] => stack.map((frame) => (frame.isObject ? frame.key : String(frame.at)));
  if (!raw.startsWith('"')) return { type: 'number', start, end, path: pathOf(), value: raw, offsets: null };
  const top = stack.at(-1);
  const read = readString(raw, start);
  if (top?.expectsKey !== true) return { type: 'string', start, end, path: pathOf(), ...read };
  top.key = read.value;
  return { type: 'key', start, end, path: pathOf(), ...read };
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
    return placeOf(literal.offsets, raw);
  }
  const at = raw - literal.start - (literal.type === 'number' ? 0 : 1);
  return at < 0 || at > literal.value.length ? undefined : at;
}

/** Where a number stands in a list that rises, by halving. */
function placeOf(rising: readonly number[], wanted: number): number | undefined {
  let low = 0;
  let high = rising.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rising[middle] ?? wanted;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
