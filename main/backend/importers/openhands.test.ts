import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { openHands } from './openhands.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('OpenHands events', () => {
  it('give actions of one answer as parallel calls, with their results and errors', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('openhands.jsonl')), openHands);
    expect([seen, kept, samples.length]).toEqual([9, 8, 1]);
    expect(samples[0]).toMatchObject({
      prompt: [{ role: 'system', parts: [{ text: 'You mend bikes.' }] }, { role: 'user' }],
      tools: [{ name: 'terminal' }],
      attempts: [
        {
          model: 'small',
          tokens: 25,
          messages: [
            {
              parts: [{ type: 'reasoning', text: 'Hm.' }, { text: 'Two at once.' }],
              calls: [
                { id: 'c1', args: { command: 'ls' }, extras: { summary: 'list' } },
                { id: 'c2', args: { command: 'pwd' } },
              ],
            },
            { role: 'tool', callId: 'c1', isError: false, extras: { exit_code: 0 } },
            { role: 'tool', callId: 'c2', isError: true },
            { role: 'assistant', parts: [{ text: 'Mended.' }] },
          ],
        },
      ],
    });
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([
      ['no_message', false],
      ['no_event', true],
    ]);
    expect((await inspectInput(whole(fixture('openhands.jsonl')))).format).toBe('openhands');
  });

  it('read benchmark outputs with events of the versions before', async () => {
    const { samples } = await parseAll(whole(fixture('openhands-output.jsonl')), openHands);
    expect((await inspectInput(whole(fixture('openhands-output.jsonl')))).format).toBe('openhands');
    expect(samples[0]).toMatchObject({
      taskKey: 'shop__bikes-12',
      prompt: [{ role: 'system' }, { role: 'user' }],
      attempts: [
        {
          reward: 1,
          outcome: 'success',
          model: 'small',
          messages: [
            { parts: [{ text: 'Look.' }], calls: [{ id: 'c1' }, { id: 'c2', args: { command: 'pwd' } }] },
            { role: 'tool', callId: 'c1', extras: { exit_code: 0 } },
            { role: 'tool', callId: 'c2', isError: true },
            { calls: [{ name: 'browse', args: { url: 'shop' } }] },
            { role: 'tool', callId: 'event_7' },
            { parts: [{ text: 'Done.' }] },
          ],
        },
      ],
    });
  });
});
