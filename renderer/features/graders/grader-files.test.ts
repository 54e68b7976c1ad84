import { expect, test } from 'vitest';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import {
  changedFiles,
  fileNameProblem,
  fileOrder,
  inOrder,
  nameOfUri,
  pathOf,
  toEditorFiles,
  uriOf,
  withFile,
  withoutFile,
  withRenamed,
} from './grader-files.ts';

const FILES = { 'b.py': 'x', 'grader.json': '{"source": "@b.py", "note": "@b.pyx"}', 'a.md': '' };

test('grader.json comes first, the others by name', () => {
  expect(fileOrder(FILES)).toEqual(['grader.json', 'a.md', 'b.py']);
});

test('changed are files that differ, are new or are gone', () => {
  expect([...changedFiles(FILES, { ...FILES, 'b.py': 'y', 'c.py': '' })]).toEqual(['b.py', 'c.py']);
  expect([...changedFiles(FILES, withoutFile(FILES, 'a.md'))]).toEqual(['a.md']);
  expect(changedFiles(FILES, { ...FILES }).size).toBe(0);
});

test('renaming a file follows it into grader.json, and only there where it is meant', () => {
  const renamed = withRenamed(FILES, 'b.py', 'grade.py');
  expect(renamed['grade.py']).toBe('x');
  expect(renamed['b.py']).toBeUndefined();
  expect(renamed['grader.json']).toBe('{"source": "@grade.py", "note": "@b.pyx"}');
});

test('a new Python file can be run as it is', () => {
  expect(withFile(FILES, 'n.py')['n.py']).toContain('def grade(sample, item):');
  expect(withFile(FILES, 'n.md')['n.md']).toBe('');
});

test('names of files are plain and not taken', () => {
  expect(fileNameProblem('', FILES)).toBe('empty');
  expect(fileNameProblem('../x.py', FILES)).toBe('badName');
  expect(fileNameProblem('..', FILES)).toBe('badName');
  expect(fileNameProblem('b.py', FILES)).toBe('taken');
  expect(fileNameProblem('b.py', FILES, 'b.py')).toBeNull();
  expect(fileNameProblem('__proto__', FILES)).toBeNull();
});

test('each file has a model of its own name, and files without problems share one empty list', () => {
  const problem = { file: 'b.py' } as GraderProblem;
  const files = toEditorFiles(7, FILES, new Map([['b.py', [problem]]]));
  expect(files.map((file) => [nameOfUri(file.uri), file.language])).toEqual([
    ['grader.json', 'json'],
    ['a.md', 'plaintext'],
    ['b.py', 'python'],
  ]);
  expect(files[2]?.uri).toBe(uriOf(7, 'b.py'));
  expect(files[2]?.problems).toEqual([problem]);
  expect(files[0]?.problems).toBe(files[1]?.problems);
});

test('the path of a problem is read from the text it stands on', () => {
  const files = { 'grader.json': '{\n  "input": "{{ item.a.b }}"\n}' };
  const range = { line: 2, column: 13, endLine: 2, endColumn: 27 };
  const problem: GraderProblem = { file: 'grader.json', range, severity: 'warning', code: 'c', message: '', fixes: [] };
  expect(pathOf(files, problem)).toBe('item.a.b');
  expect(pathOf({ 'grader.json': '{}' }, problem)).toBeNull();
});

test('problems go by the tabs, each file from top to bottom', () => {
  const at = (file: string, line: number): GraderProblem => ({
    file,
    range: { line, column: 1, endLine: line, endColumn: 2 },
    severity: 'info',
    code: 'c',
    message: '',
    fixes: [],
  });
  const sorted = inOrder([at('b.py', 2), at('a.md', 9), at('grader.json', 5), at('b.py', 1)], FILES);
  expect(sorted.map(({ file, range }) => `${file} ${range.line}`)).toEqual([
    'grader.json 5',
    'a.md 9',
    'b.py 1',
    'b.py 2',
  ]);
});
