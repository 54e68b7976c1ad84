import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { promptfoo } from './promptfoo.ts';
import { rlRows } from './rl-rows.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('reinforcement learning rows', () => {
  it('give the ground truth as reference and rollouts of one example as attempts on it', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('rl-rows.jsonl')), rlRows);
    expect([seen, kept]).toEqual([5, 4]);
    expect(samples.map(({ reference, taskKey }) => [taskKey, reference])).toEqual([
      [null, { style: 'rule', ground_truth: '4' }],
      [null, { method: 'rule', ground_truth: '4' }],
      ['3', { answer: '4', info: { k: 1 } }],
      ['3', { answer: '4' }],
    ]);
    expect(samples.map(({ attempts }) => attempts.map(({ reward, outcome }) => [reward, outcome]))).toEqual([
      [],
      [],
      [[0, 'failure']],
      [[1, 'success']],
    ]);
    expect(samples[0]?.extras).toEqual({
      data_source: 'shop',
      ability: 'math',
      extra_info: { split: 'test', index: 0 },
    });
    expect(issues).toMatchObject([{ code: 'message_unknown_role', rejected: true }]);
    expect((await inspectInput(whole(fixture('rl-rows.jsonl')))).format).toBe('rl-rows');
  });
});

describe('promptfoo results', () => {
  it('give outputs as attempts on one test, and tell a failed provider from a failed assertion', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('promptfoo.jsonl')), promptfoo);
    expect([seen, kept]).toEqual([2, 1]);
    expect(new Set(samples.map(({ taskKey }) => taskKey)).size).toBe(1);
    expect(samples[0]).toMatchObject({
      title: 'Gate',
      prompt: [{ role: 'system' }, { role: 'user' }],
      reference: { parcel: 9, assert: [{ type: 'equals', value: '4' }] },
    });
    expect(
      samples.map(({ attempts: [one] }) => [one?.model, one?.reward, one?.outcome, one?.tokens, one?.messages.length]),
    ).toEqual([
      ['a:small', 1, 'success', 9, 1],
      ['a:big', 0, 'failure', null, 1],
      ['a:odd', null, 'error', null, 0],
    ]);
    expect(issues).toMatchObject([{ code: 'no_results', rejected: true }]);
    expect((await inspectInput(whole(fixture('promptfoo.jsonl')))).format).toBe('promptfoo');
  });
});
