import type { Node } from 'jsonc-parser';
import { analyseFormula } from '../../../shared/graders/formula-analysis.ts';
import type { FormulaAnalysis, Witness } from '../../../shared/graders/formula-analysis.ts';
import type { Interval } from '../../../shared/graders/formula-interval.ts';
import { unknownNames } from '../../../shared/graders/formula-names.ts';
import { isFunction } from '../../../shared/graders/formula-tree.ts';
import type { FormulaNode } from '../../../shared/graders/formula-tree.ts';
import type { FormulaProblem } from '../../../shared/graders/formula-tokens.ts';
import { parseFormula } from '../../../shared/graders/formula.ts';
import { PART_KEY } from '../../../shared/graders/multi.ts';
import { inString } from './findings.ts';
import type { Fix, Report } from './findings.ts';
import { propertiesOf } from './json-source.ts';
import type { JsonSource } from './json-source.ts';
import { kindOf } from './check-words.ts';

/** Checks what is a multi's own: the form of `graders`, its keys, and the formula over them. */
export function checkMulti(source: JsonSource, node: Node, report: Report): void {
  const properties = propertiesOf(node);
  const graders = properties.get('graders');
  const keys = graders?.value === undefined ? null : checkGraders(source, graders.value, report);
  if (graders === undefined) missingGraders(node, report);
  const formula = properties.get('calculate_output')?.value;
  if (formula?.type !== 'string') return;
  const text = String(formula.value);
  const reportFormula = inString(report, source.text, formula.offset);
  const parsed = parseFormula(text);
  if (!parsed.ok) {
    reportFormula(asError(parsed.problem));
    return;
  }
  // Keys that could not be read would make every name unknown.
  if (keys === null) return;
  const names = [...keys.keys()];
  const unknown = unknownNames(parsed.node, names);
  for (const problem of unknown) reportFormula(asError(problem));
  if (unknown.length > 0) return;
  const analysis = analyseFormula(parsed.node, names, partRanges(keys));
  reportUnused(analysis, keys, report);
  reportRisks(text, parsed.node, analysis, reportFormula);
}

type Keys = ReadonlyMap<string, { readonly key: Node; readonly value: Node | undefined }>;

function checkGraders(source: JsonSource, value: Node, report: Report): Keys | null {
  const at = { offset: value.offset, length: value.length };
  if (value.type === 'array') {
    const message = 'graders is a list here; the API takes an object with a key for each grader.';
    report({ ...at, severity: 'error', code: 'multi_list', message, fixes: listToObject(source, value) });
    return null;
  }
  if (value.type !== 'object') {
    const message = `graders must be an object with a key for each grader, not ${kindOf(value)}.`;
    report({ ...at, severity: 'error', code: 'multi_graders', message, fixes: [] });
    return null;
  }
  const keys = propertiesOf(value);
  const type = keys.get('type')?.value;
  if (type?.type === 'string') {
    const message = 'graders holds one grader here; the API takes an object with a key for each grader.';
    const name = keyFor(keys.get('name')?.value?.value) ?? 'part';
    const text = `{ ${JSON.stringify(name)}: ${source.text.slice(value.offset, value.offset + value.length)} }`;
    report({
      ...at,
      severity: 'error',
      code: 'multi_single',
      message,
      fixes: [{ title: `Put it under ${name}`, at, text }],
    });
    return null;
  }
  if (keys.size === 0) {
    report({ ...at, severity: 'error', code: 'multi_empty', message: 'A multi needs at least one grader.', fixes: [] });
    return null;
  }
  for (const [name, { key }] of keys) {
    const wrong = keyProblem(name);
    if (wrong !== null)
      report({
        offset: key.offset,
        length: key.length,
        severity: 'error',
        code: 'multi_key',
        message: wrong,
        fixes: [],
      });
  }
  return keys;
}

function missingGraders(node: Node, report: Report): void {
  const at = { offset: node.offset, length: 1 };
  report({ ...at, severity: 'error', code: 'field_missing', message: 'A multi grader needs graders.', fixes: [] });
}

function keyProblem(name: string): string | null {
  if (isFunction(name)) return `${name} is the name of a function of the formula. Choose another key.`;
  if (PART_KEY.test(name)) return null;
  return `The formula cannot name ${name === '' ? 'an empty key' : name}. Use letters, digits and _, starting with a letter.`;
}

