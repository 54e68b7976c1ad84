import { describe, expect, it } from 'vitest';
import { tauBench } from './tau-bench.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('tau-bench results', () => {
  it('give an attempt a run, grouped by task, with the reward as recorded', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('tau-bench.json')), tauBench);
    expect([seen, kept]).toEqual([4, 4]);
    expect(
      samples.map(({ taskKey, attempts }) => [
        taskKey,
        attempts.map(({ outcome, reward, messages }) => [outcome, reward, messages.length]),
      ]),
    ).toEqual([
      ['0', [['success', 1, 4]]],
      ['1', [['failure', 0, 5]]],
      ['0', [['failure', 0, 2]]],
      ['1', [['error', 0, 0]]],
    ]);
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([['empty_trajectory', false]]);
  });

  it('take policy and opener as prompt and everything from the first assistant message as attempt', async () => {
    const { samples } = await parseAll(whole(fixture('tau-bench.json')), tauBench);
    expect(samples[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(samples[0]?.attempts[0]?.messages.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(samples[1]?.attempts[0]?.messages[3]).toMatchObject({ role: 'tool', callId: 'c9', isError: 'guessed' });
    expect(samples.every(({ tools }) => tools.length === 0)).toBe(true);
  });

  it('keep the gold actions, outputs and instruction as reference and the rest beside it', async () => {
    const { samples } = await parseAll(whole(fixture('tau-bench.json')), tauBench);
    expect(samples[0]).toMatchObject({
      reference: {
        actions: [{ name: 'book_slot', kwargs: { gate: '4', hour: '9' } }],
        outputs: [],
        instruction: 'You are sender 0.',
      },
      extras: { task: { user_id: 'sender_0' } },
      attempts: [{ extras: { trial: 0, info: { source: 'user', user_cost: 0.01, reward_info: { reward: 1 } } } }],
    });
    expect(samples[3]?.attempts[0]?.extras).toEqual({
      trial: 1,
      info: { error: 'timeout', traceback: 'Traceback ...' },
    });
  });

  it('refuse a run without a task', async () => {
    const { issues, rejected } = await parseAll(whole('[{"traj":[],"reward":1}]'), tauBench);
    expect(rejected).toBe(1);
    expect(issues[0]?.code).toBe('no_task_id');
  });
});
