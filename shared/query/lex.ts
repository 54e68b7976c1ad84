/** Reads a filter text piece by piece. All offsets are UTF-16 units, as editors and the wire count. */
export type Cursor = { readonly text: string; at: number };

/** A run of characters that stands for itself, or a quoted one. `closed` is false when the closing quote is missing. */
export type Piece = { readonly text: string; readonly quoted: boolean; readonly closed: boolean };

const BLANK = /\s/u;
/** What ends a bare word. */
const WORD_END = /[\s()"]/u;
/** What ends a bare value; values are separated by commas. */
const VALUE_END = /[\s()",]/u;

export function skipBlanks(cursor: Cursor): void {
  while (cursor.at < cursor.text.length && BLANK.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
}

/** Reads `"…"`, where `\"` and `\\` stand for the characters themselves. The cursor is on the opening quote. */
export function readQuoted(cursor: Cursor): Piece {
  let text = '';
  cursor.at += 1;
  while (cursor.at < cursor.text.length) {
    const character = cursor.text.charAt(cursor.at);
    const next = cursor.text.charAt(cursor.at + 1);
    if (character === '"') {
      cursor.at += 1;
      return { text, quoted: true, closed: true };
    }
    if (character === '\\' && (next === '"' || next === '\\')) {
      text += next;
      cursor.at += 2;
    } else {
      text += character;
      cursor.at += 1;
    }
  }
  return { text, quoted: true, closed: false };
}

export function readWord(cursor: Cursor): Piece {
  return readUntil(cursor, WORD_END);
}

/** A value of a term: quoted, or bare up to a blank, comma, quote or parenthesis; may be empty. */
export function readValue(cursor: Cursor): Piece {
  return cursor.text.charAt(cursor.at) === '"' ? readQuoted(cursor) : readUntil(cursor, VALUE_END);
}

function readUntil(cursor: Cursor, end: RegExp): Piece {
  const from = cursor.at;
  while (cursor.at < cursor.text.length && !end.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return { text: cursor.text.slice(from, cursor.at), quoted: false, closed: true };
}

/** The text as a quoted piece. */
export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
