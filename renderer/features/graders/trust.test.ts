import { expect, test } from 'vitest';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { isOwn, learn, mayRun, NOTHING_KNOWN, type Checked } from './trust.ts';

const PLAIN: GraderFiles = { 'grader.json': '{}' };
const PYTHON: GraderFiles = { 'grader.json': '{"source":"@a.py"}', 'a.py': 'code' };

function checked(files: GraderFiles, python: Record<string, boolean>, origin = 0, errors = 0): Checked {
  const problem = { severity: 'error' } as GraderProblem;
  return {
    files,
    origin,
    result: {
      problems: Array.from({ length: errors }, () => problem),
      python: Object.entries(python).map(([file, trusted]) => ({ file, trusted })),
      definitionHash: 'h',
    },
  };
}

test('code that came with the project is asked about, whatever is edited around it', () => {
  const opened = learn(NOTHING_KNOWN, checked(PYTHON, { 'a.py': false }));
  expect(isOwn(opened)).toBe(false);
  const edited = learn(opened, checked({ ...PYTHON, 'a.py': 'code 2' }, { 'a.py': false }));
  expect(isOwn(edited)).toBe(false);
});

test('once the start may run, edits are the person’s own', () => {
  const opened = learn(NOTHING_KNOWN, checked(PYTHON, { 'a.py': true }));
  const edited = learn(opened, checked({ ...PYTHON, 'a.py': 'code 2' }, { 'a.py': false }));
  expect(isOwn(edited)).toBe(true);
});

test('a grader without Python is own ground: what is written into it is the person’s', () => {
  const opened = learn(NOTHING_KNOWN, checked(PLAIN, {}));
  expect(isOwn(learn(opened, checked(PYTHON, { 'a.py': false })))).toBe(true);
});

test('a Python file that nothing names yet does not become allowed by being named', () => {
  const opened = learn(NOTHING_KNOWN, checked({ ...PLAIN, 'evil.py': 'code' }, {}));
  const named = learn(
    opened,
    checked({ 'grader.json': '{"source":"@evil.py"}', 'evil.py': 'code' }, { 'evil.py': false }),
  );
  expect(isOwn(named)).toBe(false);
});

test('taking the code out of sight and back does not allow it', () => {
  const opened = learn(NOTHING_KNOWN, checked(PYTHON, { 'a.py': false }));
  const unnamed = learn(opened, checked({ ...PYTHON, 'grader.json': '{}' }, {}));
  expect(isOwn(learn(unnamed, checked(PYTHON, { 'a.py': false })))).toBe(false);
});

test('going on from another version starts anew', () => {
  const opened = learn(NOTHING_KNOWN, checked(PYTHON, { 'a.py': true }, 0));
  const loaded = learn(opened, checked({ ...PYTHON, 'a.py': 'old code' }, { 'a.py': false }, 1));
  expect(isOwn(loaded)).toBe(false);
});

test('the latest text without errors is kept while a newer one has some', () => {
  const good = checked(PLAIN, {});
  const known = learn(learn(NOTHING_KNOWN, good), checked({ 'grader.json': '{' }, {}, 0, 2));
  expect(known.valid).toBe(good);
  expect(known.checked?.files['grader.json']).toBe('{');
});

test('all Python must be allowed, not just some', () => {
  expect(mayRun(checked(PYTHON, { 'a.py': true, 'b.py': false }))).toBe(false);
  expect(mayRun(checked(PLAIN, {}))).toBe(true);
});
