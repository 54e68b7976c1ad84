import { expect, test } from 'vitest';
import type { ScorePart } from '../../../shared/model/score.ts';
import { joined, previewProblems, runProblems } from './run-problems.ts';

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
  expect(previewProblems(whole, FILES, FILES, seen)).toEqual([
    {
      file: 'amount.py',
      range: { line: 2, column: 5, endLine: 2, endColumn: 23 },
      severity: 'warning',
      code: 'python_failed',
      message: 'KeyError: x!',
      fixes: [],
    },
  ]);
});

test('a grader that is one Python file is marked as well', () => {
  const files = { ...FILES, 'grader.json': JSON.stringify({ type: 'python', source: '@amount.py' }) };
  expect(previewProblems(failed('', 1), files, files, seen)[0]?.range.line).toBe(1);
});

test('nothing is marked in a file that has changed since, nor at a line it does not have', () => {
  const changed = { ...FILES, 'amount.py': '# new\n' };
  expect(previewProblems(failed('amount', 2), FILES, changed, seen)).toEqual([]);
  expect(previewProblems(failed('amount', 99), FILES, FILES, seen)).toEqual([]);
});

test('the failures of a run mark the lines that failed, with how many attempts they hit', () => {
  const amount = failed('amount', 2);
  const both: ScorePart = { ...failed('', undefined, [amount, failed('words', undefined)]), type: 'multi' };
  const alone: ScorePart = { ...failed('', undefined, [amount]), type: 'multi' };
  const noReference: ScorePart = { ...failed('', undefined, [{ ...failed('amount', 1), type: 'string_check' }]) };
  const failures = [
    { part: alone, count: 15 },
    { part: both, count: 4 },
    { part: noReference, count: 2 },
  ];
  const found = runProblems(failures, FILES, FILES, (error, count) => `${error} on ${count}`);
  expect(found.map(({ file, range, message }) => [file, range.line, message])).toEqual([
    ['amount.py', 2, 'KeyError: x on 19'],
  ]);
  expect(runProblems(failures, FILES, { ...FILES, 'amount.py': '#' }, (error) => error)).toEqual([]);
});

test('a line is marked by its state, whatever its reason says', () => {
  const part: ScorePart = { ...failed('amount', 2), reason: 'amount has no score: it ran out of time' };
  const scored: ScorePart = { ...failed('amount', 1), state: 'scored', value: 1, reason: 'E (line 1)' };
  const found = runProblems(
    [
      { part, count: 1 },
      { part: scored, count: 1 },
    ],
    FILES,
    FILES,
    (error) => error,
  );
  expect(found.map(({ range, message }) => [range.line, message])).toEqual([
    [2, 'amount has no score: it ran out of time'],
  ]);
});

test('a line that failed in the run is not marked again for the preview', () => {
  const whole: ScorePart = { ...failed('', undefined, [failed('amount', 2)]), type: 'multi' };
  const ofPreview = previewProblems(whole, FILES, FILES, seen);
  const ofRun = runProblems([{ part: whole, count: 3 }], FILES, FILES, (error) => error);
  expect(joined(ofRun, ofPreview)).toEqual(ofRun);
  expect(joined([], ofPreview)).toEqual(ofPreview);
});
