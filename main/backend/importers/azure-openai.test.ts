import { describe, expect, it } from 'vitest';
import { azureOpenai } from './azure-openai.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('azure-openai.jsonl')), azureOpenai);

describe('Azure OpenAI chat logs', () => {
  it('are told from other chat logs by their address or filters', async () => {
    const { detected } = await inspectInput(whole(fixture('azure-openai.jsonl')));
    expect(detected?.format).toBe('azure-openai');
    const plain = {
      request: { messages: [{ role: 'user', content: 'Hi' }] },
      response: { object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: 'Ho' } }] },
    };
    expect((await inspectInput(whole(JSON.stringify(plain)))).detected?.format).toBe('openai-chat');
  });

  it('keep filter results and take a missing model from the address', async () => {
    const { samples } = await parsed();
    expect(samples[0]?.attempts).toMatchObject([
      {
        model: 'gpt-test-1',
        latencyMs: 700,
        messages: [{ parts: [{ text: 'Ding' }] }],
        extras: { response: { prompt_filter_results: [{}] }, choice: { content_filter_results: { hate: {} } } },
      },
    ]);
    expect(samples[2]?.attempts).toMatchObject([{ model: 'bikes', outcome: 'error', messages: [] }]);
    expect(samples[2]?.attempts[0]?.extras).toMatchObject({ error: { code: 'content_filter' } });
  });

  it('take an answer that was held back for a failure, and join streams that begin and end with filter results', async () => {
    const { samples, issues } = await parsed();
    expect(samples[1]?.attempts).toMatchObject([{ outcome: 'error', messages: [] }]);
    expect(samples[3]?.attempts).toMatchObject([
      { model: 'bikes', outcome: 'unknown', messages: [{ parts: [{ text: 'Tut' }], finish: 'stop' }] },
    ]);
    expect(issues.filter(({ code }) => code === 'stream_incomplete')).toEqual([]);
  });

  it('open the properties of a monitor export', async () => {
    const { samples } = await parsed();
    expect(samples[4]).toMatchObject({
      prompt: [{ role: 'user', parts: [{ text: 'From the monitor' }] }],
      attempts: [{ latencyMs: 420, startedAt: Date.UTC(2026, 5, 1, 10), messages: [{ parts: [{ text: 'Seen' }] }] }],
    });
  });

  it('refuse what is no message', async () => {
    const { seen, kept, issues } = await parsed();
    expect([seen, kept]).toEqual([6, 5]);
    expect(issues).toMatchObject([{ code: 'message_unknown_role', rejected: true, position: { line: 6 } }]);
  });

  it('are told by the properties of a resource log, whose bodies are texts', async () => {
    const log = {
      time: '2026-02-03T10:00:00Z',
      operationName: 'ChatCompletions_Create',
      resultSignature: '200',
      DurationMs: 40,
      properties: JSON.stringify({
        requestBody: JSON.stringify({ messages: [{ role: 'user', content: 'Ömer?' }] }),
        responseBody: { object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'Here' } }] },
      }),
    };
    const { detected, samples } = await inspectInput(whole(JSON.stringify(log)));
    expect(detected?.format).toBe('azure-openai');
    expect(samples).toMatchObject([
      { prompt: [{ parts: [{ text: 'Ömer?' }] }], attempts: [{ messages: [{ parts: [{ text: 'Here' }] }] }] },
    ]);
  });
});
