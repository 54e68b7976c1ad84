import { expect, test } from 'vitest';
import { sessionStep } from './use-grader-session.ts';

const STATE = { files: { 'grader.json': '{}', 'a.py': 'x' }, active: 'a.py', generation: 3, origin: 1 };

test('typing changes one file and leaves the editor alone', () => {
  const next = sessionStep(STATE, { kind: 'edit', name: 'a.py', text: 'y' });
  expect(next).toEqual({ ...STATE, files: { 'grader.json': '{}', 'a.py': 'y' } });
  expect(sessionStep(STATE, { kind: 'edit', name: 'a.py', text: 'x' })).toBe(STATE);
});

test('a deleted file closes its tab', () => {
  const next = sessionStep(STATE, { kind: 'files', files: { 'grader.json': '{}' } });
  expect([next.active, next.generation, next.origin]).toEqual(['grader.json', 4, 1]);
});

test('files of another version count as coming from the project', () => {
  const next = sessionStep(STATE, { kind: 'load', files: { 'grader.json': '{"v":1}', 'a.py': 'old' } });
  expect([next.active, next.generation, next.origin]).toEqual(['a.py', 4, 2]);
});
