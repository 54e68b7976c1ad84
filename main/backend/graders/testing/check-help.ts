import { expect } from 'vitest';
import type { FieldInfo } from '../../../../shared/contract/graders.ts';
import type { GraderProblem, TextRange } from '../../../../shared/model/problem.ts';
import { checkGrader } from '../check.ts';
import type { CheckContext } from '../check.ts';
import { createLineIndex } from '../line-index.ts';

export const FORMAT = { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } };

function field(path: string, kind: FieldInfo['kind'], present = 412): FieldInfo {
  return { path, kind, present, of: 412, example: null, values: null };
}

export const FIELDS: readonly FieldInfo[] = [
  field('item.messages', 'list'),
  field('item.reference', 'object'),
  field('item.reference.rationale', 'text'),
  field('item.reference.decision', 'text'),
  field('item.reference.payout_eur', 'number', 409),
  field('item.reference.evidence', 'list'),
  field('sample.output_text', 'text'),
  field('sample.output_json', 'object'),
  field('sample.output_json.decision', 'text'),
  field('sample.output_tools', 'list'),
];

export const CONTEXT: CheckContext = { fields: FIELDS, responseFormat: FORMAT };

/** Checks one grader.json written as a value or as text. */
export function check(grader: unknown, context: CheckContext = CONTEXT, files: Readonly<Record<string, string>> = {}) {
  const text = typeof grader === 'string' ? grader : JSON.stringify(grader, null, 2);
  const all: Record<string, string> = { 'grader.json': text, ...files };
  const { problems, definition } = checkGrader(all, context);
  const at = (range: TextRange, file = 'grader.json'): string => {
    const index = createLineIndex(all[file] ?? '');
    return (all[file] ?? '').slice(
      index.offsetOf(range.line, range.column),
      index.offsetOf(range.endLine, range.endColumn),
    );
  };
  const applied = (problem: GraderProblem): string => {
    const fix = problem.fixes[0];
    if (fix === undefined) throw new Error(`no fix for ${problem.message}`);
    const source = all[problem.file] ?? '';
    const index = createLineIndex(source);
    const start = index.offsetOf(fix.range.line, fix.range.column);
    return source.slice(0, start) + fix.text + source.slice(index.offsetOf(fix.range.endLine, fix.range.endColumn));
  };
  return { problems, definition, at, applied, only: () => single(problems) };
}

function single(problems: readonly GraderProblem[]): GraderProblem {
  expect(problems.map(({ message }) => message)).toHaveLength(1);
  return problems[0]!;
}

export function stringCheck(change: object = {}): Record<string, unknown> {
  return {
    type: 'string_check',
    name: 'decision',
    operation: 'eq',
    input: '{{sample.output_json.decision}}',
    reference: '{{item.reference.decision}}',
    ...change,
  };
}

export function multi(formula: string, change: object = {}): Record<string, unknown> {
  return {
    type: 'multi',
    graders: { a: stringCheck({ name: 'a' }), b: stringCheck({ name: 'b' }) },
    calculate_output: formula,
    ...change,
  };
}
