import { expect, test } from 'vitest';
import { GraderId } from '../../../shared/model/ids.ts';
import { narrowed, readChoices, resolveSpec } from './export-spec.ts';

const claims = { id: GraderId.parse(1), headVersion: 4, mean: null };
const fares = { id: GraderId.parse(2), headVersion: 2, mean: 0.5 };
const sketch = { id: GraderId.parse(3), headVersion: 0, mean: null };
const facts = { targets: [{ id: 'openai-rft' }, { id: 'azure-rft' }], graders: [claims, fares, sketch], seed: 7 };

test('without choices it takes accepted samples, the grader that has scored, and the seed of the project', () => {
  expect(resolveSpec({}, facts)).toEqual({
    target: 'openai-rft',
    filter: 'decision:include',
    graderId: fares.id,
    version: 2,
    seed: 7,
    validationShare: 0.2,
    leaveOutErrors: false,
  });
});

test('a choice that is no longer there falls back instead of failing', () => {
  const choices = { target: 'gone', graderId: GraderId.parse(99), version: 3 };
  expect(resolveSpec(choices, facts)).toMatchObject({ target: 'openai-rft', graderId: fares.id, version: 2 });
});

test('an earlier version stays chosen only as long as the grader has it', () => {
  expect(resolveSpec({ graderId: claims.id, version: 2 }, facts)).toMatchObject({ version: 2 });
  expect(resolveSpec({ graderId: claims.id, version: 9 }, facts)).toMatchObject({ version: 4 });
});

test('no grader is a choice of its own, and a grader without a saved version cannot be chosen', () => {
  expect(resolveSpec({ graderId: null }, facts)).toMatchObject({ graderId: null, version: null });
  expect(resolveSpec({ graderId: sketch.id }, { ...facts, graders: [sketch] })).toMatchObject({ graderId: null });
});

test('there is no export without a format', () => {
  expect(resolveSpec({}, { ...facts, targets: [] })).toBeNull();
});

test('choices that cannot be read are left aside', () => {
  expect(readChoices({ seed: -1 })).toEqual({});
  expect(readChoices(undefined)).toEqual({});
  expect(readChoices({ seed: 4, filter: '' })).toEqual({ seed: 4, filter: '' });
});

test('a filter is narrowed as a whole, whatever it joins', () => {
  expect(narrowed('', 'flag:any')).toBe('flag:any');
  expect(narrowed('lang:de or lang:fr', 'flag:any')).toBe('(lang:de or lang:fr) flag:any');
  expect(narrowed('decision:', 'flag:any')).toBe('flag:any');
});
