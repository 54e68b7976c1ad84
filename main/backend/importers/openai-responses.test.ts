import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { openaiResponses } from './openai-responses.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('openai-responses.jsonl')), openaiResponses);

describe('OpenAI Responses logs', () => {
  it('are told from other logs', async () => {
    const { detected } = await inspectInput(whole(fixture('openai-responses.jsonl')));
    expect(detected?.format).toBe('openai-responses');
  });

  it('join items to turns, pair by call id and keep arguments that are not JSON', async () => {
    const [first] = (await parsed()).samples;
    expect(first?.prompt).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'You track parcels.' }], extras: { instructions: true } },
      { role: 'user', parts: [{ type: 'text', text: 'Where are P1 and P2?' }] },
      {
        role: 'assistant',
        parts: [{ type: 'reasoning', text: '', encrypted: true }],
        calls: [
          {
            id: 'call_1',
            name: 'track',
            argsText: '{"no":"P1"}',
            args: { no: 'P1' },
            kind: 'function',
            extras: { id: 'fc_1' },
          },
          {
            id: 'call_2',
            name: 'track',
            argsText: '{"no":',
            argsError: 'The arguments are not valid JSON.',
            kind: 'function',
            extras: { id: 'fc_2' },
          },
        ],
        extras: { partExtras: { '0': { id: 'rs_1', summary: [], encrypted_content: 'eHl6' } } },
      },
      { role: 'tool', parts: [{ type: 'text', text: 'Error: bad number' }], callId: 'call_2', isError: 'guessed' },
      { role: 'tool', parts: [{ type: 'text', text: 'In Köln 📦' }], callId: 'call_1' },
    ]);
    expect(first?.tools).toEqual([
      {
        name: 'track',
        description: 'Tracks a parcel.',
        parameters: { type: 'object', properties: { no: { type: 'string' } } },
        strict: true,
        kind: 'function',
      },
      { name: 'web_search', kind: 'server' },
    ]);
    expect(first?.attempts).toMatchObject([
      {
        model: 'gpt-test',
        latencyMs: 1200,
        tokens: 25,
        startedAt: Date.UTC(2026, 2, 1, 8),
        messages: [
          {
            role: 'assistant',
            parts: [
              { type: 'reasoning', text: 'One is known.' },
              { type: 'text', text: 'P1 is in Köln.' },
            ],
            finish: 'completed',
            tokens: 5,
            extras: { id: 'msg_1' },
          },
        ],
      },
    ]);
  });

  it('take the answer from the last event of a stream, or put it together where that is missing', async () => {
    const { samples, issues } = await parsed();
    expect(samples[1]?.attempts[0]?.messages).toMatchObject([
      { parts: [], calls: [{ id: 'call_9', name: 'track', argsText: '', args: {} }] },
    ]);
    expect(samples[2]?.attempts[0]?.messages).toMatchObject([
      {
        parts: [{ type: 'text', text: 'It is in Köln' }],
        calls: [{ id: 'call_c', argsText: '{"no":', argsError: expect.any(String) }],
      },
    ]);
    expect(issues.filter(({ code }) => code === 'stream_incomplete')).toMatchObject([{ position: { index: 2 } }]);
  });

  it('say when the history is elsewhere, and show a search of the service as a call with its result', async () => {
    const { samples, issues } = await parsed();
    expect(issues.filter(({ code }) => code === 'history_elsewhere')).toMatchObject([{ position: { index: 3 } }]);
    expect(samples[3]?.prompt).toMatchObject([{ role: 'tool', callId: 'call_7' }]);
    expect(samples[3]?.attempts[0]?.messages).toMatchObject([
      {
        role: 'assistant',
        calls: [{ id: 'ws_1', name: 'web_search', kind: 'server', args: { query: 'post office' } }],
      },
      { role: 'tool', callId: 'ws_1', name: 'web_search', parts: [] },
      { role: 'assistant', parts: [{ text: 'Near you.' }], finish: 'max_output_tokens' },
    ]);
  });

  it('keep errors and failed responses as attempts that failed', async () => {
    const { samples } = await parsed();
    expect(samples.slice(4, 6).map(({ attempts }) => attempts)).toMatchObject([
      [{ outcome: 'error', messages: [], extras: { error: { code: 'rate_limit_exceeded' } } }],
      [{ outcome: 'error', messages: [], extras: { response: { error: { code: 'server_error' } } } }],
    ]);
  });

  it('refuse what is no message without quoting it, and read answers that stand alone', async () => {
    const { samples, issues, seen, kept } = await parsed();
    expect([seen, kept]).toEqual([8, 7]);
    expect(issues.filter(({ rejected }) => rejected)).toMatchObject([
      { code: 'item_unknown_role', message: expect.stringMatching(/^Item 1 has a role/), position: { line: 7 } },
    ]);
    expect(samples.at(-1)).toMatchObject({
      prompt: [{ role: 'system', parts: [{ text: 'Stay polite.' }] }],
      tools: [{ name: 'track' }, { name: 'web_search' }],
      sourceRef: 'resp_8',
      attempts: [
        {
          messages: [
            { parts: [{ type: 'refusal', text: 'I cannot.' }], calls: [{ kind: 'custom', argsText: 'free text' }] },
          ],
        },
      ],
    });
  });
});
