/** A rough reading of Python source: enough to lint it without Python, and never wrong about what is text and what is code. */

export type Token = {
  readonly kind: 'name' | 'number' | 'string' | 'operator';
  readonly text: string;
  /** 1-based, in UTF-16 units, as editors count. */
  readonly line: number;
  readonly column: number;
};

/** One simple or compound statement head: tokens up to a line end or `;` outside of brackets. */
export type Statement = {
  /** Columns of white space before the line, a tab counting to the next multiple of eight. */
  readonly indent: number;
  readonly tokens: readonly Token[];
};

export type Reading = {
  readonly statements: readonly Statement[];
  /** Where a text was begun that is not ended. */
  readonly unterminated: Token | null;
};

type Piece = {
  readonly kind: Token['kind'] | 'space' | 'newline';
  readonly end: number;
  /** A text that has no closing quote. */
  readonly open?: true;
};
type Quote = { readonly mark: string; readonly formatted: boolean };

const PIECE =
  /(?<space>[ \t\f]+|\\\r?\n|#[^\r\n]*)|(?<newline>\r?\n|\r)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<number>\.?\d[\w.]*)|(?<operator>->|:=|\*\*|[\s\S])/uy;
const QUOTE = /(?<prefix>[rbuft]|rb|br|rf|fr|rt|tr)?(?<mark>"""|'''|["'])/iuy;

/** Longest replacement field read as one, so that text made of openings alone is not read to its end again and again. */
const FIELD_LIMIT = 1_024;

/** Reads a source into statements. Never throws; cost is linear. */
export function readStatements(source: string): Reading {
  const lineStarts = findLineStarts(source);
  const place = placer(lineStarts);
  const statements: Statement[] = [];
  let unterminated: Token | null = null;
  let tokens: Token[] = [];
  let indent: number | null = null;
  let depth = 0;
  const end = (): void => {
    if (tokens.length > 0) statements.push({ indent: indent ?? 0, tokens });
    tokens = [];
  };
  for (let at = 0, piece: Piece; at < source.length; at = piece.end) {
    piece = readPiece(source, at);
    const where = place(at);
    if (piece.kind === 'newline') {
      if (depth > 0) continue;
      end();
      indent = null;
    } else if (piece.kind !== 'space') {
      indent ??= indentOf(source.slice(lineStarts[where.line - 1], at));
      const token: Token = { kind: piece.kind, text: source.slice(at, piece.end), ...where };
      if (piece.open === true) unterminated ??= token;
      depth = Math.max(0, depth + depthChange(token));
      if (token.text === ';' && depth === 0) end();
      else tokens.push(token);
    }
  }
  end();
  return { statements, unterminated };
}

/** @returns 1 for an opening bracket, -1 for a closing one, 0 for all else */
export function depthChange({ kind, text }: Token): number {
  if (kind !== 'operator') return 0;
  if (text === '(' || text === '[' || text === '{') return 1;
  return text === ')' || text === ']' || text === '}' ? -1 : 0;
}

function readPiece(source: string, at: number): Piece {
  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(source);
  if (quote !== null) return readText(source, QUOTE.lastIndex, quote.groups?.mark ?? '', quote.groups?.prefix ?? '');
  PIECE.lastIndex = at;
  const groups = PIECE.exec(source)?.groups ?? {};
  const end = PIECE.lastIndex;
  for (const kind of ['space', 'newline', 'name', 'number'] as const) {
    if (groups[kind] !== undefined) return { kind, end };
  }
  return { kind: 'operator', end };
}

function readText(source: string, from: number, mark: string, prefix: string): Piece {
  const end = findTextEnd(source, from, { mark, formatted: /[ft]/iu.test(prefix) });
  if (end !== null) return { kind: 'string', end };
  // Read on after its line, or nowhere when it may span lines.
  const stop = mark.length === 3 ? -1 : source.indexOf('\n', from);
  return { kind: 'string', end: stop === -1 ? source.length : stop, open: true };
}

/** @returns the offset after the closing quote, or null when there is none */
function findTextEnd(source: string, from: number, quote: Quote, limit = source.length): number | null {
  for (let at = from; at < limit; at += 1) {
    const char = source[at];
    // Also in raw texts a backslash keeps a quote from closing.
    if (char === '\\') at += 1;
    else if (source.startsWith(quote.mark, at)) return at + quote.mark.length;
    else if (char === '\n' && quote.mark.length === 1) return null;
    else if (char === '{' && quote.formatted) {
      const end = source[at + 1] === '{' ? at + 2 : findFieldEnd(source, at + 1, limit);
      if (end === null) return null;
      at = end - 1;
    }
  }
  return null;
}

/** Skips a replacement field of an f-string; texts in it may use any quotes since Python 3.12. */
function findFieldEnd(source: string, from: number, textLimit: number): number | null {
  const limit = Math.min(textLimit, from + FIELD_LIMIT);
  let depth = 1;
  for (let at = from; at < limit; at += 1) {
    const char = source[at];
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === '"' || char === "'") {
      const mark = source.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
      const end = findTextEnd(source, at + mark.length, { mark, formatted: false }, limit);
      if (end === null) return null;
      at = end - 1;
    }
    if (depth === 0) return at + 1;
  }
  return null;
}

function indentOf(space: string): number {
  let columns = 0;
  for (const char of space) columns = char === '\t' ? columns - (columns % 8) + 8 : columns + 1;
  return columns;
}

function findLineStarts(source: string): number[] {
  const starts = [0];
  for (const match of source.matchAll(/\r?\n|\r/gu)) starts.push(match.index + match[0].length);
  return starts;
}

/** Offsets come in rising order, so the line is found by walking on. */
function placer(lineStarts: readonly number[]): (at: number) => { line: number; column: number } {
  let line = 1;
  return (at) => {
    while ((lineStarts[line] ?? Number.POSITIVE_INFINITY) <= at) line += 1;
    return { line, column: at - (lineStarts[line - 1] ?? 0) + 1 };
  };
}
