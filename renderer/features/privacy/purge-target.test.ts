import { expect, test } from 'vitest';
import { readPurge } from './purge-target.ts';

const form = { text: '', deletes: false, filter: '' };

test('takes every value once, without the space around it', () => {
  expect(readPurge({ ...form, text: ' Mira Holm\n\n+49 30 1\nMira Holm ' })).toEqual({
    target: { values: ['Mira Holm', '+49 30 1'], filter: null },
    problem: null,
  });
});

test('asks for nothing while nothing is named', () => {
  expect(readPurge({ ...form, text: ' \n' })).toEqual({ target: null, problem: null });
});

test('refuses values that would blot out half of the language', () => {
  expect(readPurge({ ...form, text: 'Mira\nab' }).problem).toEqual({ kind: 'short', value: 'ab' });
  expect(readPurge({ ...form, text: Array.from({ length: 101 }, (_, i) => `value ${i}`).join('\n') }).problem).toEqual({
    kind: 'many',
  });
});

test('deletes samples only by a filter that can be read and is not empty', () => {
  expect(readPurge({ ...form, deletes: true, filter: ' ' }).problem).toEqual({ kind: 'noFilter' });
  expect(readPurge({ ...form, deletes: true, filter: 'tag:' }).problem).toEqual({ kind: 'badFilter' });
  expect(readPurge({ ...form, deletes: true, filter: 'id:7' }).target).toEqual({ values: [], filter: 'id:7' });
});
