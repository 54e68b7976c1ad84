import { expect, test } from 'vitest';
import {
  mappingRows,
  referenceNameProblem,
  sharedColumns,
  suggestReferenceName,
  unusedColumns,
  withField,
} from './mapping.ts';

const map = { prompt: 'Frage', 'reference.betrag': 'Betrag (EUR)', answer: 'Antwort' };

test('every field has a row, references among them after the reward', () => {
  const rows = mappingRows(map);
  expect(rows.map((row) => row.key)).toEqual([
    'prompt',
    'system',
    'answer',
    'reward',
    'reference.betrag',
    'tools',
    'group',
    'title',
    'model',
    'tag',
  ]);
  expect(rows.find((row) => row.field === 'reference')).toMatchObject({ name: 'betrag', column: 'Betrag (EUR)' });
  expect(rows.find((row) => row.key === 'tools')?.column).toBeNull();
});

test('a field is put on a column and taken off again', () => {
  expect(withField(map, 'tag', 'Thema')).toEqual({ ...map, tag: 'Thema' });
  expect(withField(withField(map, 'tag', 'Thema'), 'tag', null)).toEqual(map);
});

test('a reference is named as a grader can name it', () => {
  expect(suggestReferenceName(' Betrag (EUR) ')).toBe('Betrag_EUR');
  expect(suggestReferenceName('***')).toBe('');
  expect(referenceNameProblem(map, 'betrag')).toBe('taken');
  expect(referenceNameProblem(map, 'a b')).toBe('bad');
  expect(referenceNameProblem(map, '')).toBe('bad');
  expect(referenceNameProblem(map, 'größe_2')).toBeNull();
});

test('columns without a use are known, and those with two', () => {
  const columns = ['Frage', 'Sprache', 'Antwort'].map((name) => ({ name, examples: [], filled: 1 }));
  expect(unusedColumns(map, columns)).toEqual(['Sprache']);
  expect(sharedColumns({ ...map, title: 'Frage' })).toEqual([{ column: 'Frage', keys: ['prompt', 'title'] }]);
  expect(sharedColumns(map)).toEqual([]);
});
