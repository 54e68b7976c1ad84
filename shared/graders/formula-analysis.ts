import { evaluateFormula } from './formula-evaluate.ts';
import type { FormulaFailure } from './formula-evaluate.ts';
import { holdsZero, intervalOf } from './formula-interval.ts';
import type { Interval } from './formula-interval.ts';
import { formulaNames } from './formula-names.ts';
import type { FormulaNode, FormulaOperator } from './formula-tree.ts';
import type { Span } from './template.ts';

/** Parts' scores that show something, by key. */
export type Witness = ReadonlyMap<string, number>;

export type FormulaAnalysis = {
  /** Every value lies within these bounds; they may be wider than need be. */
  readonly bounds: Interval;
  /** Smallest and largest value found by trying parts, with the parts; null when no trial had a value. */
  readonly lowest: { readonly value: number; readonly at: Witness } | null;
  readonly highest: { readonly value: number; readonly at: Witness } | null;
  /** Divisors that can be zero, each with parts that make it so when trying found some. */
  readonly divisions: readonly (Span & { readonly divisor: FormulaNode; readonly at: Witness | null })[];
  /** A failure other than a division by zero that trying found. */
  readonly failure: { readonly failure: FormulaFailure; readonly at: Witness } | null;
  /** Keys the formula does not use. */
  readonly unused: readonly string[];
};

/**
 * Looks for what can go wrong with a formula before it meets a score: by bounds that are safe but wide, and by trying
 * parts at their ends, middles and at evenly spread points, which finds examples. Deterministic.
 *
 * @param keys keys of `graders`
 * @param ranges where each part's scores lie; 0 to 1 for keys not listed
 */
export function analyseFormula(
  node: FormulaNode,
  keys: readonly string[],
  ranges: ReadonlyMap<string, Interval> = new Map(),
): FormulaAnalysis {
  const used = new Set(formulaNames(node).map(({ name }) => name));
  const trials = trialsFor([...used], ranges);
  let lowest: FormulaAnalysis['lowest'] = null;
  let highest: FormulaAnalysis['highest'] = null;
  let failure: FormulaAnalysis['failure'] = null;
  for (const at of trials) {
    const result = evaluateFormula(node, at);
    if (result.ok) {
      if (lowest === null || result.value < lowest.value) lowest = { value: result.value, at };
      if (highest === null || result.value > highest.value) highest = { value: result.value, at };
    } else if (failure === null && result.failure.code !== 'division_by_zero')
      failure = { failure: result.failure, at };
  }
  const divisions = divisors(node)
    .filter((divisor) => holdsZero(intervalOf(divisor, ranges)))
    .map((divisor) => {
      const at = trials.find((trial) => isZero(divisor, trial)) ?? null;
      return { offset: divisor.offset, length: divisor.length, divisor, at };
    });
  return {
    bounds: intervalOf(node, ranges),
    lowest,
    highest,
    divisions,
    failure,
    unused: keys.filter((key) => !used.has(key)),
  };
}

/**
 * The weights of a weighted sum, `0.3 * a + 0.7 * b` in any spelling.
 *
 * @returns weight by name, or null when the formula is not a weighted sum (a constant added makes it none)
 */
export function linearWeights(node: FormulaNode): ReadonlyMap<string, number> | null {
  const form = linearForm(node);
  return form?.constant === 0 && form.weights.size > 0 ? form.weights : null;
}

type Linear = { readonly constant: number; readonly weights: ReadonlyMap<string, number> };

function linearForm(node: FormulaNode): Linear | null {
  switch (node.kind) {
    case 'number':
      return { constant: node.value, weights: new Map() };
    case 'name':
      return { constant: 0, weights: new Map([[node.name, 1]]) };
    case 'negate':
      return scaled(linearForm(node.operand), -1);
    case 'call':
      return null;
    case 'binary':
      return combined(node.operator, linearForm(node.left), linearForm(node.right));
  }
}

function combined(operator: FormulaOperator, left: Linear | null, right: Linear | null): Linear | null {
  if (left === null || right === null) return null;
  switch (operator) {
    case '+':
      return added(left, right);
    case '-':
      return added(left, scaled(right, -1));
    case '*':
      if (left.weights.size === 0) return scaled(right, left.constant);
      return right.weights.size === 0 ? scaled(left, right.constant) : null;
    case '/':
      return right.weights.size === 0 && right.constant !== 0 ? scaled(left, 1 / right.constant) : null;
    case '^':
      return null;
  }
}

function scaled(form: Linear | null, factor: number): Linear | null {
  if (form === null) return null;
  return {
    constant: form.constant * factor,
    weights: new Map([...form.weights].map(([name, weight]) => [name, weight * factor])),
  };
}

function added(left: Linear, right: Linear | null): Linear | null {
  if (right === null) return null;
  const weights = new Map(left.weights);
  for (const [name, weight] of right.weights) weights.set(name, (weights.get(name) ?? 0) + weight);
  return { constant: left.constant + right.constant, weights };
}

function divisors(node: FormulaNode): readonly FormulaNode[] {
  if (node.kind === 'negate') return divisors(node.operand);
  if (node.kind === 'call') return node.args.flatMap((arg) => divisors(arg));
  if (node.kind !== 'binary') return [];
  const own = node.operator === '/' ? [node.right] : [];
  return [...divisors(node.left), ...own, ...divisors(node.right)];
}

function isZero(divisor: FormulaNode, at: Witness): boolean {
  const value = evaluateFormula(divisor, at);
  return value.ok && value.value === 0;
}

/** Up to this many names, every combination of low, middle and high is tried. */
const MAX_GRID_NAMES = 6;
const SPREAD_TRIALS = 200;

function trialsFor(names: readonly string[], ranges: ReadonlyMap<string, Interval>): readonly Witness[] {
  const shares = names.length <= MAX_GRID_NAMES ? grid(names.length) : edges(names.length);
  const all = [...shares, ...spread(names.length)];
  return all.map((point) => new Map(names.map((name, index) => [name, place(ranges.get(name), point[index] ?? 0)])));
}

function place(range: Interval | undefined, share: number): number {
  return range === undefined ? share : range.low + share * (range.high - range.low);
}

function grid(count: number): number[][] {
  let points: number[][] = [[]];
  for (let name = 0; name < count; name++)
    points = points.flatMap((point) => [0, 1, 0.5].map((share) => [...point, share]));
  return points;
}

/** All low, all high, and each name alone high or alone low. */
function edges(count: number): number[][] {
  const flat = [0, 1].map((share) => Array.from({ length: count }, () => share));
  const single = flat.flatMap((base) => base.map((share, name) => base.with(name, 1 - share)));
  return [...flat, ...single];
}

/** Halton points: evenly spread without randomness. */
function spread(count: number): number[][] {
  const bases = firstPrimes(count);
  return Array.from({ length: count === 0 ? 0 : SPREAD_TRIALS }, (_, index) =>
    bases.map((base) => radicalInverse(index + 1, base)),
  );
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

function radicalInverse(index: number, base: number): number {
  let result = 0;
  let digit = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    result += digit * (rest % base);
    digit /= base;
  }
  return result;
}
