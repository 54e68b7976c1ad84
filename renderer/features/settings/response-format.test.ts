import { expect, test } from 'vitest';
import { checkResponseFormat, EXAMPLE_FORMAT } from './response-format.ts';

test('the empty text means no response format, and the example is one', () => {
  expect(checkResponseFormat('  \n')).toEqual({ value: null, problem: null });
  expect(checkResponseFormat(JSON.stringify(EXAMPLE_FORMAT))).toEqual({ value: EXAMPLE_FORMAT, problem: null });
  expect(checkResponseFormat('{"type":"json_object"}').problem).toBeNull();
});

test.each([
  ['{"type":', 'notJson'],
  ['[1]', 'notObject'],
  ['{"type":"xml"}', 'badType'],
  ['{"type":"json_schema"}', 'noSchema'],
  ['{"type":"json_schema","json_schema":{"name":"a","schema":[]}}', 'noSchema'],
  ['{"type":"json_schema","json_schema":{"name":"a b","schema":{}}}', 'badName'],
])('%s is refused as %s', (text, key) => {
  expect(checkResponseFormat(text).problem?.key).toBe(key);
});
