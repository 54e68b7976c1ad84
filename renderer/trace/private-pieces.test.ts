import { expect, test } from 'vitest';
import { privateMarks, privatePieces } from './private-pieces.ts';

const marked = (text: string, ...args: Parameters<typeof privateMarks>) => {
  const marks = privateMarks(...args);
  return marks === null
    ? null
    : (privatePieces(text, marks)?.map(({ text: piece, mark }) => [piece, mark?.kind, mark?.isToken]) ?? null);
};

test('marks every place where a found value stands by itself, the longest first', () => {
  const found = [
    { kind: 'person', value: 'Ann' },
    { kind: 'email', value: 'Ann@mill.example' },
  ] as const;
  expect(marked('Ann, Annex: Ann@mill.example.', found, [])).toEqual([
    ['Ann', 'person', false],
    [', Annex: ', undefined, undefined],
    ['Ann@mill.example', 'email', false],
    ['.', undefined, undefined],
  ]);
});

test('marks names in scripts that have no spaces', () => {
  expect(marked('我是张伟。', [{ kind: 'person', value: '张伟' }], [])?.[1]).toEqual(['张伟', 'person', false]);
});

test('shows tokens as such only for kinds that are masked in the sample', () => {
  expect(marked('PERSON_1 and IP_2', [], ['person'])).toEqual([
    ['PERSON_1', 'person', true],
    [' and IP_2', undefined, undefined],
  ]);
  expect(marked('PERSON_1', [], [])).toBeNull();
  expect(marked('MY_PERSON_12x', [], ['person'])).toBeNull();
});

test('takes signs of a value as they stand', () => {
  expect(marked('a+b (c) [x]', [{ kind: 'secret', value: '(c) [x]' }], [])?.[1]).toEqual(['(c) [x]', 'secret', false]);
});
