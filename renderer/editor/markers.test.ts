import { expect, test } from 'vitest';
import type { TextProblem } from './editor-file.ts';
import { fixesAt, inlineMessages, nextProblem, toMarkers } from './markers.ts';

function problem(line: number, more: Partial<TextProblem> = {}): TextProblem {
  return {
    range: { line, column: 5, endLine: line, endColumn: 9 },
    severity: 'error',
    code: 'c',
    message: 'Wrong.',
    fixes: [],
    ...more,
  };
}
const FIX = { title: 'Write item.a', range: { line: 9, column: 7, endLine: 9, endColumn: 12 }, text: 'item.a' };

test('a marker stands where the problem does, and an empty one can be seen', () => {
  const empty = problem(2, { range: { line: 2, column: 4, endLine: 2, endColumn: 4 }, severity: 'warning' });
  expect(toMarkers([problem(1), empty])).toEqual([
    { startLineNumber: 1, startColumn: 5, endLineNumber: 1, endColumn: 9, severity: 'error', message: 'Wrong.' },
    { startLineNumber: 2, startColumn: 4, endLineNumber: 2, endColumn: 5, severity: 'warning', message: 'Wrong.' },
  ]);
});

test('after a line stands its worst problem, with how many more there are', () => {
  const found = inlineMessages([
    problem(3, { severity: 'warning', message: 'Odd.' }),
    problem(3, { message: 'No such field.' }),
    problem(4, { severity: 'info', message: 'Note.' }),
  ]);
  expect(found.map(({ line, severity, before }) => [line, severity, before])).toEqual([
    [3, 'error', 'No such field. (+1)'],
    [4, 'info', 'Note.'],
  ]);
});

test('what was meant is a link that applies the fix', () => {
  const [message] = inlineMessages([
    problem(9, { message: 'No sample has reference.verdict. Did you mean reference.decision?', fixes: [FIX] }),
  ]);
  expect(message).toMatchObject({
    before: 'No sample has reference.verdict. Did you mean ',
    link: 'reference.decision',
    after: '?',
    fix: FIX,
  });
});

test('a message that guesses nothing offers its fix after it', () => {
  const fix = { ...FIX, title: 'Remove the comma', text: '' };
  const [message] = inlineMessages([
    problem(4, { message: 'Remove this comma: JSON allows none here.', fixes: [fix] }),
  ]);
  expect(message).toMatchObject({
    before: 'Remove this comma: JSON allows none here. ',
    link: 'Remove the comma',
    after: '',
    fix,
  });
});

test('a guess without a fix is no link', () => {
  const [message] = inlineMessages([problem(9, { message: 'Did you mean that?' })]);
  expect(message).toMatchObject({ link: '', fix: null });
});

test('a long message is cut to its first sentence', () => {
  const message = 'reference.rationale is missing in 16 of 200 samples. They get an error, not a score.';
  expect(inlineMessages([problem(1, { message })])[0]?.before).toBe(
    'reference.rationale is missing in 16 of 200 samples.',
  );
});

test('fixes are those of the problems a range touches', () => {
  const problems = [problem(9, { fixes: [FIX] }), problem(12, { fixes: [FIX] })];
  const cursor = { startLineNumber: 9, startColumn: 9, endLineNumber: 9, endColumn: 9 };
  expect(fixesAt(problems, cursor).map(({ problem: { range } }) => range.line)).toEqual([9]);
  expect(fixesAt(problems, { ...cursor, startColumn: 1, endColumn: 4 })).toEqual([]);
});

test('F8 goes through all files in their order, round and round, both ways', () => {
  const files = ['grader.json', 'a.py'];
  const places = [
    { file: 'grader.json', range: problem(3).range },
    { file: 'grader.json', range: problem(8).range },
    { file: 'a.py', range: problem(1).range },
  ];
  const at = (file: string, line: number, column = 1) => ({ file, line, column });
  expect(nextProblem(places, files, at('grader.json', 1), 1)).toBe(0);
  expect(nextProblem(places, files, at('grader.json', 3, 5), 1)).toBe(1);
  expect(nextProblem(places, files, at('grader.json', 9), 1)).toBe(2);
  expect(nextProblem(places, files, at('a.py', 1, 5), 1)).toBe(0);
  expect(nextProblem(places, files, at('a.py', 1, 5), -1)).toBe(1);
  expect(nextProblem(places, files, at('grader.json', 1), -1)).toBe(2);
  expect(nextProblem([], files, at('a.py', 1), 1)).toBeNull();
});
