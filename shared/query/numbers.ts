import type { NumberOp, Value } from './ast.ts';

const NUMBER = String.raw`-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;
const UNIT = '(?:ms|s|min)?';
const ONE = new RegExp(`^([<>]=?|=)?(${NUMBER})(${UNIT})$`, 'iu');
const RANGE = new RegExp(`^(?:(${NUMBER})(${UNIT}))?\\.\\.(<)?(?:(${NUMBER})(${UNIT}))?$`, 'iu');

/** Milliseconds in a unit of time. */
const UNIT_MS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000 };

type NumberValue = Extract<Value, { kind: 'number' | 'range' }>;

/**
 * Reads `7`, `>7`, `4..7`, `4..<7`, `4..`, `..7`. Open ranges come back as comparisons.
 *
 * @param takesUnit whether `2s` and the like are allowed; numbers come back in ms
 * @returns the value; `backwards` for a range whose end lies before its start; null when it is no number
 */
export function readNumber(text: string, takesUnit: boolean): NumberValue | 'backwards' | null {
  const one = ONE.exec(text);
  if (one !== null) return readOne(one, takesUnit);
  const range = RANGE.exec(text);
  if (range === null) return null;
  const from = toNumber(range[1], range[2], takesUnit);
  const to = toNumber(range[4], range[5], takesUnit);
  const halfOpen = range[3] !== undefined;
  if (from === 'bad' || to === 'bad') return null;
  if (from === null) return to === null ? null : { kind: 'number', op: halfOpen ? '<' : '<=', number: to };
  if (to === null) return halfOpen ? null : { kind: 'number', op: '>=', number: from };
  return to < from ? 'backwards' : { kind: 'range', from, to, halfOpen };
}

function readOne(match: RegExpExecArray, takesUnit: boolean): NumberValue | null {
  const number = toNumber(match[2], match[3], takesUnit);
  if (number === null || number === 'bad') return null;
  return { kind: 'number', op: toOp(match[1]), number };
}

function toOp(written: string | undefined): NumberOp {
  return written === '>' || written === '>=' || written === '<' || written === '<=' ? written : '=';
}

function toNumber(digits: string | undefined, unit: string | undefined, takesUnit: boolean): number | null | 'bad' {
  if (digits === undefined) return null;
  const name = unit?.toLowerCase() ?? '';
  const factor = takesUnit || name === '' ? UNIT_MS[name] : undefined;
  const number = Number(digits) * (factor ?? Number.NaN);
  // `+ 0` makes -0 a plain 0.
  return Number.isFinite(number) ? number + 0 : 'bad';
}
