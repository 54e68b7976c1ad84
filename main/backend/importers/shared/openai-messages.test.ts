import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { Message } from '../../../../shared/model/message.ts';
import { toTrajectory } from '../../../../shared/model/steps.ts';
import { trajectoryKey } from '../../engine/canonical.ts';
import { readMessages } from './openai-messages.ts';
import { readTools } from './openai-tools.ts';
import { readToolArgs } from './tool-args.ts';

function messages(raw: JsonValue): readonly Message[] {
  const read = readMessages(raw);
  if (!read.ok) throw new Error(read.problem.message);
  return read.messages;
}

function call(name: string, args: JsonValue, id?: string): JsonValue {
  return { ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: args } };
}

describe('arguments of a call (T30)', () => {
  it('are equal as an object, as text and as text encoded twice', () => {
    const args = { city: 'Oslo', days: [1, 2] };
    const forms: JsonValue[] = [
      args,
      JSON.stringify(args),
      JSON.stringify(args, null, 2),
      JSON.stringify(JSON.stringify(args)),
    ];
    for (const form of forms) expect(readToolArgs(form)).toMatchObject({ args });
    expect(readToolArgs(forms[1])).toEqual({ argsText: JSON.stringify(args), args });
    const keys = forms.map((form) =>
      trajectoryKey(messages([{ role: 'assistant', tool_calls: [call('go', form, 'c')] }])),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it.each([[''], ['  '], [null], [undefined], ['""']])('are empty for %j', (form) => {
    expect(readToolArgs(form).args).toEqual({});
  });

  it.each([['{"city": '], ['city=Oslo'], ['"{broken"'], ['{"a":1} {"b":2}'], ["{'a': 1}"]])(
    'are an error, never {}, for %j',
    (form) => {
      const read = readToolArgs(form);
      expect(read).toEqual({ argsText: form, argsError: 'The arguments are not valid JSON.' });
    },
  );

  it('keep whole numbers that a number cannot hold', () => {
    expect(readToolArgs('{"id":12345678901234567890}').args).toEqual({ id: '12345678901234567890' });
  });
});

describe('calls and results', () => {
  it('get ids that are unique in the conversation, and keep the ones of the log', () => {
    const list = messages([
      { role: 'user', content: 'go' },
      { role: 'assistant', tool_calls: [call('a', '{}', 'call_id'), call('b', '{}', 'call_id')] },
      { role: 'tool', tool_call_id: 'call_id', content: 'from a' },
      { role: 'tool', tool_call_id: 'call_id', content: 'from b' },
      { role: 'assistant', tool_calls: [call('c', '{}', 'call_id')] },
      { role: 'tool', tool_call_id: 'call_id', content: 'from c' },
    ]);
    const calls = list.flatMap((message) => message.calls ?? []);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    expect(calls.map(({ id, originalId }) => originalId ?? id)).toEqual(['call_id', 'call_id', 'call_id']);
    expect(pairs(list)).toEqual([
      ['a', 'from a'],
      ['b', 'from b'],
      ['c', 'from c'],
    ]);
  });

  it('are paired by id when results come in another order', () => {
    const list = messages([
      { role: 'assistant', tool_calls: [call('a', '{}', '1'), call('b', '{}', '2')] },
      { role: 'tool', tool_call_id: '2', content: 'from b' },
      { role: 'tool', tool_call_id: '1', content: 'from a' },
    ]);
    expect(pairs(list)).toEqual([
      ['a', 'from a'],
      ['b', 'from b'],
    ]);
  });

  it('are paired by name, else by order, when results have no id', () => {
    const list = messages([
      { role: 'assistant', tool_calls: [call('a', '{}'), call('b', '{}')] },
      { role: 'tool', name: 'b', content: 'from b' },
      { role: 'tool', content: 'from a' },
      { role: 'assistant', tool_calls: [call('a', '{}'), call('a', '{}')] },
      { role: 'tool', content: 'first' },
      { role: 'tool', content: 'second' },
    ]);
    expect(pairs(list)).toEqual([
      ['a', 'from a'],
      ['b', 'from b'],
      ['a', 'first'],
      ['a', 'second'],
    ]);
  });

  it('differ when two calls stand in one turn or in two (T31)', () => {
    const parallel = messages([
      { role: 'assistant', tool_calls: [call('search', '{"q":1}', '1'), call('search', '{"q":2}', '2')] },
    ]);
    const serial = messages([
      { role: 'assistant', tool_calls: [call('search', '{"q":1}', '1')] },
      { role: 'assistant', tool_calls: [call('search', '{"q":2}', '2')] },
    ]);
    expect(trajectoryKey(parallel)).not.toBe(trajectoryKey(serial));
    expect(toTrajectory(parallel)).toHaveLength(1);
    expect(toTrajectory(serial)).toHaveLength(2);
  });

  it('keep a text of blanks beside a call (T26)', () => {
    const [message] = messages([{ role: 'assistant', content: '\n\n', tool_calls: [call('a', '{}', '1')] }]);
    expect(message).toMatchObject({ parts: [{ type: 'text', text: '\n\n' }], calls: [{ name: 'a' }] });
  });

  it('tell null, missing and empty content apart (T29)', () => {
    const list = messages([
      { role: 'assistant', content: null, tool_calls: [call('a', '', '1')] },
      { role: 'assistant', tool_calls: [call('a', '', '2')] },
      { role: 'assistant', content: '', tool_calls: [call('a', '', '3')] },
    ]);
    expect(list.map(({ contentForm, parts, calls }) => [contentForm, parts.length, calls?.length])).toEqual([
      ['null', 0, 1],
      ['missing', 0, 1],
      ['text', 0, 1],
    ]);
  });

  it('count a call once that stands in tool_calls and in function_call', () => {
    const [message] = messages([
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('a', '{}', '1')],
        function_call: { name: 'a', arguments: '{}' },
      },
    ]);
    expect(message?.calls).toHaveLength(1);
  });

  it('read custom calls as text and flat calls by their name', () => {
    const [message] = messages([
      {
        role: 'assistant',
        tool_calls: [
          { id: '1', type: 'custom', custom: { name: 'run', input: 'ls -la' } },
          { id: '2', name: 'go', arguments: { a: 1 } },
        ],
      },
    ]);
    expect(message?.calls).toEqual([
      { id: '1', name: 'run', argsText: 'ls -la', kind: 'custom' },
      { id: '2', name: 'go', argsText: '{"a":1}', args: { a: 1 }, kind: 'function' },
    ]);
  });

  it.each([
    ['Error: no such order', 'guessed'],
    ['Traceback (most recent call last):\n', 'guessed'],
    ['ValueError: bad', 'guessed'],
    ['{"error": "not found"}', 'guessed'],
    ['{"error": null, "rows": []}', undefined],
    ['No errors were found', undefined],
    ['{"rows": []}', undefined],
  ])('guess whether %j is an error', (content, isError) => {
    const list = messages([
      { role: 'assistant', tool_calls: [call('a', '{}', '1')] },
      { role: 'tool', tool_call_id: '1', content },
    ]);
    expect(list[1]?.isError).toBe(isError);
  });
});

function pairs(list: readonly Message[]): readonly unknown[] {
  return toTrajectory(list).flatMap((item) =>
    item.kind === 'step'
      ? item.calls.map(({ call: one, result }) => [
          one.name,
          result?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        ])
      : [],
  );
}

describe('messages', () => {
  it('keep what the model has no place for', () => {
    const [message] = messages([
      {
        role: 'assistant',
        name: 'desk',
        content: [
          { type: 'text', text: 'hi', annotations: ['a'] },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' } },
          { type: 'input_audio', input_audio: { data: 'CCCC' } },
        ],
        refusal: 'no',
        reasoning_content: 'because',
        reasoning: 'because',
        weight: 0,
        audio: { id: 'x' },
        function_call: null,
      },
    ]);
    expect(message).toEqual({
      role: 'assistant',
      name: 'desk',
      contentForm: 'parts',
      parts: [
        { type: 'reasoning', text: 'because' },
        { type: 'text', text: 'hi' },
        { type: 'image', data: 'AAAA', mediaType: 'image/png' },
        { type: 'image', url: 'https://example.com/a.png' },
        { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'BBBB' },
        { type: 'other', kind: 'input_audio', raw: { type: 'input_audio', input_audio: { data: 'CCCC' } } },
        { type: 'refusal', text: 'no' },
      ],
      weight: 0,
      extras: { audio: { id: 'x' }, partExtras: { 0: { annotations: ['a'] }, 1: { detail: 'low' } } },
    });
  });

  it.each([
    ['text', 'messages_not_a_list'],
    [[7], 'message_not_object'],
    [[{ role: 'wizard', content: 'x' }], 'message_unknown_role'],
    [[{ role: 'constructor', content: 'x' }], 'message_unknown_role'],
    [[{ role: 'assistant', tool_calls: [{}] }], 'message_bad_call'],
    [Array.from({ length: 10_001 }, () => ({ role: 'user', content: 'x' })), 'too_many_messages'],
  ])('that cannot be messages are named: %#', (raw, code) => {
    const read = readMessages(raw);
    expect(read.ok ? null : read.problem.code).toBe(code);
  });
});

describe('tools', () => {
  it('are read in every shape', () => {
    const parameters = { type: 'object' };
    const read = readTools([
      { type: 'function', function: { name: 'a', description: 'A', parameters, strict: true, extra: 1 } },
      { type: 'function', name: 'b', parameters },
      { name: 'c', parameters },
      { type: 'custom', custom: { name: 'd', format: { type: 'text' } } },
      { type: 'web_search', filters: {} },
    ]);
    expect(read).toEqual({
      ok: true,
      tools: [
        { name: 'a', description: 'A', parameters, strict: true, kind: 'function', extras: { extra: 1 } },
        { name: 'b', parameters, kind: 'function' },
        { name: 'c', parameters, kind: 'function' },
        { name: 'd', kind: 'custom', extras: { format: { type: 'text' } } },
        { name: 'web_search', kind: 'server', extras: { filters: {} } },
      ],
    });
  });

  it('are read from JSON text, and named when they cannot be', () => {
    expect(readTools('[{"name":"a"}]')).toEqual({ ok: true, tools: [{ name: 'a', kind: 'function' }] });
    expect(readTools('none')).toMatchObject({ ok: false, problem: { code: 'tools_not_a_list' } });
    expect(readTools([{ type: 'function', function: {} }])).toMatchObject({ ok: false, problem: { code: 'bad_tool' } });
    expect(readTools(undefined)).toEqual({ ok: true, tools: [] });
  });
});
