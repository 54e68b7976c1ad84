import { expect, test } from 'vitest';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { Message } from '../../../../shared/model/message.ts';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { columnSides, otherSides, placeOf } from './leak-kinds.ts';
import { callNames, referenceLine, sectionsOf, sharedCalls, type Side } from './pair-text.ts';

const text = (role: Message['role'], words: string): Message => ({ role, parts: [{ type: 'text', text: words }] });
const side = (asked: string, calls: readonly string[], reference: Side['reference']): Side => ({
  prompt: [text('system', 'You settle claims.'), text('user', asked)],
  reference,
  messages: [
    {
      role: 'assistant',
      parts: [],
      calls: calls.map((name, at) => ({ id: `c${at}`, name, argsText: '{}', kind: 'function' })),
    },
    text('assistant', 'Approved.'),
  ],
});

test('marks what differs in the prompt and leaves the shared instructions out', () => {
  const [prompt] = sectionsOf(side('Hail on the bonnet', [], {}), side('Hail on the roof', [], {}));
  expect(prompt?.key).toBe('prompt');
  expect(prompt?.left.filter(({ isChanged }) => isChanged).map((piece) => piece.text)).toEqual(['bonnet']);
  expect(prompt?.right.filter(({ isChanged }) => isChanged).map((piece) => piece.text)).toEqual(['roof']);
});

test('leaves out what neither sample has', () => {
  const bare: Side = { prompt: [text('user', 'Hello')], reference: {}, messages: null };
  expect(sectionsOf(bare, bare).map(({ key }) => key)).toEqual(['prompt']);
});

test('counts shared calls one for one', () => {
  const [a, b] = [side('', ['find', 'find', 'pay'], {}), side('', ['find', 'mail', 'find', 'find'], {})];
  expect(sharedCalls(callNames(a), callNames(b))).toBe(2);
});

test('a reference on one line is its values', () => {
  expect(referenceLine({ decision: 'approve', amount: 1714.5, lines: ['a'] })).toBe('approve, 1714.5, ["a"]');
});

const pair = (key: string, a: 'train' | 'validation', b: 'validation' | 'test'): LeakPair => {
  const one = { title: '', locked: false, together: 1 };
  return {
    key,
    kind: 'near',
    a: { ...one, sampleId: SampleId.parse(1), split: a },
    b: { ...one, sampleId: SampleId.parse(2), split: b },
    evidence: '',
    similarity: null,
    state: 'open',
    reason: null,
    acceptedBy: null,
    fix: { action: 'review', why: '' },
  };
};

test('after a fix the pair that moved up is open, and a pair that moved keeps its place', () => {
  const rows = [pair('x', 'train', 'test'), pair('y', 'train', 'test')];
  expect(placeOf(rows, { key: 'gone', at: 1 })).toBe(1);
  expect(placeOf(rows, { key: 'gone', at: 7 })).toBe(1);
  expect(placeOf(rows, { key: 'y', at: 0 })).toBe(1);
  expect(placeOf([], { key: 'y', at: 3 })).toBe(0);
});

test('columns are named by their sides as long as all pairs have the same', () => {
  expect(columnSides([pair('x', 'train', 'test')])).toEqual(['train', 'test']);
  expect(columnSides([pair('x', 'train', 'test'), pair('y', 'validation', 'test')])).toBeNull();
});

test('test is a way to go only where there is a test side', () => {
  expect(otherSides('train', false)).toEqual(['validation']);
  expect(otherSides('train', true)).toEqual(['validation', 'test']);
});
