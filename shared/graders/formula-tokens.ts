import type { Span } from './template.ts';

export type FormulaProblem = Span & {
  readonly code: 'formula_parse_error' | 'formula_unknown_name' | 'formula_unknown_function' | 'formula_arguments';
  readonly message: string;
  /** Replaces the span `at` by the text. */
  readonly fix: { readonly title: string; readonly at: Span; readonly text: string } | null;
};

export type FormulaToken = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'name'; readonly text: string }
    | { readonly kind: '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' | 'end' }
  );

type Lexed =
  | { readonly ok: true; readonly tokens: readonly FormulaToken[] }
  | { readonly ok: false; readonly problem: FormulaProblem };

const NUMBER = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iuy;
const NAME = /[A-Z_]\w*/iuy;
const SIMPLE = new Set<string>(['+', '-', '*', '/', '^', '(', ')', ',']);

/** Signs people type or paste for one that is meant; the text is what replaces them. */
const LOOKALIKES: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '–': '-', '—': '-' };

/** Cuts a formula into tokens; the last one has kind `end`. */
export function tokenize(source: string): Lexed {
  const tokens: FormulaToken[] = [];
  let position = 0;
  while (position < source.length) {
    const character = source[position] ?? '';
    if (/\s/u.test(character)) {
      position += 1;
      continue;
    }
    const token = readToken(source, position, character);
    if (!('kind' in token)) return { ok: false, problem: token };
    tokens.push(token);
    position += token.length;
  }
  tokens.push({ kind: 'end', offset: source.length, length: 0 });
  return { ok: true, tokens };
}

function readToken(source: string, offset: number, character: string): FormulaToken | FormulaProblem {
  NUMBER.lastIndex = offset;
  const number = NUMBER.exec(source)?.[0];
  if (number !== undefined) return readNumber(source, offset, number);
  NAME.lastIndex = offset;
  const name = NAME.exec(source)?.[0];
  if (name !== undefined) return { kind: 'name', text: name, offset, length: name.length };
  const double = doubled(source, offset);
  if (double !== null) return double;
  // A set of these very characters was asked, so the character is one of the kinds.
  if (SIMPLE.has(character)) return { kind: character as '+', offset, length: 1 };
  return unexpected(source, offset, character);
}

function readNumber(source: string, offset: number, text: string): FormulaToken | FormulaProblem {
  const after = source[offset + text.length] ?? '';
  const value = Number(text);
  if (after === '.') {
    const fix = { title: `Write ${text}.0`, at: { offset, length: text.length + 1 }, text: `${text}.0` };
    return fail(offset, text.length + 1, `Write digits after the point, such as ${text}.0.`, fix);
  }
  if (!Number.isFinite(value)) return fail(offset, text.length, 'This number is too large.');
  return { kind: 'number', value, offset, length: text.length };
}

function doubled(source: string, offset: number): FormulaProblem | null {
  const two = source.slice(offset, offset + 2);
  const at = { offset, length: 2 };
  if (two === '**') return fail(offset, 2, 'Powers are written ^, not **.', { title: 'Write ^', at, text: '^' });
  if (two === '//') return fail(offset, 2, 'There is no whole-number division. Write floor(a / b).');
  if (/^(?:[<>=!]=|<>|&&|\|\||\?\?)$/u.test(two)) return fail(offset, 2, noLogic(two));
  if (two === '{{') return unwrapBraces(source, offset);
  return null;
}

function unwrapBraces(source: string, offset: number): FormulaProblem {
  const close = source.indexOf('}}', offset);
  const message = 'Templates are not filled in here. Write the key of a grader alone.';
  if (close < 0) return fail(offset, 2, message);
  const at = { offset, length: close + 2 - offset };
  const inner = source.slice(offset + 2, close).trim();
  return fail(
    offset,
    at.length,
    message,
    /^[a-z_]\w*$/iu.test(inner) ? { title: `Write ${inner}`, at, text: inner } : null,
  );
}

function unexpected(source: string, offset: number, character: string): FormulaProblem {
  const replacement = LOOKALIKES[character];
  const at = { offset, length: 1 };
  if (replacement !== undefined)
    return fail(offset, 1, `${character} is not understood. Write ${replacement}.`, {
      title: `Write ${replacement}`,
      at,
      text: replacement,
    });
  if (character === '.') {
    const digits = /^\.\d+/u.exec(source.slice(offset, offset + 40))?.[0];
    if (digits === undefined) return fail(offset, 1, 'A point may only stand inside a number.');
    const fix = { title: `Write 0${digits}`, at: { offset, length: digits.length }, text: `0${digits}` };
    return fail(offset, digits.length, `Write a digit before the point, such as 0${digits}.`, fix);
  }
  if (character === '%') return fail(offset, 1, 'There is no remainder or percent sign. Write 30 % as 0.3.');
  if ('<>=!?:&|'.includes(character)) return fail(offset, 1, noLogic(character));
  if ('[]{}'.includes(character)) return fail(offset, 1, 'Only round parentheses are understood.');
  if (character === '"' || character === "'")
    return fail(offset, 1, 'Texts are not understood. Write the key of a grader without quotes.');
  const whole = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  return fail(offset, whole.length, `${whole} is not understood here.`);
}

export function noLogic(sign: string): string {
  return `${sign} is not supported: a formula has no comparisons and no conditions. Use min, max, floor or ceil.`;
}

export function fail(
  offset: number,
  length: number,
  message: string,
  fix: FormulaProblem['fix'] = null,
): FormulaProblem {
  return { code: 'formula_parse_error', offset, length, message, fix };
}
