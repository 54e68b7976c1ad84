import { expect, test } from 'vitest';
import { initTexts } from '../i18n/index.ts';
import { jobCount, jobShort, jobTitle, timeLeftMs } from './job-text.ts';

initTexts();

test('names a job by what it does and what it works on', () => {
  expect(jobTitle({ kind: 'import', subject: 'a.jsonl' })).toBe('Import a.jsonl');
  expect(jobTitle({ kind: 'something.new', subject: 'x' })).toBe('something.new x');
  expect(jobShort({ kind: 'import', done: 62, total: 100 })).toBe('Import 62 %');
  expect(jobShort({ kind: 'scores.run', done: 3, total: null })).toBe('Scoring');
});

test('counts an import by the bytes it has read, other work by its pieces', () => {
  expect(jobCount({ kind: 'import', done: 4_500_000, total: 70_900_000 })).toBe('4.5 MB of 70.9 MB');
  expect(jobCount({ kind: 'scores.run', done: 180, total: 1_291 })).toBe('180 of 1,291');
  expect(jobCount({ kind: 'scores.run', done: 180, total: null })).toBe('180 so far');
});

test('says how long is left only after five seconds and with a known total', () => {
  const job = { startedAt: 1_000, done: 25, total: 100 };
  expect(timeLeftMs(job, 3_000)).toBeNull();
  expect(timeLeftMs(job, 11_000)).toBe(30_000);
  expect(timeLeftMs({ ...job, total: null }, 11_000)).toBeNull();
  expect(timeLeftMs({ ...job, done: 0 }, 11_000)).toBeNull();
});
