import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('bedrock-converse.jsonl')), bedrockConverse);

describe('Bedrock Converse logs', () => {
  it('are told from other logs', async () => {
    const { detected } = await inspectInput(whole(fixture('bedrock-converse.jsonl')));
    expect(detected?.format).toBe('bedrock-converse');
  });

  it('give parallel calls, results with their state, and what was said after them', async () => {
    const [first] = (await parsed()).samples;
    expect(first?.prompt).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'You sell tickets.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Rows 1 and 2, please 🎭' }] },
      {
        role: 'assistant',
        parts: [{ type: 'reasoning', text: 'Both.' }],
        calls: [
          { id: 'tooluse_1', name: 'seat', argsText: '{"row":1}', args: { row: 1 }, kind: 'function' },
          { id: 'tooluse_2', name: 'seat', argsText: '{"row":2}', args: { row: 2 }, kind: 'function' },
        ],
        extras: { partExtras: { '0': { signature: 'c2ln' } } },
      },
      { role: 'tool', parts: [{ type: 'text', text: '{"held":true}' }], callId: 'tooluse_1', isError: false },
      { role: 'tool', parts: [{ type: 'text', text: 'taken' }], callId: 'tooluse_2', isError: true },
      { role: 'user', parts: [{ type: 'text', text: 'Hurry.' }] },
    ]);
    expect(first?.tools).toEqual([
      {
        name: 'seat',
        description: 'Holds a seat.',
        parameters: { type: 'object', properties: { row: { type: 'integer' } } },
        kind: 'function',
      },
    ]);
    expect(first?.attempts).toMatchObject([
      {
        model: 'test.model-v1:0',
        latencyMs: 450,
        tokens: 25,
        messages: [{ parts: [{ text: 'Row 1 is held.' }], finish: 'end_turn', tokens: 5 }],
      },
    ]);
  });

  it('read invocation logs with a streamed answer', async () => {
    const [, second] = (await parsed()).samples;
    expect(second).toMatchObject({ sourceRef: 'req-2', prompt: [{ role: 'user', parts: [{ text: 'Row 7?' }] }] });
    expect(second?.attempts).toMatchObject([
      {
        model: 'test.model-v2',
        latencyMs: 321,
        tokens: 11,
        startedAt: Date.UTC(2026, 4, 1, 7),
        messages: [
          {
            parts: [{ type: 'text', text: 'One moment' }],
            calls: [{ id: 'tooluse_s', name: 'seat', argsText: '{"row": 7}', args: { row: 7 } }],
            finish: 'tool_use',
          },
        ],
      },
    ]);
  });

  it('keep the errors of a batch, and refuse an unknown role without quoting it', async () => {
    const { samples, issues, seen, kept } = await parsed();
    expect([seen, kept]).toEqual([4, 3]);
    expect(samples[2]).toMatchObject({ sourceRef: 'r-3', attempts: [{ outcome: 'error' }] });
    expect(issues).toMatchObject([
      { code: 'message_unknown_role', message: 'Message 1 has a role that is not user or assistant.' },
    ]);
  });

  it('leave invocations of a Claude model to the form they are in', async () => {
    const log = {
      schemaType: 'ModelInvocationLog',
      operation: 'InvokeModel',
      modelId: 'test.claude',
      input: {
        inputBodyJson: {
          anthropic_version: 'bedrock-2023-05-31',
          max_tokens: 9,
          messages: [{ role: 'user', content: 'Hi' }],
        },
      },
      output: {
        outputBodyJson: {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'Hello' }],
          stop_reason: 'end_turn',
        },
      },
    };
    const { detected } = await inspectInput(whole(JSON.stringify(log)));
    expect(detected?.format).toBe('anthropic-messages');
    const { samples } = await parseAll(whole(JSON.stringify(log)), anthropicMessages);
    expect(samples[0]?.attempts[0]?.messages).toMatchObject([{ parts: [{ text: 'Hello' }] }]);
  });
});
