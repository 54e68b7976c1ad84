import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { tauBench } from './tau-bench.ts';
import { briefSamples } from './testing/brief-samples.ts';
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

describe('few-shot files of tau-bench', () => {
  const file = fixture('tau-few-shot.jsonl');

  it('are known by the conversation shown as text', async () => {
    const { detected } = await inspectInput(whole(file));
    expect(detected?.format).toBe('tau-bench');
    const other = await inspectInput(
      whole('{"messages_display":"as a list","messages":[{"role":"user","content":"a"}]}\n'),
    );
    expect(other.detected?.format).not.toBe('tau-bench');
  });

  it('give a message a role, with the lines that follow it, and tell of calls that are not shown', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(file), tauBench);
    expect([seen, kept]).toEqual([3, 3]);
    expect(briefSamples(samples).map(({ prompt, answers }) => [prompt, answers])).toEqual([
      [
        ['user: Is gate 4 free?\nI need it at nine.'],
        [
          [
            'assistant: ',
            'tool: {"gate": "4", "free": true}',
            'assistant: Yes: gate 4 is free – shall I book it?',
            'user: Yes, please ✓',
            'assistant: ',
            'tool: Error: gate closed error=guessed',
            'assistant: It has just closed.',
          ],
        ],
      ],
      [['user: Note: no parcels today'], [['assistant: Thank you.']]],
      [['user: Hello?'], []],
    ]);
    expect(samples[0]?.attempts[0]?.messages[0]).toEqual({ role: 'assistant', parts: [], contentForm: 'null' });
    expect(samples[0]?.attempts[0]?.messages[5]).toMatchObject({ role: 'tool', isError: 'guessed' });
    expect(samples[1]?.extras).toEqual({ task_id: 7 });
    expect(issues.map(({ code, position, rejected }) => [code, position.index, rejected])).toEqual([
      ['calls_not_shown', 0, false],
    ]);
  });
});
