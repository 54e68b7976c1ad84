import { expect, test } from 'vitest';
import type { Message } from '../../shared/model/message.ts';
import { argEntries, summarizeResult } from './call-summary.ts';

const result = (text: string, more: Partial<Message> = {}): Message => ({
  role: 'tool',
  parts: [{ type: 'text', text }],
  ...more,
});

test('sums a result up in one line', () => {
  expect(summarizeResult(result('{"total":2164.5,"payout":1864.5,"lines":[1,2]}'))).toEqual({
    kind: 'text',
    text: 'total 2164.5, payout 1864.5, lines [2]',
  });
  expect(summarizeResult(result('[{},{},{}]'))).toEqual({ kind: 'items', count: 3 });
  expect(summarizeResult(result('first\nsecond'))).toEqual({ kind: 'text', text: 'first' });
  expect(summarizeResult(result(' '))).toEqual({ kind: 'empty' });
});

test('puts what went wrong first when the call failed', () => {
  const failed = result('{"code":415,"error":"Not readable"}', { isError: true });
  expect(summarizeResult(failed)).toEqual({ kind: 'text', text: 'Not readable' });
});

test('has no argument list when the arguments are not an object', () => {
  const base = { id: 'a', name: 'n', kind: 'function' as const };
  expect(argEntries({ ...base, argsText: '{"q":"x"}', args: { q: 'x' } })).toEqual([{ name: 'q', value: '"x"' }]);
  expect(argEntries({ ...base, argsText: '{oops', argsError: 'not JSON' })).toBeNull();
  expect(argEntries({ ...base, argsText: '[1]', args: [1] })).toBeNull();
});
