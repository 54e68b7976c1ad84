import { linearWeights } from '../../../shared/graders/formula-analysis.ts';
import { evaluateFormula } from '../../../shared/graders/formula-evaluate.ts';
import { formulaNames } from '../../../shared/graders/formula-names.ts';
import type { FormulaNode } from '../../../shared/graders/formula-tree.ts';
import { parseFormula } from '../../../shared/graders/formula.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import type { GraderEngine } from './engine-types.ts';

/**
 * `multi`: a formula over the scores of its parts. A part that errored makes the whole errored, since a score that hides
 * it would mislead; what the platform would pay, with 0 for that part, stands beside it.
 */
export const multiEngine: GraderEngine<'multi'> = {
  type: 'multi',
  version: 1,
  compile(definition, { key, compilePart }) {
    const parsed = parseFormula(definition.calculate_output);
    invariant(parsed.ok, 'a formula is checked before it is compiled');
    const formula: Formula = { source: definition.calculate_output, node: parsed.node, ...factsOf(parsed.node) };
    const evaluators = Object.entries(definition.graders).map(([name, part]) => compilePart(name, part));
    return async (inputs, signal) => {
      const columns: (readonly ScorePart[])[] = [];
      for (const evaluate of evaluators) columns.push(await evaluate(inputs, signal));
      return inputs.map((_, row) => {
        const parts = columns.flatMap((column) => column.slice(row, row + 1));
        return combine(key, formula, parts);
      });
    };
  },
};

type Formula = {
  readonly source: string;
  readonly node: FormulaNode;
  readonly used: ReadonlySet<string>;
  /** Weight by key when the formula is a weighted sum. */
  readonly weights: Readonly<Record<string, number>> | null;
};

function factsOf(node: FormulaNode): Pick<Formula, 'used' | 'weights'> {
  const weights = linearWeights(node);
  return {
    used: new Set(formulaNames(node).map(({ name }) => name)),
    weights: weights === null ? null : Object.fromEntries(weights),
  };
}

function combine(key: string, formula: Formula, parts: readonly ScorePart[]): ScorePart {
  const used = parts.filter((part) => formula.used.has(part.key));
  const base = { key, type: 'multi', durationUs: totalOf(parts), parts };
  const detail = { formula: formula.source, ...(formula.weights === null ? {} : { weights: formula.weights }) };
  const errored = used.filter((part) => part.state === 'errored');
  const skipped = used.filter((part) => part.state === 'skipped');
  if (errored.length > 0) {
    const paid = skipped.length > 0 ? null : platformValue(formula, used);
    const platformNote =
      paid === null ? 'What the platform would pay cannot be told.' : 'On the platform a part that fails counts as 0.';
    return {
      ...base,
      state: 'errored',
      value: null,
      platformValue: paid,
      reason: `${nameList(errored)} has no score: ${errored[0]?.reason ?? 'it failed'}`,
      detail: { code: 'part_errored', ...detail, platformNote },
    };
  }
  if (skipped.length > 0) {
    const reason = `${nameList(skipped)} was left out: ${skipped[0]?.reason ?? 'it was not graded'}`;
    return { ...base, state: 'skipped', value: null, platformValue: null, reason, detail };
  }
  const result = evaluateFormula(
    formula.node,
    valuesOf(used, (part) => part.value),
  );
  if (!result.ok) {
    const { offset, length, code, message } = result.failure;
    const where = formula.source.slice(offset, offset + length);
    return {
      ...base,
      state: 'errored',
      value: null,
      platformValue: 0,
      reason: `calculate_output has no value here: ${message.replace(/\.$/u, '')} at ${where}.`,
      detail: {
        code,
        ...detail,
        platformNote: 'What the platform pays then is unconfirmed. Counted as 0 for it here.',
      },
    };
  }
  const isOutside = result.value < 0 || result.value > 1;
  const note = isOutside ? { note: 'The value lies outside 0 to 1. Whether the platform cuts it is unconfirmed.' } : {};
  return {
    ...base,
    state: 'scored',
    value: result.value,
    platformValue: result.value,
    reason: null,
    detail: { ...detail, ...note },
  };
}

/** @returns the formula's value with what the platform pays for each part, or null when it has none */
function platformValue(formula: Formula, used: readonly ScorePart[]): number | null {
  const result = evaluateFormula(
    formula.node,
    valuesOf(used, (part) => part.platformValue),
  );
  return result.ok ? result.value : null;
}

function valuesOf(parts: readonly ScorePart[], pick: (part: ScorePart) => number | null): ReadonlyMap<string, number> {
  return new Map(
    parts.flatMap((part) => {
      const value = pick(part);
      return value === null ? [] : [[part.key, value] as const];
    }),
  );
}

/** One reason is shown, that of the first part, so the others are only named. */
function nameList(parts: readonly ScorePart[]): string {
  const [first, ...others] = parts.map((part) => part.key);
  return others.length === 0 ? (first ?? '') : `${first ?? ''} (and ${others.join(', ')})`;
}

function totalOf(parts: readonly ScorePart[]): number | null {
  const known = parts.flatMap((part) => (part.durationUs === null ? [] : [part.durationUs]));
  return known.length === 0 ? null : known.reduce((sum, duration) => sum + duration, 0);
}
