import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { inspectInput } from './inspect.ts';
import { sweAgent } from './swe-agent.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('swe-agent.jsonl')), sweAgent);

describe('SWE-agent trajectories', () => {
  it('give the run with its calls, results that answer several, and the time each action took', () => {
    expect([seen, kept]).toEqual([5, 4]);
    const [run] = samples[0]?.attempts ?? [];
    expect(samples[0]?.prompt.map(messageText)).toEqual(['You mend code.', 'Gears are counted twice.']);
    expect(run?.messages).toMatchObject([
      {
        parts: [{ text: 'Look first.' }],
        calls: [
          { id: 'c1', args: { command: 'ls' } },
          { id: 'c2', argsError: expect.any(String) },
        ],
        extras: { action: 'ls' },
      },
      { role: 'tool', callId: 'c1', timing: { durationMs: 250 }, extras: { more_tool_call_ids: ['c2'] } },
      { calls: [{ name: 'submit' }] },
    ]);
    expect(run).toMatchObject({
      outcome: 'unknown',
      reward: null,
      tokens: 120,
      extras: {
        info: { submission: 'diff --git a/gears.py b/gears.py\n' },
        steps: [{ state: { open_file: 'n/a' } }, { execution_time: '1.5' }],
        replay_config: '{}',
      },
    });
    expect(samples[0]?.sourceRef).toBe('shop__bikes-12');
  });

  it('keep demonstrations beside the run and say so', () => {
    expect(samples[0]?.extras).toMatchObject({ demonstrations: [{ content: 'Here is a demonstration.' }] });
    expect(issues[0]).toMatchObject({ code: 'demonstrations', rejected: false });
  });

  it('read runs whose actions stand in the texts, and runs that were stopped', () => {
    expect(samples[1]?.attempts[0]?.outcome).toBe('error');
    expect(samples[1]?.attempts[0]?.messages.map(({ role, calls, extras }) => [role, calls, extras])).toEqual([
      ['assistant', undefined, { agent: 'primary' }],
      ['user', undefined, { agent: 'primary' }],
    ]);
    expect(samples[2]?.attempts[0]?.messages.map(messageText)).toEqual(['I look.', 'a.py']);
    expect(samples[3]).toMatchObject({
      prompt: [{ role: 'system' }, { role: 'user' }],
      attempts: [{ model: 'small', messages: [{ role: 'assistant' }] }],
    });
  });

  it('are found by looking, and refused without a word of their content', async () => {
    expect(issues.at(-1)).toMatchObject({ code: 'message_unknown_role', rejected: true, position: { line: 5 } });
    expect(issues.some(({ message }) => message.includes('juggler'))).toBe(false);
    expect((await inspectInput(whole(fixture('swe-agent.jsonl')))).format).toBe('swe-agent');
  });
});
