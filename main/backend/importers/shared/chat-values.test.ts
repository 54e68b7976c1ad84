import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { readChat } from './chat-values.ts';

const call = (name: string, args: JsonValue, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: args },
});

describe('reading what an instrumentation wrote as messages', () => {
  it.each<[string, JsonValue]>([
    ['Anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'weigh', input: { id: 18 } }] }],
    ['Vercel', [{ toolCallId: 'a', toolName: 'weigh', input: { id: 18 } }]],
    [
      'Bedrock',
      { output: { message: { content: [{ toolUse: { toolUseId: 'a', name: 'weigh', input: { id: 18 } } }] } } },
    ],
    [
      'Gemini',
      {
        candidates: [
          { content: { role: 'model', parts: [{ functionCall: { id: 'a', name: 'weigh', args: { id: 18 } } }] } },
        ],
      },
    ],
    [
      'Responses',
      { object: 'response', output: [{ type: 'function_call', call_id: 'a', name: 'weigh', arguments: { id: 18 } }] },
    ],
    [
      'OpenTelemetry',
      [{ role: 'assistant', parts: [{ type: 'tool_call', id: ['run', 'a'], name: 'weigh', arguments: { id: 18 } }] }],
    ],
    ['LangChain', { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'weigh', args: { id: 18 } }] }],
    ['a Python literal', "{'role': 'assistant', 'tool_calls': [{'id': 'a', 'name': 'weigh', 'args': {'id': 18}}]}"],
  ])('finds the call in the form of %s', (_form, value) => {
    const { messages, structured } = readChat(value, 'assistant');
    expect(structured).toBe(true);
    expect(messages).toMatchObject([{ role: 'assistant', tool_calls: [call('weigh', { id: 18 }, 'a')] }]);
  });

  it('turns results inside a user message into tool messages before its words', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'a', content: '3 kg' },
      { type: 'text', text: 'Now pack it.' },
    ];
    expect(readChat([{ role: 'user', content }], 'user').messages).toMatchObject([
      { role: 'tool', tool_call_id: 'a', content: '3 kg' },
      { role: 'user', content: 'Now pack it.' },
    ]);
  });

  it('joins parallel calls that came as messages of their own', () => {
    const item = (name: string) => ({ type: 'function_call', call_id: name, name, arguments: '{}' });
    const { messages } = readChat([item('weigh'), item('pack')], 'assistant');
    expect(messages).toHaveLength(1);
    expect(messages[0]?.['tool_calls']).toEqual([call('weigh', '{}', 'weigh'), call('pack', '{}', 'pack')]);
  });

  it('keeps an answer in JSON as the text it was, and takes nothing for nothing', () => {
    expect(readChat('{"ok": true}', 'assistant').messages).toEqual([{ role: 'assistant', content: '{"ok": true}' }]);
    for (const empty of [null, '', '{}', '[]', 'None', '{"content":"role"}'])
      expect(readChat(empty, 'user').messages).toEqual([]);
  });

  it('never throws, and gives messages with roles, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('user', 'assistant'), (value, role) => {
        const { messages } = readChat(value as JsonValue, role); // fast-check's own JSON type is the same
        expect(messages.every((message) => isJsonObject(message) && typeof message['role'] === 'string')).toBe(true);
      }),
    );
  });
});
