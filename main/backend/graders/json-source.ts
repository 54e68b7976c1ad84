import { createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { Segment, Span } from '../../../shared/graders/template.ts';
import type { Finding, Fix, Report } from './findings.ts';

/** A JSON text read with places. `root` is there for broken texts too, as far as it could be read. */
export type JsonSource = {
  readonly text: string;
  readonly root: Node | undefined;
  /** The value as far as it could be read; objects have no prototype. */
  readonly value: unknown;
  /** Whether `JSON.parse` reads the text. */
  readonly valid: boolean;
};

const MAX_DEPTH = 100;

/** Reads `grader.json`. What strict JSON refuses (comments, commas before a close) is a finding with a fix. */
export function readJsonSource(text: string, report: Report): JsonSource {
  const strict = scan(text);
  for (const finding of strict.findings) report(finding);
  if (strict.tooDeep) return { text, root: undefined, value: undefined, valid: false };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const spans = strict.findings.map((finding) => finding.offset);
  const others = errors.filter((error) => !spans.includes(error.offset));
  // One slip makes a parser stumble over what follows it, so only the first is shown.
  const [first] = others;
  if (text.trim() === '') report(emptyFinding());
  else if (first !== undefined) report(syntaxFinding(text, first));
  const clean = errors.length === 0 && strict.findings.length === 0 && root !== undefined;
  const valid = clean && parses(text);
  if (clean && !valid) report(oddFinding(text));
  if (root !== undefined) reportDuplicates(root, report);
  const value: unknown = root === undefined ? undefined : getNodeValue(root);
  return { text, root, value, valid };
}

/** @returns the node of a value, or of the nearest value around it that exists */
export function nodeAt(source: JsonSource, path: readonly Segment[]): Node | undefined {
  if (source.root === undefined) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(source.root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return source.root;
}

/** @returns the node of the value at exactly this path */
export function exactNode(source: JsonSource, path: readonly Segment[]): Node | undefined {
  return source.root === undefined ? undefined : findNodeAtLocation(source.root, [...path]);
}

/** @returns the property nodes of an object by key, the last one where a key stands twice */
export function propertiesOf(
  node: Node,
): ReadonlyMap<string, { readonly key: Node; readonly value: Node | undefined }> {
  const properties = new Map<string, { key: Node; value: Node | undefined }>();
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const [key, value] = property.children ?? [];
    if (key !== undefined) properties.set(String(key.value), { key, value });
  }
  return properties;
}

/** Where a problem of a grader as a whole is marked: its `type`, else its opening brace. */
export function anchorOf(node: Node): Span {
  const type = propertiesOf(node).get('type')?.value;
  return type === undefined
    ? { offset: node.offset, length: Math.min(1, node.length) }
    : { offset: type.offset, length: type.length };
}

/** @returns a fix that adds a property at the end of an object, in the indentation of the others */
export function addProperty(source: JsonSource, node: Node, key: string, value: unknown): Fix {
  const written = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const last = node.children?.at(-1);
  const title = `Add ${key}`;
  if (last === undefined) return { title, at: { offset: node.offset + 1, length: 0 }, text: ` ${written} ` };
  const lineStart = source.text.lastIndexOf('\n', last.offset) + 1;
  const indent = source.text.slice(lineStart, last.offset);
  const separator = /^\s*$/u.test(indent) && lineStart > node.offset ? `,\n${indent}` : ', ';
  return { title, at: { offset: last.offset + last.length, length: 0 }, text: `${separator}${written}` };
}

function reportDuplicates(node: Node, report: Report): void {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined;
    if (key !== undefined) {
      const name = String(key.value);
      if (seen.has(name)) {
        const message = `${name} is written twice here. Remove one of them.`;
        report({
          offset: key.offset,
          length: key.length,
          severity: 'error',
          code: 'json_duplicate_key',
          message,
          fixes: [],
        });
      }
      seen.add(name);
    }
    reportDuplicates(child, report);
  }
}

/** The judge of what is JSON is the parser that everything else uses. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What the parser with places lets pass: blanks of other alphabets and marks of encoding. */
function oddFinding(text: string): Finding {
  const offset = Math.max(0, text.search(/[^\x20-\x7e\t\r\n]/u));
  const at = { offset, length: 1 };
  const message = 'A character here does not belong into JSON. Remove it.';
  return { ...at, severity: 'error', code: 'json_syntax', message, fixes: [{ title: 'Remove it', at, text: '' }] };
}

