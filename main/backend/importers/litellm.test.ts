import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { litellm } from './litellm.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('litellm.jsonl')), litellm);

describe('LiteLLM logs', () => {
  it('are told from other chat logs', async () => {
    const { detected } = await inspectInput(whole(fixture('litellm.jsonl')));
    expect(detected?.format).toBe('litellm');
  });

  it('read what a client dumps: tools once, and the time before the answer', async () => {
    const [first] = (await parsed()).samples;
    expect(first).toMatchObject({
      prompt: [{ role: 'user', parts: [{ text: 'Pack the parcel 📦' }] }],
      tools: [{ name: 'pack' }],
      extras: { request: { temperature: 0 }, wrapper: { cost: 0.01, context_window: 1000, timestamp: 1770000010.5 } },
      attempts: [{ latencyMs: 2500, startedAt: 1770000008000, tokens: 5 }],
    });
    expect(first?.extras).not.toHaveProperty('request.tools');
    expect(first?.attempts[0]?.messages).toMatchObject([
      {
        contentForm: 'text',
        calls: [
          { id: 't1', args: { nö: 1 } },
          { id: 't2', args: {}, argsText: '' },
        ],
      },
    ]);
  });

  it('read the standard payload with its times in seconds, and remark on redaction', async () => {
    const { samples, issues } = await parsed();
    expect(samples[1]).toMatchObject({
      sourceRef: 'log-2',
      tools: [{ name: 'pack' }],
      attempts: [{ latencyMs: 1500, startedAt: 1770000000250 }],
    });
    expect(issues.filter(({ code }) => code === 'redacted')).toMatchObject([{ position: { index: 1 } }]);
  });

  it('keep a failed call as an attempt that failed', async () => {
    const { samples } = await parsed();
    expect(samples[2]).toMatchObject({
      prompt: [{ role: 'user', parts: [{ text: 'Only text' }] }],
      attempts: [{ outcome: 'error', model: 'claude-test', extras: { error: { error_class: 'Timeout' } } }],
    });
  });

  it('read spend logs whose prompts are in the body the proxy got, and calls to Responses', async () => {
    const { samples } = await parsed();
    expect(samples[3]).toMatchObject({
      sourceRef: 'log-4',
      prompt: [{ role: 'user', parts: [{ text: 'From the body' }] }],
      tools: [{ name: 'pack' }],
      attempts: [{ messages: [{ parts: [{ text: 'ok' }] }] }],
    });
    expect(samples[4]).toMatchObject({
      prompt: [{ role: 'user', parts: [{ text: 'Which box?' }] }],
      attempts: [{ messages: [{ parts: [{ text: 'The small one.' }] }] }],
    });
  });

  it('say why rows without prompts cannot be read', async () => {
    const { issues, seen, kept } = await parsed();
    expect([seen, kept]).toEqual([6, 5]);
    expect(issues.filter(({ rejected }) => rejected)).toMatchObject([{ code: 'not_stored', position: { index: 5 } }]);
  });
});
