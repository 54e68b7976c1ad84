import { expect, test } from 'vitest';
import type { ScorePart } from '../../../shared/model/score.ts';
import { runProblems } from './run-problems.ts';

const FILES = {
  'grader.json': JSON.stringify({ type: 'multi', graders: { amount: { type: 'python', source: '@amount.py' } } }),
  'amount.py': 'def grade(sample, item):\n    return sample["x"]\n',
};
function failed(key: string, line: unknown, parts: readonly ScorePart[] = []): ScorePart {
  return {
    key,
    type: 'python',
    state: 'errored',
    value: null,
    platformValue: 0,
    reason: 'KeyError: x (line 2).',
    detail: { code: 'raised', line },
    durationUs: null,
    parts,
  };
}
const seen = (reason: string): string => `${reason}!`;

test('marks the line that failed in the file the part names', () => {
  const whole: ScorePart = { ...failed('', undefined, [failed('amount', 2)]), type: 'multi' };
  expect(runProblems(whole, FILES, FILES, seen)).toEqual([
    {
      file: 'amount.py',
      range: { line: 2, column: 5, endLine: 2, endColumn: 23 },
      severity: 'warning',
      code: 'raised',
      message: 'KeyError: x!',
      fixes: [],
    },
  ]);
});

test('a grader that is one Python file is marked as well', () => {
  const files = { ...FILES, 'grader.json': JSON.stringify({ type: 'python', source: '@amount.py' }) };
  expect(runProblems(failed('', 1), files, files, seen)[0]?.range.line).toBe(1);
});

test('nothing is marked in a file that has changed since, nor at a line it does not have', () => {
  const changed = { ...FILES, 'amount.py': '# new\n' };
  expect(runProblems(failed('amount', 2), FILES, changed, seen)).toEqual([]);
  expect(runProblems(failed('amount', 99), FILES, FILES, seen)).toEqual([]);
});
