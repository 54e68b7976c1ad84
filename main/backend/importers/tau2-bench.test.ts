import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { tau2Bench } from './tau2-bench.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('tau2-bench.jsonl')), tau2Bench);

describe('tau2-bench', () => {
  it('gives an attempt a simulation, grouped by task, with policy, tools and gold actions', () => {
    expect([seen, kept]).toEqual([3, 2]);
    expect(samples.map(({ taskKey, sub, attempts }) => [taskKey, sub, attempts.map(({ outcome }) => outcome)])).toEqual(
      [
        ['0', 0, ['success']],
        ['0', 1, ['error']],
        ['7', 0, []],
      ],
    );
    expect(samples[0]).toMatchObject({
      prompt: [{ role: 'system' }, { role: 'assistant' }, { role: 'user' }],
      tools: [{ name: 'lend' }],
      reference: { actions: [{ name: 'lend', arguments: { bike: 4 } }], reward_basis: ['DB'] },
      attempts: [
        {
          reward: 1,
          model: 'small',
          latencyMs: 12500,
          tokens: 7,
          startedAt: Date.UTC(2026, 0, 5, 8),
          extras: { trial: 0, termination_reason: 'user_stop' },
        },
      ],
      extras: { task: { ticket: 't' }, domain: 'bikes', run: { num_trials: 2 } },
    });
  });

  it('unfolds results and keeps calls of the simulated user apart from those of the agent', () => {
    expect(samples[0]?.attempts[0]?.messages).toMatchObject([
      { role: 'assistant', calls: [{ id: 'x', args: { bike: 4 } }, { id: 'y' }] },
      { role: 'tool', callId: 'y', isError: true },
      { role: 'tool', callId: 'x', isError: false },
      { role: 'user', extras: { userCalls: [{ name: 'unlock' }] } },
      { role: 'user', parts: [], extras: { userResult: { content: 'Unlocked' } } },
      { role: 'assistant', parts: [{ text: 'Have a good ride 🚲' }] },
    ]);
  });

  it('gives tasks with what the user wants as prompt', () => {
    expect(samples[2]).toMatchObject({
      title: 'A late parcel',
      prompt: [{ role: 'user', parts: [{ text: 'Your parcel is late.\n\nYou are Ann.\n\nBe calm.' }] }],
      reference: { actions: [{ name: 'track', arguments: { id: 9 } }] },
    });
  });

  it('lists what it could not read, and is found by looking', async () => {
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [1, 'empty_simulation', false],
      [1, 'bad_simulation', false],
      [3, 'no_simulations', true],
    ]);
    expect((await inspectInput(whole(fixture('tau2-bench.jsonl')))).format).toBe('tau2-bench');
  });
});
