import { expect, test } from 'vitest';
import { compareWithReference, finalAnswer } from './reference-compare.ts';

const part = (key: string, value: number) => ({
  key,
  type: 'string_check',
  state: 'scored' as const,
  value,
  platformValue: value,
  reason: null,
  detail: {},
  durationUs: null,
  parts: [],
});

test('compares field by field when answer and reference are objects, whatever the order of keys', () => {
  const { rows, answerText } = compareWithReference(
    '```json\n{"payout": {"eur": 1, "usd": 2}, "decision": "deny"}\n```',
    { decision: 'approve', payout: { usd: 2, eur: 1 }, evidence: ['4.2'] },
    [part('Decision', 0.2)],
  );
  expect(answerText).toBeNull();
  expect(rows.map((row) => [row.field, row.verdict, row.score?.value ?? null])).toEqual([
    ['decision', 'different', 0.2],
    ['payout', 'same', null],
    ['evidence', 'absent', null],
  ]);
});

test('shows the answer as text when it is no object, and claims no difference', () => {
  const { rows, answerText } = compareWithReference('Approve it.', { decision: 'approve' }, []);
  expect(answerText).toBe('Approve it.');
  expect(rows[0]?.verdict).toBe('not compared');
});

test('opens a reference of one field that holds the expected object', () => {
  const { rows } = compareWithReference('{"decision":"deny"}', { answer: '{"decision":"deny"}' }, []);
  expect(rows.map((row) => [row.field, row.verdict])).toEqual([['decision', 'same']]);
});

test('keeps the parts of a score that no field has the name of', () => {
  const { rows, otherParts } = compareWithReference('{"payout":1}', { payout: 1 }, [
    part('payout', 1),
    part('amount', 0.5),
  ]);
  expect(rows.map((row) => row.score?.key)).toEqual(['payout']);
  expect(otherParts.map((other) => other.key)).toEqual(['amount']);
});

test('names the entries of a list that the answer lacks', () => {
  const { rows } = compareWithReference(
    '{"evidence":["estimate","4.2"]}',
    { evidence: ['estimate', '4.2', '6.1'] },
    [],
  );
  expect(rows[0]).toMatchObject({ verdict: 'different', missing: ['6.1'] });
});

test('does not read inherited names as fields of an answer', () => {
  const { rows } = compareWithReference('{"a":1}', { a: 1, constructor: 'x' }, []);
  expect(rows[1]?.verdict).toBe('absent');
});

test('has no final answer when the attempt ends in a call', () => {
  const say = (text: string) => ({ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] });
  const search = { id: 'a', name: 'search', argsText: '{}', args: {}, kind: 'function' as const };
  expect(finalAnswer([say('first'), { role: 'assistant', parts: [], calls: [search] }])).toBeNull();
  expect(finalAnswer([say('first'), say('last')])).toBe('last');
});
