import { describe, expect, test } from 'vitest';
import { AttemptId } from '../../../shared/model/ids.ts';
import type { AttemptSummary } from '../../../shared/model/sample.ts';
import { bestAttempt, compareSides } from './compare.ts';

describe('two samples', () => {
  const prompt = [
    { role: 'system' as const, parts: [{ type: 'text' as const, text: 'Be short.' }] },
    { role: 'user' as const, parts: [{ type: 'text' as const, text: 'Where is it?' }] },
  ];
  const answer = (text: string) => [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] }];

  test('are compared by what was asked, answered and expected; what neither has is left out', () => {
    const sections = compareSides(
      { prompt, reference: { city: 'Rome' }, messages: answer('In Rome') },
      { prompt, reference: { city: 'Bern' }, messages: answer('In Rome') },
    );
    expect(sections.map(({ key, isSame }) => [key, isSame])).toEqual([
      ['prompt', true],
      ['answer', true],
      ['reference', false],
    ]);
    expect(sections[0]?.left).toEqual([{ text: 'Where is it?', isChanged: false }]);
  });

  test('show the rationale of a reference as prose, beside its other fields', () => {
    const sections = compareSides(
      { prompt, reference: { city: 'Rome', rationale: 'It is the capital.' }, messages: null },
      { prompt, reference: { city: 'Rome', rationale: 'It is a capital.' }, messages: null },
    );
    expect(sections.map(({ key, isSame }) => [key, isSame])).toEqual([
      ['prompt', true],
      ['reference', true],
      ['rationale', false],
    ]);
    expect(sections[2]?.left).toContainEqual({ text: 'the', isChanged: true });
  });

  test('differ where only one of them has something', () => {
    const [, reference] = compareSides(
      { prompt, reference: { a: 1 }, messages: null },
      { prompt, reference: {}, messages: null },
    );
    expect(reference).toMatchObject({ key: 'reference', right: null, isSame: false });
  });
});

test('the best attempt has the highest score, or reward where there is no score, and is the first of equals', () => {
  const attempt = (id: number, score: number | null, reward: number | null): AttemptSummary => ({
    id: AttemptId.parse(id),
    idx: id,
    outcome: 'unknown',
    reward,
    score,
    uid: String(id),
    model: null,
    steps: 1,
    calls: 0,
    toolErrors: 0,
    maxParallel: 0,
    latencyMs: null,
    tokens: null,
    startedAt: null,
  });
  expect(bestAttempt([])).toBeNull();
  expect(bestAttempt([attempt(1, null, null), attempt(2, null, null)])?.id).toBe(1);
  expect(bestAttempt([attempt(1, null, 0.4), attempt(2, 0.6, 0.1), attempt(3, 0.6, 1)])?.id).toBe(2);
});
