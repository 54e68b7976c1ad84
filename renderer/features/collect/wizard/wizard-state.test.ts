import { expect, test } from 'vitest';
import { NEW_WIZARD, readWizard, stepBeside, stepsOf, withChoice } from './wizard-state.ts';

test('columns are mapped only where a file has some', () => {
  expect(stepsOf(false)).toEqual(['files', 'form', 'check', 'import']);
  expect(stepsOf(true)).toContain('mapping');
});

test('a step that went away with its form leads to its neighbours', () => {
  expect(stepBeside(stepsOf(false), 'mapping', 1)).toBe('check');
  expect(stepBeside(stepsOf(false), 'mapping', -1)).toBe('form');
  expect(stepBeside(stepsOf(true), 'form', 1)).toBe('mapping');
  expect(stepBeside(stepsOf(true), 'files', -1)).toBeNull();
});

test('another form takes the splitting and the mapping with it', () => {
  const before = { format: 'openai-chat', per: 'turn', map: { prompt: 'ask' }, encoding: 'gb18030' } as const;
  expect(withChoice(before, { format: 'delimited' })).toEqual({ format: 'delimited', encoding: 'gb18030' });
});

test('another delimiter or encoding makes other columns, so the mapping goes and the rest stays', () => {
  const before = { format: 'delimited', per: 'conversation', map: { prompt: 'ask' } } as const;
  expect(withChoice(before, { delimiter: ';' })).toEqual({ format: 'delimited', per: 'conversation', delimiter: ';' });
});

test('taking a choice back leaves detection to decide', () => {
  expect(withChoice({ encoding: 'big5' }, { encoding: undefined })).toEqual({});
  expect(withChoice({ map: { prompt: 'ask' }, format: 'delimited' }, { map: undefined })).toEqual({
    format: 'delimited',
  });
});

test('what was kept by an older version begins anew', () => {
  expect(readWizard({ step: 'formats' })).toEqual(NEW_WIZARD);
  expect(readWizard(undefined)).toEqual(NEW_WIZARD);
});
