import { describe, expect, it } from 'vitest';
import { anthropicBatch } from './anthropic-batch.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('anthropic-messages.jsonl')), anthropicMessages);

describe('Anthropic Messages logs', () => {
  it('are told from other logs', async () => {
    const { detected } = await inspectInput(whole(fixture('anthropic-messages.jsonl')));
    expect(detected).toEqual({
      format: 'anthropic-messages',
      confidence: 0.97,
      reason: 'messages sent and an Anthropic answer',
    });
  });

  it('give the system text, parallel calls, results in their order and what a person added after them', async () => {
    const [first] = (await parsed()).samples;
    expect(first).toEqual({
      kind: 'sample',
      position: { line: 1, offset: 0, index: 0 },
      sub: 0,
      taskKey: null,
      title: null,
      prompt: [
        {
          role: 'system',
          parts: [{ type: 'text', text: 'You help in a bike shop.' }],
          contentForm: 'parts',
          extras: { partExtras: { '0': { cache_control: { type: 'ephemeral' } } } },
        },
        { role: 'user', parts: [{ type: 'text', text: 'Are frames A1 and B2 here? 🚲' }] },
        {
          role: 'assistant',
          contentForm: 'parts',
          parts: [{ type: 'text', text: 'I look.' }],
          calls: [
            { id: 'toolu_1', name: 'find_bike', argsText: '{"frame":"A1"}', args: { frame: 'A1' }, kind: 'function' },
            { id: 'toolu_2', name: 'find_bike', argsText: '{"frame":"B2"}', args: { frame: 'B2' }, kind: 'function' },
          ],
        },
        { role: 'tool', parts: [{ type: 'text', text: 'No such frame.' }], callId: 'toolu_2', isError: true },
        { role: 'tool', parts: [{ type: 'text', text: 'Stand 4' }], callId: 'toolu_1' },
        { role: 'user', parts: [{ type: 'text', text: 'Be brief.' }], contentForm: 'parts' },
      ],
      tools: [
        {
          name: 'find_bike',
          description: 'Finds a bike by its frame number.',
          parameters: { type: 'object', properties: { frame: { type: 'string' } }, required: ['frame'] },
          kind: 'function',
        },
        { name: 'web_search', kind: 'server', extras: { type: 'web_search_20250305', max_uses: 2 } },
      ],
      reference: {},
      attempts: [
        {
          messages: [
            {
              role: 'assistant',
              contentForm: 'parts',
              parts: [
                { type: 'reasoning', text: '', encrypted: true },
                { type: 'text', text: 'A1 is at stand 4; B2 is unknown.' },
              ],
              finish: 'end_turn',
              tokens: 9,
              extras: { partExtras: { '0': { data: 'eA==' } } },
            },
          ],
          model: 'claude-test-1b',
          outcome: 'unknown',
          reward: null,
          latencyMs: 900,
          tokens: 64,
          startedAt: Date.UTC(2026, 1, 3, 10),
          extras: {
            response: {
              id: 'msg_1',
              usage: {
                input_tokens: 40,
                cache_creation_input_tokens: 5,
                cache_read_input_tokens: 10,
                output_tokens: 9,
              },
            },
          },
        },
      ],
      extras: {
        request: { model: 'claude-test-1', max_tokens: 200 },
        wrapper: {
          timestamp: '2026-02-03T10:00:00Z',
          latency_ms: 900,
          url: 'https://gateway.example/v1/messages',
        },
      },
      sourceRef: 'msg_1',
      tags: [],
    });
  });

  it('put streams together, with empty input as no arguments', async () => {
    const [, streamed, cut] = (await parsed()).samples;
    expect(streamed?.attempts[0]).toMatchObject({ model: 'claude-test-2', tokens: 67, outcome: 'unknown' });
    expect(streamed?.attempts[0]?.messages).toEqual([
      {
        role: 'assistant',
        contentForm: 'parts',
        parts: [{ type: 'reasoning', text: 'Two frames to look up.' }],
        calls: [
          { id: 'toolu_s1', name: 'find_bike', argsText: '{"frame": "Ä-7"}', args: { frame: 'Ä-7' }, kind: 'function' },
          { id: 'toolu_s2', name: 'list_bikes', argsText: '{}', args: {}, kind: 'function' },
        ],
        finish: 'tool_use',
        tokens: 25,
        extras: { partExtras: { '0': { signature: 'c2ln' } } },
      },
    ]);
    expect(cut?.attempts[0]?.messages[0]?.calls).toMatchObject([{ argsText: '{"frame": "Ä-7"}' }]);
  });

  it('report streams that stop early, and arguments cut off in them', async () => {
    const { issues } = await parsed();
    expect(issues.filter(({ rejected }) => !rejected)).toMatchObject([
      { code: 'stream_incomplete', position: { index: 2 } },
    ]);
    const events = [
      { type: 'message_start', message: { role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'ring', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"times": 1' } },
    ];
    const record = { request: { messages: [{ role: 'user', content: 'Ring.' }] }, response: events };
    const { samples } = await parseAll(whole(JSON.stringify(record)), anthropicMessages);
    expect(samples[0]?.attempts[0]?.messages[0]?.calls).toEqual([
      { id: 't', name: 'ring', argsText: '{"times": 1', argsError: expect.any(String), kind: 'function' },
    ]);
  });

  it('keep errors as attempts that failed', async () => {
    const { samples } = await parsed();
    expect(samples[3]?.attempts).toMatchObject([
      {
        outcome: 'error',
        messages: [],
        extras: { error: { type: 'overloaded_error' }, response: { request_id: 'req_9' } },
      },
    ]);
  });

  it('cut an answer after the result of a tool that ran on the service', async () => {
    const { samples } = await parsed();
    expect(samples[4]?.attempts[0]?.messages).toMatchObject([
      { role: 'assistant', parts: [{ text: 'I search.' }], calls: [{ id: 'srvtoolu_1', kind: 'server' }] },
      { role: 'tool', callId: 'srvtoolu_1', isError: true, parts: [{ type: 'other' }] },
      { role: 'assistant', parts: [{ text: 'I could not find it.' }], finish: 'end_turn', extras: { continues: true } },
    ]);
  });

  it('refuse what is no message, without quoting it', async () => {
    const { issues, kept, seen } = await parsed();
    expect([seen, kept]).toEqual([6, 5]);
    expect(issues.filter(({ rejected }) => rejected)).toMatchObject([
      {
        code: 'message_unknown_role',
        message: 'Message 1 has a role that is not user or assistant.',
        position: { line: 6 },
      },
    ]);
  });
});

describe('Anthropic message batches', () => {
  it('give requests without answers, results without prompts, and failures as attempts', async () => {
    const { samples, issues } = await parseAll(whole(fixture('anthropic-batch.jsonl')), anthropicBatch);
    expect(
      samples.map(({ sourceRef, prompt, attempts }) => [
        sourceRef,
        prompt.map(({ role }) => role),
        attempts.map(({ outcome, messages }) => [outcome, messages.flatMap(({ calls }) => calls ?? []).length]),
      ]),
    ).toEqual([
      ['bike-1', ['system', 'user'], []],
      ['bike-2', [], [['unknown', 1]]],
      ['bike-3', [], [['error', 0]]],
      ['bike-4', [], [['error', 0]]],
    ]);
    expect(samples[2]?.attempts[0]?.extras).toMatchObject({ error: { error: { type: 'invalid_request_error' } } });
    expect(samples[3]?.attempts[0]?.extras).toEqual({ error: 'expired' });
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([
      ['no_message', true],
      ['answer_missing', false],
      ['prompt_missing', false],
      ['prompt_missing', false],
      ['prompt_missing', false],
    ]);
  });

  it('are told from other batches', async () => {
    const { detected } = await inspectInput(whole(fixture('anthropic-batch.jsonl')));
    expect(detected?.format).toBe('anthropic-batch');
  });
});