/** Rewrites a list as an object when each grader in it has a name of its own that can be a key. */
function listToObject(source: JsonSource, list: Node): readonly Fix[] {
  const entries = (list.children ?? []).map((child) => ({
    child,
    key: keyFor(propertiesOf(child).get('name')?.value?.value),
  }));
  const keys = new Set(entries.map(({ key }) => key));
  if (entries.length === 0 || keys.has(null) || keys.size < entries.length) return [];
  const members = entries.map(
    ({ child, key }) => `${JSON.stringify(key)}: ${source.text.slice(child.offset, child.offset + child.length)}`,
  );
  const at = { offset: list.offset, length: list.length };
  return [{ title: 'Make it an object with the names as keys', at, text: `{ ${members.join(', ')} }` }];
}

function keyFor(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const key = name.trim().replaceAll(/\W+/gu, '_');
  return keyProblem(key) === null ? key : null;
}

/** Scores lie in 0 to 1 but where a judge names another range. */
function partRanges(keys: Keys): ReadonlyMap<string, Interval> {
  const ranges = new Map<string, Interval>();
  for (const [name, { value }] of keys) {
    const range = value === undefined ? undefined : propertiesOf(value).get('range')?.value?.children;
    const [low, high] = (range ?? []).map((end): unknown => end.value);
    if (typeof low === 'number' && typeof high === 'number' && low < high) ranges.set(name, { low, high });
  }
  return ranges;
}

function reportUnused(analysis: FormulaAnalysis, keys: Keys, report: Report): void {
  for (const name of analysis.unused) {
    const key = keys.get(name)?.key;
    if (key === undefined) continue;
    const message = `The formula does not use ${name}, so it changes no score.`;
    report({
      offset: key.offset,
      length: key.length,
      severity: 'warning',
      code: 'formula_unused_key',
      message,
      fixes: [],
    });
  }
}

/** Rounding of sums such as 0.3 + 0.3 + 0.2 + 0.2. */
const SLACK = 1e-9;

function reportRisks(text: string, node: FormulaNode, analysis: FormulaAnalysis, report: Report): void {
  for (const { offset, length, at } of analysis.divisions) {
    const divisor = text.slice(offset, offset + length);
    const example = at === null ? '' : `, for example when ${shown(at, divisor)}`;
    const bare = divisor.startsWith('(') && divisor.endsWith(')') ? divisor.slice(1, -1) : divisor;
    const guarded = `max(${bare}, 1e-9)`;
    const fixes = [{ title: `Write ${guarded}`, at: { offset, length }, text: guarded }];
    const message = `This divisor can be 0${example}. What the platform does then is unconfirmed; here it is an error.`;
    report({ offset, length, severity: 'warning', code: 'formula_division', message, fixes });
  }
  const whole = { offset: node.offset, length: node.length };
  const { lowest, highest, failure } = analysis;
  if (failure !== null) {
    const { offset, length } = failure.failure;
    const message = `This has no value when ${shown(failure.at, text)}. The score is an error then.`;
    report({ offset, length, severity: 'warning', code: 'formula_no_value', message, fixes: [] });
  }
  if (highest !== null && highest.value > 1 + SLACK)
    report({ ...whole, severity: 'warning', code: 'formula_range', message: outside(highest, text), fixes: [] });
  else if (lowest !== null && lowest.value < -SLACK)
    report({ ...whole, severity: 'warning', code: 'formula_range', message: outside(lowest, text), fixes: [] });
}

function outside(extreme: { readonly value: number; readonly at: Witness }, text: string): string {
  const when = extreme.at.size === 0 ? '' : ` when ${shown(extreme.at, text)}`;
  return `This gives ${rounded(extreme.value)}${when}. Scores should stay from 0 to 1, and the platform may not cut them.`;
}

/** Parts that are written in the text, as `a = 0 and b = 1`. */
function shown(at: Witness, text: string): string {
  const named = [...at].filter(([name]) => new RegExp(`\\b${name}\\b`, 'u').test(text));
  const parts = (named.length === 0 ? [...at] : named).map(([name, value]) => `${name} = ${rounded(value)}`);
  if (parts.length > 4) return `${parts.slice(0, 3).join(', ')} and so on`;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function asError(problem: FormulaProblem): Parameters<Report>[0] {
  const { fix, ...rest } = problem;
  return { ...rest, severity: 'error', fixes: fix === null ? [] : [fix] };
}
