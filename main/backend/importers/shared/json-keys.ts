import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { JsonValue } from '../../../../shared/model/json.ts';

export type JsonKeys = {
  /** Keys of all objects, doubled ones twice. A text that begins with a colon counts as one: there may be too many, never too few. */
  readonly count: number;
  /** Whether a key is written with an escape. */
  readonly escaped: boolean;
};

/** Looks at the keys of a sound JSON text: what stands between the quotes before a colon. */
export function scanKeys(text: string): JsonKeys {
  let count = 0;
  let escaped = false;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let at = colon - 1;
    while (BLANKS.has(text.charCodeAt(at))) at -= 1;
    if (text.charCodeAt(at) !== QUOTE || isEscaped(text, at)) continue;
    count += 1;
    at -= 1;
    // The key, backwards; a quote inside it stands behind a backslash.
    for (let code = text.charCodeAt(at); at >= 0 && code !== QUOTE && code !== BACKSLASH; code = text.charCodeAt(at))
      at -= 1;
    if (text.charCodeAt(at) === BACKSLASH || text.charCodeAt(at - 1) === BACKSLASH) escaped = true;
  }
  return { count, escaped };
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/**
 * `JSON.parse` for texts with escaped keys. V8 up to 14.6 at least takes such a key for another one it met before, when
 * that one holds a backslash: `{"\"":1}` after `{"\\":1}` comes out as `{"\\":1}` (nodejs/node#63785). A parser of its own
 * reads them right.
 *
 * @returns undefined when the text is not JSON
 */
export function parseEscapedKeys(text: string): JsonValue | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return tree === undefined || errors.length > 0 ? undefined : valueOf(tree);
}

/** Recursion is safe: records nested too deep are turned away before they are parsed. */
function valueOf(node: Node): JsonValue {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(valueOf);
  // fromEntries defines properties; it never assigns through a setter.
  if (node.type === 'object') return Object.fromEntries(children.map(entryOf));
  const value: JsonValue = node.value as JsonValue; // what is left are texts, numbers, true, false and null
  return value;
}

function entryOf({ children }: Node): [string, JsonValue] {
  const [key, value] = children ?? [];
  return [String(key?.value), value === undefined ? null : valueOf(value)];
}
