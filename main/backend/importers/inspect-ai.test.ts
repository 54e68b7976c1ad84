import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { inspectAi } from './inspect-ai.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('inspect-ai.jsonl')), inspectAi);

describe('inspect_ai logs', () => {
  it('give epochs as attempts on one task, with target, tools and the one score', () => {
    expect([seen, kept]).toEqual([2, 1]);
    expect(samples.map(({ taskKey, attempts }) => [taskKey, attempts.map((one) => [one.reward, one.outcome])])).toEqual(
      [
        ['parcels p1', [[1, 'success']]],
        ['parcels p1', [[null, 'unknown']]],
        ['parcels p2', [[null, 'error']]],
      ],
    );
    expect(samples[0]).toMatchObject({
      tools: [{ name: 'find', parameters: { type: 'object' } }],
      reference: { target: 'Gate 4' },
      attempts: [{ model: 'small-1', tokens: 34, latencyMs: 1500, extras: { epoch: 1, metadata: { k: 1 } } }],
    });
    expect(samples[2]).toMatchObject({ prompt: [{ role: 'user' }], reference: { target: ['a', 'b'] } });
  });

  it('put long texts back, and read calls whose function is a name and results with errors', () => {
    expect(samples[0]?.prompt.map(messageText)).toEqual(['Sort parcels.', 'Where does parcel 9 go? 📦']);
    expect(samples[0]?.attempts[0]?.messages).toMatchObject([
      {
        parts: [{ type: 'reasoning', text: 'Two look-ups.' }, { type: 'text' }],
        calls: [
          { id: 'c1', name: 'find', args: { parcel: 9 } },
          { id: 'c2', extras: { parse_error: 'odd' } },
        ],
      },
      { role: 'tool', callId: 'c2', isError: true, extras: { error: { type: 'timeout' } } },
      { role: 'tool', callId: 'c1', isError: false },
      { parts: [{ text: 'Gate 4' }] },
    ]);
  });

  it('list what was left out and what could not be read, and are found by looking', async () => {
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [1, 'events_left_out', false],
      [1, 'bad_sample', false],
      [2, 'no_samples', true],
    ]);
    expect((await inspectInput(whole(fixture('inspect-ai.jsonl')))).format).toBe('inspect-ai');
  });
});
