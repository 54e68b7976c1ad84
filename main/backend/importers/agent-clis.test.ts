import { describe, expect, it } from 'vitest';
import { copilotCli, geminiCli, kimiCli } from './agent-clis.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('sessions of other command-line agents', () => {
  it('read GitHub Copilot CLI, with sub-agents apart', async () => {
    const { samples, seen, kept } = await parseAll(whole(fixture('copilot-cli.jsonl')), copilotCli);
    expect([seen, kept, samples.length]).toEqual([9, 8, 2]);
    expect(samples[0]).toMatchObject({
      sourceRef: 'cop-1',
      prompt: [{ role: 'user', extras: { attachments: [{ path: 'a.txt' }] } }],
      attempts: [
        {
          model: 'small',
          startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
          messages: [
            {
              parts: [{ type: 'reasoning', text: 'Look.' }],
              tokens: 4,
              calls: [{ id: 'c1', args: { command: 'ls' } }, { argsError: expect.any(String) }],
            },
            { role: 'tool', callId: 'c2', isError: true, parts: [{ text: 'denied' }] },
            { role: 'tool', callId: 'c1', isError: false, timing: { durationMs: 4 } },
            { parts: [{ text: 'One, red.' }] },
          ],
        },
      ],
    });
    expect(samples[1]).toMatchObject({ tags: ['subagent'], attempts: [{ messages: [{ role: 'assistant' }] }] });
  });

  it('read Kimi CLI, whose steps are events', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('kimi-cli.jsonl')), kimiCli);
    expect([seen, kept, samples.length]).toEqual([18, 17, 1]);
    expect(issues.map(({ code }) => code)).toEqual(['no_message', 'no_message', 'no_event']);
    expect(samples[0]).toMatchObject({
      prompt: [{ role: 'system' }, { role: 'user' }],
      tools: [{ name: 'Read' }],
      attempts: [
        {
          model: 'small',
          tokens: 19,
          messages: [
            {
              parts: [{ type: 'reasoning', text: 'Hm.' }, { text: 'Two reads.' }],
              calls: [{ id: 'R_0' }, { id: 'R_1', args: { a: 2 } }],
              finish: 'tool_use',
            },
            { role: 'tool', callId: 'R_1', isError: true },
            { role: 'tool', callId: 'R_0', isError: false },
            { parts: [{ text: 'Sorted.' }] },
          ],
        },
      ],
    });
  });

  it('read Gemini CLI, with call and result in one', async () => {
    const { samples, issues } = await parseAll(whole(fixture('gemini-cli.json')), geminiCli);
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([['notices', false]]);
    expect(samples).toMatchObject([
      {
        sourceRef: 'gem-1',
        extras: { kind: 'chat' },
        attempts: [
          {
            tokens: 20,
            messages: [
              { parts: [{ type: 'reasoning', text: 'Plan: two calls' }], calls: [{ id: 'g1' }, { id: 'g2' }] },
              { role: 'tool', callId: 'g1', isError: false, parts: [{ text: 'red' }] },
              { role: 'tool', callId: 'g2', isError: true, extras: { status: 'cancelled' } },
              { parts: [{ text: 'Red.' }] },
            ],
          },
        ],
      },
    ]);
  });

  it('are found by looking', async () => {
    const found = await Promise.all(
      ['copilot-cli.jsonl', 'kimi-cli.jsonl', 'gemini-cli.json'].map((name) => inspectInput(whole(fixture(name)))),
    );
    expect(found.map(({ format }) => format)).toEqual(['copilot-cli', 'kimi-cli', 'gemini-cli']);
  });
});
