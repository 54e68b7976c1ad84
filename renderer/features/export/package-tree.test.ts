import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slug } from '../../../main/backend/platform/names.ts';
import { packageName } from './package-name.ts';
import { packageRows, shortHash } from './package-tree.ts';

test('files of folders stand under their folder, each folder once', () => {
  const rows = packageRows([{ path: 'train.jsonl' }, { path: 'graders/amount.py' }, { path: 'graders/judge.md' }]);
  expect(rows.map(({ name, depth, file }) => [name, depth, file !== null])).toEqual([
    ['train.jsonl', 0, true],
    ['graders', 0, false],
    ['amount.py', 1, true],
    ['judge.md', 1, true],
  ]);
});

test('every file is in the tree once, whatever the folders', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.txt`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const rows = packageRows(paths.map((entry) => ({ path: entry })));
      expect(rows.flatMap(({ file }) => file?.path ?? []).toSorted()).toEqual(paths.toSorted());
    }),
  );
});

test('a long hash is shown by its ends', () => {
  expect(shortHash('9f2c000000000000000000000000000000000000000000000000000000e441be')).toBe('9f2c…41be');
  expect(shortHash('abc')).toBe('abc');
});

test('the folder that is announced is the one that is written', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 160 }), fc.constantFrom('', 'CON', '..')),
      (project) => {
        expect(packageName(project, 'openai-rft')).toBe(`${slug(project)}-openai-rft`);
      },
    ),
  );
});
