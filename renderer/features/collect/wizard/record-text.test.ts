import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRecordLines } from './record-lines.ts';
import { recordFields, splitRow } from './record-text.ts';

test('cells come back as they were written, whatever stands in them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ';', ',', '"', '\n', ' ', 'ä'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), fc.constantFrom(';', ',', '\t'), (cells, delimiter) => {
      const text = cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter);
      expect(splitRow(text, delimiter)).toEqual(cells);
    }),
  );
});

test('plain and empty cells are read, and a line end is no part of the last one', () => {
  expect(splitRow('a;;"b;c";\r\n', ';')).toEqual(['a', '', 'b;c', '']);
});

test('a row that does not fit the columns is left as text', () => {
  expect(recordFields('a;b', ';', ['one', 'two'])).toEqual({ one: 'a', two: 'b' });
  expect(recordFields('a;b;c', ';', ['one', 'two'])).toBeNull();
  expect(recordFields('{"a": 1}', null, [])).toEqual({ a: 1 });
  expect(recordFields('{"a": ', null, [])).toBeNull();
  expect(recordFields('[1]', null, [])).toBeNull();
});

test('every line of a record knows its field', () => {
  const { lines, cut } = toRecordLines({ ask: 'x', meta: { ask: [1] }, gold: null });
  expect(lines.map(({ line, column, isFirst }) => [line.text.trim(), column, isFirst])).toEqual([
    ['{', null, false],
    ['"ask": "x",', 'ask', true],
    ['"meta": {', 'meta', true],
    ['"ask": [', 'meta', false],
    ['1', 'meta', false],
    [']', 'meta', false],
    ['},', 'meta', false],
    ['"gold": null', 'gold', true],
    ['}', null, false],
  ]);
  expect(cut).toBe(false);
});