function emptyFinding(): Finding {
  const message = 'The file is empty. Start with a grader, such as {"type": "string_check", …}.';
  return { offset: 0, length: 0, severity: 'error', code: 'json_empty', message, fixes: [] };
}

/** Finds what the forgiving parser lets pass, and texts nested so deep that a recursive parser would fail. */
function scan(text: string): { readonly findings: readonly Finding[]; readonly tooDeep: boolean } {
  const scanner = createScanner(text, false);
  const findings: Finding[] = [];
  let comma: number | null = null;
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    // The first character tells the kinds apart that matter here; blanks and comments do not end a look for a comma.
    const first = text[offset] ?? '';
    const comment = /^\/[/*]/u.test(text.slice(offset, offset + 2));
    if (comment) findings.push(commentFinding(offset, length));
    if (comment || /\s/u.test(first)) continue;
    if (first === '{' || first === '[') depth += 1;
    if (depth > MAX_DEPTH) {
      const message = 'The file is nested too deep to be a grader.';
      findings.push({ offset, length, severity: 'error', code: 'json_too_deep', message, fixes: [] });
      return { findings, tooDeep: true };
    }
    if (first === '}' || first === ']') {
      depth -= 1;
      if (comma !== null) findings.push(trailingComma(comma));
    }
    comma = first === ',' ? offset : null;
  }
  return { findings, tooDeep: false };
}

function commentFinding(offset: number, length: number): Finding {
  const at = { offset, length };
  const fix = { title: 'Remove the comment', at, text: '' };
  const message = 'JSON has no comments. The platform refuses them.';
  return { ...at, severity: 'error', code: 'json_comment', message, fixes: [fix] };
}

function trailingComma(offset: number): Finding {
  const at = { offset, length: 1 };
  const fix = { title: 'Remove the comma', at, text: '' };
  const message = 'Remove this comma: JSON allows none before a closing bracket.';
  return { ...at, severity: 'error', code: 'json_trailing_comma', message, fixes: [fix] };
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'This number is not written as JSON has it, such as 0.5 or 1e-9.',
  PropertyNameExpected: 'A name in double quotes should stand here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing after the name.',
  CommaExpected: 'A comma is missing before this.',
  CloseBraceExpected: 'A } is missing. Every { needs one.',
  CloseBracketExpected: 'A ] is missing. Every [ needs one.',
  EndOfFileExpected: 'The grader ends before this. A file holds one grader.',
  UnexpectedEndOfComment: 'This comment never ends. JSON has no comments.',
  UnexpectedEndOfString: 'This text never ends. Close it with a double quote.',
  UnexpectedEndOfNumber: 'This number ends too early.',
  InvalidUnicode: 'After \\u four hexadecimal digits must stand.',
  InvalidEscapeCharacter: 'This escape does not exist in JSON. Write \\\\ for a backslash.',
  InvalidCharacter: 'A line break or other control character may not stand in a text. Write \\n.',
};

/** What Python and JavaScript write for JSON's words. */
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', undefined: 'null' };

function syntaxFinding(text: string, error: ParseError): Finding {
  const { offset, length } = error;
  const name = printParseErrorCode(error.error);
  const word = text.slice(offset, offset + length);
  const base = { offset, length, severity: 'error' as const, code: 'json_syntax' };
  if (name === 'CommaExpected') {
    const before = text.slice(0, offset).trimEnd().length;
    return {
      ...base,
      message: SYNTAX[name] ?? '',
      fixes: [{ title: 'Insert a comma', at: { offset: before, length: 0 }, text: ',' }],
    };
  }
  const meant = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (meant !== undefined)
    return {
      ...base,
      message: `JSON writes ${meant}.`,
      fixes: [{ title: `Write ${meant}`, at: { offset, length }, text: meant }],
    };
  if (/^[^\x20-\x7e]$/u.test(word)) return oddFinding(text);
  if (word.startsWith("'"))
    return { ...base, message: 'Texts stand in double quotes in JSON.', fixes: quoteFix(word, offset) };
  const message = SYNTAX[name] ?? `${word.slice(0, 40)} is not JSON. Texts stand in double quotes.`;
  return { ...base, message, fixes: [] };
}

function quoteFix(word: string, offset: number): readonly Fix[] {
  const inner = /^'([^'"\\]*)'/u.exec(word);
  if (inner === null) return [];
  const at = { offset, length: inner[0].length };
  return [{ title: 'Use double quotes', at, text: `"${inner[1] ?? ''}"` }];
}
