import type { JsonValue } from '../../shared/model/json.ts';

export type JsonToken = { readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'cut'; readonly text: string };

/** One line of a JSON value as it is printed. A line that opens a list or an object knows the line that closes it. */
export type JsonLine = {
  readonly depth: number;
  readonly tokens: readonly JsonToken[];
  readonly text: string;
  readonly closesAt: number | null;
  /** Entries of the list or object that opens here. */
  readonly size: number;
};

export type JsonLines = {
  readonly lines: readonly JsonLine[];
  /** Something was left out because of a limit; the raw text still has it. */
  readonly cut: boolean;
};

/** Limits of what is drawn. Traces hold values of any size and depth, and the page must stay quick. */
export const JSON_LIMITS = { lines: 2_000, depth: 60, text: 4_000 } as const;

type Draft = { depth: number; tokens: JsonToken[]; closesAt: number | null; size: number };
type Writer = { readonly drafts: Draft[]; cut: boolean };

/**
 * Prints a value as indented JSON, line by line, within {@link JSON_LIMITS}: long texts are cut with their length said, and
 * deeper or later parts are left out with `cut` set.
 */
export function toJsonLines(value: JsonValue): JsonLines {
  const writer: Writer = { drafts: [], cut: false };
  writeValue(writer, value, 0, [], false);
  const lines = writer.drafts.map((draft) => ({ ...draft, text: draft.tokens.map((token) => token.text).join('') }));
  return { lines, cut: writer.cut };
}

function writeValue(writer: Writer, value: JsonValue, depth: number, lead: JsonToken[], comma: boolean): void {
  const tail: JsonToken[] = comma ? [{ kind: 'mark', text: ',' }] : [];
  if (typeof value !== 'object' || value === null) {
    push(writer, depth, [...lead, scalar(writer, value), ...tail]);
    return;
  }
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string | null, JsonValue])[] = isList
    ? value.map((item: JsonValue) => [null, item] as const)
    : Object.entries(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    push(writer, depth, [...lead, { kind: 'mark', text: `${open}${close}` }, ...tail]);
    return;
  }
  if (depth >= JSON_LIMITS.depth) {
    writer.cut = true;
    push(writer, depth, [
      ...lead,
      { kind: 'mark', text: open },
      { kind: 'cut', text: '…' },
      { kind: 'mark', text: close },
      ...tail,
    ]);
    return;
  }
  const opener = push(writer, depth, [...lead, { kind: 'mark', text: open }], entries.length);
  entries.forEach(([key, item], index) => {
    if (writer.drafts.length >= JSON_LIMITS.lines) {
      writer.cut = true;
      return;
    }
    const keyTokens: JsonToken[] =
      key === null
        ? []
        : [
            { kind: 'key', text: JSON.stringify(key) },
            { kind: 'mark', text: ': ' },
          ];
    writeValue(writer, item, depth + 1, keyTokens, index < entries.length - 1);
  });
  opener.closesAt = writer.drafts.length;
  push(writer, depth, [{ kind: 'mark', text: close }, ...tail]);
}

function push(writer: Writer, depth: number, tokens: JsonToken[], size = 0): Draft {
  const draft: Draft = { depth, tokens, closesAt: null, size };
  writer.drafts.push(draft);
  return draft;
}

function scalar(writer: Writer, value: string | number | boolean | null): JsonToken {
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value !== 'string') return { kind: 'word', text: String(value) };
  if (value.length <= JSON_LIMITS.text) return { kind: 'string', text: JSON.stringify(value) };
  writer.cut = true;
  return {
    kind: 'string',
    text: `${JSON.stringify(value.slice(0, JSON_LIMITS.text)).slice(0, -1)}… ${value.length} characters"`,
  };
}

/** @returns the value when the text is JSON of a list or an object, else null; numbers and words are left as text */
export function parseContainer(text: string): JsonValue | null {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed)) return null;
  try {
    // JSON.parse gives JSON values only.
    return JSON.parse(trimmed) as JsonValue;
  } catch {
    return null;
  }
}
