import { describe, expect, it } from 'vitest';
import type { Message, ToolCall } from '../../../shared/model/message.ts';
import { answerFromText, asksForJson, referenceAnswer, toGradedSample, toItem } from './sample-view.ts';

const JSON_FORMAT = { responseFormat: { type: 'json_object' } };
const NO_FORMAT = { responseFormat: null };

function call(id: string, argsText: string, change: Partial<ToolCall> = {}): ToolCall {
  return { id, name: 'search', argsText, kind: 'function', ...change };
}

function assistant(text: string, calls: ToolCall[] = []): Message {
  return {
    role: 'assistant',
    parts: text === '' ? [] : [{ type: 'text', text }],
    ...(calls.length > 0 ? { calls } : {}),
  };
}

const RESULT: Message = { role: 'tool', parts: [{ type: 'text', text: 'found' }], callId: 'c1' };

describe('toGradedSample', () => {
  it('gives the final text, all calls of the trajectory, and the final message as a choice', () => {
    const messages = [
      assistant('Looking.', [call('c1', '{"q":"a"}', { args: { q: 'a' } }), call('c2', '{}', { args: {} })]),
      RESULT,
      assistant('', [call('c3', '{"q": 1}', { args: { q: 1 } })]),
      RESULT,
      assistant('{"answer": 7}'),
    ];
    expect(toGradedSample(messages, JSON_FORMAT)).toEqual({
      output_text: '{"answer": 7}',
      output_json: { answer: 7 },
      output_tools: [
        { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":"a"}' } },
        { id: 'c2', type: 'function', function: { name: 'search', arguments: '{}' } },
        { id: 'c3', type: 'function', function: { name: 'search', arguments: '{"q":1}' } },
      ],
      choices: [{ index: 0, message: { role: 'assistant', content: '{"answer": 7}' }, finish_reason: 'stop' }],
    });
  });

  it('has no output_json without a response format or where the text is no JSON', () => {
    expect(toGradedSample([assistant('{}')], NO_FORMAT).output_json).toBeNull();
    expect(toGradedSample([assistant('{}')], { responseFormat: { type: 'text' } }).output_json).toBeNull();
    expect(toGradedSample([assistant('The answer: {}')], JSON_FORMAT).output_json).toBeNull();
  });

  it('shows an answer that ends in calls as a call, not as blank text', () => {
    const sample = toGradedSample([assistant('', [call('c1', '{}', { args: {} })])], NO_FORMAT);
    expect(sample.output_text).toBe('');
    expect(sample.choices).toMatchObject([
      { message: { content: null, tool_calls: [{ id: 'c1' }] }, finish_reason: 'tool_calls' },
    ]);
  });

  it('makes equal arguments equal texts, however they were logged, and keeps invalid ones raw', () => {
    const args = { b: [1, { d: 2, c: 1 }], a: 'x' };
    const forms = [
      '{"b":[1,{"d":2,"c":1}],"a":"x"}',
      '{ "a": "x", "b": [1, {"c": 1, "d": 2}] }',
      JSON.stringify(JSON.stringify(args)),
    ];
    const calls = forms.map((argsText, index) => call(`c${index}`, argsText, { args }));
    const invalid = call('bad', '{"a": ', { argsError: 'ends too early' });
    const tools = toGradedSample([assistant('', [...calls, invalid, call('none', '')])], NO_FORMAT).output_tools;
    const texts = tools.map((tool) => (tool as { function: { arguments: string } }).function.arguments);
    const canonical = '{"a":"x","b":[1,{"c":1,"d":2}]}';
    expect(texts).toEqual([canonical, canonical, canonical, '{"a": ', '{}']);
  });

  it('keeps the free text of a custom tool', () => {
    const tools = toGradedSample([assistant('', [call('c1', 'SELECT 1', { kind: 'custom' })])], NO_FORMAT).output_tools;
    expect(tools).toEqual([{ id: 'c1', type: 'custom', custom: { name: 'search', input: 'SELECT 1' } }]);
  });

  it('gives a refusal beside an empty content, and nothing at all for an attempt without a model turn', () => {
    const refused: Message = { role: 'assistant', parts: [{ type: 'refusal', text: 'No.' }], finish: 'content_filter' };
    expect(toGradedSample([refused], NO_FORMAT).choices).toEqual([
      { index: 0, message: { role: 'assistant', content: null, refusal: 'No.' }, finish_reason: 'content_filter' },
    ]);
    expect(toGradedSample([], NO_FORMAT)).toEqual({
      output_text: '',
      output_json: null,
      output_tools: [],
      choices: [],
    });
  });
});

describe('answerFromText', () => {
  it('is an answer without calls', () => {
    expect(answerFromText('{"a":1}', JSON_FORMAT)).toEqual({
      output_text: '{"a":1}',
      output_json: { a: 1 },
      output_tools: [],
      choices: [{ index: 0, message: { role: 'assistant', content: '{"a":1}' }, finish_reason: 'stop' }],
    });
  });
});

describe('toItem', () => {
  it('is the data line: messages, tools when offered, reference fields at the top', () => {
    const prompt: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }];
    expect(toItem(prompt, [], { answer: 'yes', reference: { decision: 'pay' } })).toEqual({
      messages: [{ role: 'user', content: 'Hi' }],
      answer: 'yes',
      reference: { decision: 'pay' },
    });
    expect(toItem(prompt, [{ name: 'search' }], {})).toMatchObject({
      tools: [{ type: 'function', function: { name: 'search' } }],
    });
  });
});

describe('referenceAnswer', () => {
  it.each([
    [
      { expected: 'b', answer: 'a' },
      { text: 'a', from: 'answer' },
    ],
    [{ reference_answer: 1.5 }, { text: '1.5', from: 'reference_answer' }],
    [{ expected: { a: [1] } }, { text: '{"a":[1]}', from: 'expected' }],
    [
      { answer: '', output: 'o' },
      { text: 'o', from: 'output' },
    ],
    [
      { answer: null, completion: false },
      { text: 'false', from: 'completion' },
    ],
    [{ decision: 'pay' }, { text: '{"decision":"pay"}', from: 'the whole reference as JSON' }],
    [{}, null],
  ])('of %j is %j', (reference, expected) => {
    expect(referenceAnswer(reference)).toEqual(expected);
  });
});

describe('asksForJson', () => {
  it.each([
    [null, false],
    [{ type: 'text' }, false],
    ['text', false],
    [{ type: 'json_object' }, true],
    [{ type: 'json_schema', json_schema: {} }, true],
  ])('%j: %s', (format, expected) => {
    expect(asksForJson(format)).toBe(expected);
  });
});
