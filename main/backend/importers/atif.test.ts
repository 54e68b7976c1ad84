import { describe, expect, it } from 'vitest';
import { atif } from './atif.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('ATIF trajectories', () => {
  it('split a step into its calls and what was observed, by id or by order', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('atif.jsonl')), atif);
    expect([seen, kept]).toEqual([3, 1]);
    expect(samples[0]).toMatchObject({
      sourceRef: 'at-1',
      prompt: [{ role: 'system' }, { role: 'user' }],
      tools: [{ name: 'ls' }],
      attempts: [
        {
          model: 'small',
          tokens: 15,
          startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
          messages: [
            { tokens: 3, calls: [{ id: 'a' }, { id: 'b', args: { p: 2 } }], extras: { metrics: { cost_usd: 0.1 } } },
            { role: 'tool', callId: 'b', parts: [{ text: 'B' }] },
            { role: 'tool', callId: 'a', parts: [{ text: 'A' }] },
            { role: 'assistant' },
          ],
        },
      ],
    });
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([
      ['bad_step', true],
      ['no_steps', true],
    ]);
    expect((await inspectInput(whole(fixture('atif.jsonl')))).format).toBe('atif');
  });
});
