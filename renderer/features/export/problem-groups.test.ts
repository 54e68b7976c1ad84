import { expect, test } from 'vitest';
import type { ExportProblem } from '../../../shared/model/problem.ts';
import { blockingProblem, groupProblems, idsFilter, leftOutSamples } from './problem-groups.ts';

function problem(more: Partial<ExportProblem>): ExportProblem {
  return {
    severity: 'error',
    code: 'blank_reference',
    message: 'The reference field town is blank.',
    sampleId: null,
    file: 'train.jsonl',
    line: null,
    path: 'town',
    ...more,
  };
}

test('problems of one wording stand together, with each of their samples once', () => {
  const [group, other] = groupProblems([
    problem({ sampleId: 6 }),
    problem({ sampleId: 19 }),
    problem({ sampleId: 6, path: 'town[1]' }),
    problem({ sampleId: 7, message: 'The reference field fare is blank.' }),
  ]);
  expect(group?.problems).toHaveLength(3);
  expect(group?.sampleIds).toEqual([6, 19]);
  expect(other?.sampleIds).toEqual([7]);
});

test('errors come before warnings, and those of the whole package before those of lines', () => {
  const groups = groupProblems([
    problem({ severity: 'warning', code: 'few_train' }),
    problem({ sampleId: 3 }),
    problem({ code: 'no_validation', message: 'No sample is left for validation.jsonl.' }),
  ]);
  expect(groups.map((entry) => [entry.severity, entry.sampleIds.length])).toEqual([
    ['error', 0],
    ['error', 1],
    ['warning', 0],
  ]);
});

test('only an error without a sample keeps the package from being written', () => {
  const ofLine = problem({ sampleId: 3 });
  const ofAll = problem({ code: 'no_train' });
  expect(blockingProblem([ofLine, problem({ severity: 'warning' })])).toBeNull();
  expect(blockingProblem([ofLine, ofAll])).toBe(ofAll);
});

test('lines with errors are left out, lines with warnings are not', () => {
  const problems = [problem({ sampleId: 3 }), problem({ sampleId: 3 }), problem({ sampleId: 4, severity: 'warning' })];
  expect(leftOutSamples(problems)).toEqual([3]);
});

test('a filter names no more samples than it can hold', () => {
  expect(idsFilter([1, 2])).toBe('id:1,2');
  const ids = Array.from({ length: 900 }, (_, at) => 100_000 + at);
  expect(idsFilter(ids).length).toBeLessThan(4_000);
});
