import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { importerById } from './registry.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { parseAll, whole } from './testing/read.ts';
import type { Per } from '../../../shared/model/sample.ts';

// The pitfalls that forms have in common, one test each, named as below. What a test of one form already shows at length is
// named after the dash; a pitfall that is about what follows import is tested there.
//
//   arguments as text, object or free text ... here - openai-messages.test.ts "arguments of a call (T30)"
//   empty or missing arguments ............... here - openai-messages.test.ts
//   null, empty or missing content ........... here - openai-messages.test.ts "tell null, missing and empty content apart (T29)"
//   content as a list of parts ............... here - openai-messages.test.ts
//   results in user messages ................. here - anthropic-messages.test.ts, bedrock-converse.test.ts
//   results missing, late, out of order ...... here - openai-messages.test.ts
//   no ids, equal ids, ids as lists .......... here - gemini.test.ts, openai-rows.test.ts
//   the same call in two fields .............. here - langchain.test.ts, langsmith.test.ts
//   the same call in several spans ........... here - langfuse.test.ts, otel.test.ts
//   the same turns in successive records ..... here - shared/prefix-groups.test.ts
//   one answer over several lines ............ here - claude-code.test.ts (T25), openhands.test.ts
//   nested lists of messages ................. here - training-messages.test.ts, bfcl.test.ts, toolbench.test.ts
//   tool definitions as messages ............. here - langfuse.test.ts
//   tools only in texts or the address ....... here - training-messages.test.ts, azure-openai.test.ts
//   calls only in texts ...................... here - training-messages.test.ts
//   streams .................................. here - openai-chat.test.ts, anthropic-messages.test.ts, gemini.test.ts
//   units of time ............................ here - shared/time.test.ts
//   fields for tokens ........................ here
//   tokens on parents ........................ here
//   scores ................................... here - langfuse.test.ts, delimited.test.ts
//   errors ................................... here
//   what was cut ............................. here - delimited.test.ts; checks/truncated.ts flags the rest
//   marks of redaction ....................... here - litellm.test.ts; checks flag them in any form
//   Python literals .......................... here - shared/python-literal.test.ts
//   blobs .................................... here
//   control characters ....................... here
//   personal data and secrets ................ the privacy scan, over what was imported

type Options = { readonly format?: string; readonly per?: Per };

/** Imports records by detection alone, unless a form is given. */
async function imported(records: unknown, { format, per }: Options = {}) {
  const text = typeof records === 'string' ? records : lines(Array.isArray(records) ? records : [records]);
  const id = format ?? (await inspectInput(whole(text))).detected?.format ?? '';
  const importer = importerById(id) ?? expect.unreachable('the form is not known');
  const { samples, issues } = await parseAll(whole(text), importer, per === undefined ? {} : { per });
  const brief = briefSamples(samples).map(({ prompt, answers }) => [...prompt, ...answers.flat()]);
  const messages = samples.flatMap(({ prompt, attempts }) => [...prompt, ...attempts.flatMap((one) => one.messages)]);
  return {
    format: id,
    samples,
    brief,
    messages,
    calls: messages.flatMap(({ calls }) => calls ?? []),
    attempts: samples.flatMap(({ attempts }) => attempts),
    codes: issues.map(({ code }) => code),
  };
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

const user = (content: unknown = 'Bell?') => ({ role: 'user', content });
const call = (id: unknown, args: unknown, name = 'stock') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const completion = (message: object, more: object = {}) => ({
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  ...more,
});
const exchange = (messages: readonly unknown[], message: object, more: object = {}) => ({
  request: { model: 'desk', messages },
  response: completion(message, more),
});
const asked = (...calls: readonly unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const row = (...messages: readonly unknown[]) => ({ messages: [...messages, { role: 'assistant', content: 'Yes' }] });
const result = (id: string | undefined, content: string, more: object = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content,
  ...more,
});

describe('pitfalls of many forms', () => {
  it('arguments as text, object or free text: text and value are kept, what is no JSON keeps its call and says so', async () => {
    const custom = { id: 'd', type: 'custom', custom: { name: 'patch', input: '*** not {json' } };
    const { calls } = await imported(
      exchange([user()], asked(call('a', '{"n": 1}'), call('b', { n: 1 }), call('c', '{n'), custom)),
    );
    expect(calls.map(({ argsText, args, argsError, kind }) => [kind, argsText, args, argsError !== undefined])).toEqual(
      [
        ['function', '{"n": 1}', { n: 1 }, false],
        ['function', '{"n":1}', { n: 1 }, false],
        ['function', '{n', undefined, true],
        ['custom', '*** not {json', undefined, false],
      ],
    );
  });

  it('empty or missing arguments: they are {}', async () => {
    const { calls } = await imported(exchange([user()], asked(call('a', ''), call('b', undefined))));
    expect(calls.map(({ args }) => args)).toEqual([{}, {}]);
  });

  it('null, empty or missing content: equal to see, told apart for export', async () => {
    const contents = [{ content: null }, { content: '' }, {}];
    const { messages } = await imported(
      contents.map((content) =>
        exchange([user()], {
          ...asked(call('a', '{}')),
          ...content,
          ...(content.content === undefined ? { content: undefined } : {}),
        }),
      ),
    );
    const answers = messages.filter(({ role }) => role === 'assistant');
    expect(answers.map(({ parts }) => parts)).toEqual([[], [], []]);
    expect(answers.map(({ contentForm }) => contentForm)).toEqual(['null', 'text', 'missing']);
  });

  it('content as a list of parts: text in order, the others as parts of their kind', async () => {
    const parts = [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: 'https://shop.example/a.png' } },
      { type: 'text', text: 'here' },
      { type: 'hologram', x: 1 },
    ];
    const { messages } = await imported(exchange([user(parts)], { content: 'Yes' }));
    expect(messages[0]?.parts.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'other']);
    expect(JSON.stringify(messages)).not.toContain('[object Object]');
  });

  it('results in user messages: they become tool messages, the words beside them follow', async () => {
    const blocks = [
      { type: 'tool_result', tool_use_id: 'a', content: 'closed', is_error: true },
      { type: 'text', text: 'Hurry' },
    ];
    const { brief } = await imported({
      request: {
        model: 'desk',
        max_tokens: 9,
        messages: [
          user(),
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'stock', input: {} }] },
          user(blocks),
        ],
      },
      response: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Sorry' }],
        stop_reason: 'end_turn',
      },
    });
    expect(brief).toEqual([
      ['user: Bell?', 'assistant:  stock({})', 'tool: closed ->a error=true', 'user: Hurry', 'assistant: Sorry'],
    ]);
  });

  it('results missing, late, out of order: paired by id, else by name and order; open calls stay open', async () => {
    const { brief } = await imported([
      row(user(), asked(call('a', '{}'), call('b', '{}'), call('c', '{}')), result('b', '2'), result('a', '1')),
      row(
        user(),
        asked(call('a', '{}', 'x'), call('b', '{}', 'y')),
        result(undefined, 'of y', { name: 'y' }),
        result(undefined, 'of x', { name: 'x' }),
      ),
    ]);
    expect(brief.map((messages) => messages.filter((message) => message.startsWith('tool')))).toEqual([
      ['tool: 2 ->b', 'tool: 1 ->a'],
      ['tool: of y ->b', 'tool: of x ->a'],
    ]);
  });

  it('no ids, equal ids, ids as lists: unique in the conversation, the original kept', async () => {
    const equal = await imported(
      row(
        user(),
        asked(call('call_id', '{}')),
        result('call_id', '1'),
        asked(call('call_id', '{}')),
        result('call_id', '2'),
      ),
    );
    const [first, second] = equal.calls;
    expect(first?.id).not.toBe(second?.id);
    expect(equal.messages.filter(({ role }) => role === 'tool').map(({ callId }) => callId)).toEqual([
      first?.id,
      second?.id,
    ]);
    const none = await imported({
      contents: [
        { role: 'user', parts: [{ text: 'Bell?' }] },
        {
          role: 'model',
          parts: [{ functionCall: { name: 'f', args: {} } }, { functionCall: { name: 'f', args: {} } }],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'f', response: { r: 1 } } },
            { functionResponse: { name: 'f', response: { r: 2 } } },
          ],
        },
      ],
    });
    expect(new Set(none.calls.map(({ id }) => id)).size).toBe(2);
    expect(none.messages.filter(({ role }) => role === 'tool').map(({ callId }) => callId)).toEqual(
      none.calls.map(({ id }) => id),
    );
    const listed = {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: ['run_1', 'call_9'], name: 'f', arguments: {} }],
    };
    const span = {
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Bell?' }] }]),
      'gen_ai.output.messages': JSON.stringify([listed]),
    };
    expect((await imported(span)).calls.map(({ id }) => id)).toEqual(['call_9']);
  });

  it('the same call in two fields: one call', async () => {
    const kwargs = {
      content: '',
      tool_calls: [{ name: 'f', args: { n: 1 }, id: 'a', type: 'tool_call' }],
      additional_kwargs: { tool_calls: [call('a', '{"n": 1}', 'f')] },
    };
    const lc = (name: string, fields: object) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'schema', 'messages', name],
      kwargs: fields,
    });
    const { calls } = await imported({ messages: [lc('HumanMessage', { content: 'Bell?' }), lc('AIMessage', kwargs)] });
    expect(calls).toHaveLength(1);
  });

  const observation = (id: string, type: string, more: object) => ({
    id,
    traceId: 't',
    type,
    startTime: '2026-02-03T10:00:00Z',
    endTime: '2026-02-03T10:00:01Z',
    name: id,
    ...more,
  });
  const answered = { input: [user()], output: { role: 'assistant', content: 'Yes' } };

  it('the same call in several spans: the innermost with content counts once', async () => {
    const { brief } = await imported([
      observation('outer', 'SPAN', answered),
      observation('inner', 'GENERATION', { ...answered, parentObservationId: 'outer', model: 'desk' }),
      observation('http', 'SPAN', { parentObservationId: 'inner' }),
    ]);
    expect(brief).toEqual([['user: Bell?', 'assistant: Yes']]);
  });

  it('the same turns in successive records: one conversation, or each call as it was sent', async () => {
    const log = [
      exchange([user()], { content: 'Yes' }),
      exchange([user(), { role: 'assistant', content: 'Yes' }, user('Rim?')], { content: 'No' }),
    ];
    expect((await imported(log, { per: 'conversation' })).brief).toEqual([
      ['user: Bell?', 'assistant: Yes', 'user: Rim?', 'assistant: No'],
    ]);
    expect((await imported(log, { per: 'call' })).brief).toHaveLength(2);
  });

  it('one answer over several lines: one message with all calls, its tokens once', async () => {
    const line = (uuid: string, parentUuid: string | null, type: string, message: object) => ({
      sessionId: 's',
      uuid,
      parentUuid,
      type,
      timestamp: '2026-02-03T10:00:00Z',
      message,
    });
    const usage = { input_tokens: 5, output_tokens: 3 };
    const piece = (id: string) => ({
      id: 'msg_1',
      role: 'assistant',
      model: 'desk',
      usage,
      content: [{ type: 'tool_use', id, name: 'f', input: {} }],
    });
    const { messages, attempts } = await imported([
      line('1', null, 'user', user()),
      line('2', '1', 'assistant', piece('a')),
      line('3', '2', 'assistant', piece('b')),
    ]);
    expect(messages.map(({ role, calls = [] }) => [role, calls.length])).toEqual([
      ['user', 0],
      ['assistant', 2],
    ]);
    expect(attempts[0]?.tokens).toBe(8);
  });

  it('nested lists of messages: known which nesting means a batch and which several conversations', async () => {
    const several = {
      messages: [
        [user(), { role: 'assistant', content: 'a' }],
        [user('Rim?'), { role: 'assistant', content: 'b' }],
      ],
    };
    expect((await imported(several)).brief).toEqual([
      ['user: Bell?', 'assistant: a'],
      ['user: Rim?', 'assistant: b'],
    ]);
    const run = {
      id: 'r',
      trace_id: 'r',
      run_type: 'llm',
      name: 'x',
      inputs: { messages: [[{ type: 'human', data: { content: 'Bell?' } }]] },
      outputs: { generations: [[{ text: 'Yes' }]] },
    };
    expect((await imported(run)).brief).toEqual([['user: Bell?', 'assistant: Yes']]);
  });

  it('tool definitions as messages: they are tools, not results', async () => {
    const definition = { role: 'tool', content: { type: 'function', function: { name: 'stock', parameters: {} } } };
    const { samples, brief } = await imported(
      observation('g', 'GENERATION', { ...answered, input: [user(), definition] }),
    );
    expect([brief, samples[0]?.tools.map(({ name }) => name)]).toEqual([
      [['user: Bell?', 'assistant: Yes']],
      ['stock'],
    ]);
  });

  it('tools only in texts or the address: read from where they are', async () => {
    const hermes = {
      conversations: [
        { from: 'system', value: '<tools>[{"name": "stock", "parameters": {}}]</tools>' },
        { from: 'human', value: 'Bell?' },
        { from: 'gpt', value: '<tool_call>{"name": "stock", "arguments": {}}</tool_call>' },
      ],
    };
    expect((await imported(hermes)).samples[0]?.tools.map(({ name }) => name)).toEqual(['stock']);
    const azure = {
      url: 'https://x.openai.azure.com/openai/deployments/desk-7/chat/completions?api-version=1',
      request: { messages: [user()] },
      response: completion({ content: 'Yes' }),
    };
    expect((await imported(azure)).attempts[0]?.model).toBe('desk-7');
  });

  it('calls only in texts: kept as text and counted, unless the row says that they are written so', async () => {
    const { calls, codes } = await imported({
      conversations: [
        { from: 'human', value: 'Bell?' },
        { from: 'gpt', value: '<tool_call>{"name": "f"}</tool_call>' },
      ],
    });
    expect([calls, codes]).toEqual([[], ['calls_in_text']]);
  });

  it('streams: put together by index, with the usage of the last piece', async () => {
    const delta = (value: object, more: object = {}) =>
      `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: value, finish_reason: null }], ...more })}\n\n`;
    const piece = (index: number, more: object) => ({ tool_calls: [{ index, ...more }] });
    const sse = [
      delta({ role: 'assistant', ...piece(0, { id: 'a', function: { name: 'f', arguments: '{"n"' } }) }),
      delta(piece(1, { id: 'b', function: { name: 'g', arguments: '' } })),
      delta(piece(0, { function: { arguments: ': 1}' } })),
      'data: {"object":"chat.completion.chunk","choices":[],"usage":{"total_tokens":7}}\n\ndata: [DONE]\n\n',
    ].join('');
    const { calls, attempts } = await imported({ request: { messages: [user()] }, response: sse });
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ['f', { n: 1 }],
      ['g', {}],
    ]);
    expect(attempts[0]?.tokens).toBe(7);
  });

  it('units of time: seconds, milliseconds, nanoseconds and text without a zone are the same moment', async () => {
    const at = Date.UTC(2026, 1, 3, 10);
    const span = {
      traceId: 'aa',
      spanId: 'b',
      name: 'chat',
      startTimeUnixNano: `${at}000000`,
      endTimeUnixNano: `${at + 250}000000`,
      attributes: [
        { key: 'gen_ai.prompt.0.content', value: { stringValue: 'Bell?' } },
        { key: 'gen_ai.completion.0.content', value: { stringValue: 'Yes' } },
      ],
    };
    const forms = [
      exchange([user()], { content: 'Yes' }, { created: at / 1000 }),
      { ...exchange([user()], { content: 'Yes' }), timestamp: at },
      { ...exchange([user()], { content: 'Yes' }), timestamp: '2026-02-03T10:00:00' },
      { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
    ];
    for (const form of forms) expect((await imported(form)).attempts[0]?.startedAt).toBe(at);
  });

  it('fields for tokens: one count whatever they are called, the cache of Anthropic added', async () => {
    const anthropic = {
      request: { model: 'desk', max_tokens: 9, system: 's', messages: [user()] },
      response: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Yes' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 2, cache_read_input_tokens: 5, cache_creation_input_tokens: 1, output_tokens: 2 },
      },
    };
    const gemini = {
      request: { contents: [{ role: 'user', parts: [{ text: 'Bell?' }] }] },
      response: {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Yes' }] } }],
        usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 2, totalTokenCount: 10 },
      },
    };
    const openai = exchange(
      [user()],
      { content: 'Yes' },
      {
        usage: {
          prompt_tokens: 8,
          prompt_tokens_details: { cached_tokens: 5 },
          completion_tokens: 2,
          total_tokens: 10,
        },
      },
    );
    for (const form of [anthropic, gemini, openai]) expect((await imported(form)).attempts[0]?.tokens).toBe(10);
  });

  it('tokens on parents: only those of the model calls are added up', async () => {
    const usageDetails = { input: 4, output: 6, total: 10 };
    const { attempts } = await imported([
      observation('outer', 'SPAN', { usageDetails }),
      observation('inner', 'GENERATION', { ...answered, parentObservationId: 'outer', usageDetails }),
    ]);
    expect(attempts.map(({ tokens }) => tokens)).toEqual([10]);
  });

  it('scores: only what is called a reward is one, any other keeps its name and scale', async () => {
    const trace = (scores: readonly object[]) => ({
      id: 't',
      timestamp: '2026-02-03T10:00:00Z',
      scores,
      observations: [observation('g', 'GENERATION', answered)],
    });
    const tone = await imported(trace([{ name: 'tone', value: 4, dataType: 'NUMERIC' }]));
    expect(tone.attempts[0]).toMatchObject({ reward: null, outcome: 'unknown' });
    expect(JSON.stringify(tone.samples[0]?.extras)).toContain('"value":4');
    expect((await imported(trace([{ name: 'reward', value: 1 }]))).attempts[0]).toMatchObject({
      reward: 1,
      outcome: 'success',
    });
  });

  it('errors: of the transport, of a tool, and what only looks like one, are told apart', async () => {
    const transport = await imported({
      request: { messages: [user()] },
      response: { error: { message: 'overloaded' } },
      status: 500,
    });
    expect(transport.attempts).toMatchObject([{ outcome: 'error', messages: [] }]);
    const { messages, attempts } = await imported(row(user(), asked(call('a', '{}')), result('a', 'Error: closed')));
    expect(messages.find(({ role }) => role === 'tool')?.isError).toBe('guessed');
    expect(attempts[0]?.outcome).toBe('unknown');
    const refused = await imported(exchange([user()], { content: null, refusal: 'I cannot' }));
    expect(refused.messages.at(-1)?.parts).toEqual([{ type: 'refusal', text: 'I cannot' }]);
  });

  it('what was cut: a stream that stops a cell at the limit of Excel and cells that a viewer cut are said', async () => {
    const sse = `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Ye' } }] })}\n\n`;
    expect((await imported({ request: { messages: [user()] }, response: sse })).codes).toEqual(['stream_incomplete']);
    expect((await imported(`prompt,answer\nBell?,${'x'.repeat(32_767)}\n`)).codes).toEqual(['excel_cut']);
    const page = {
      rows: [
        {
          row_idx: 0,
          row: { messages: [user(), { role: 'assistant', content: 'Ye' }] },
          truncated_cells: ['messages'],
        },
      ],
    };
    expect((await imported(page)).codes).toContain('cells_cut');
  });

  it('marks of redaction: content that LiteLLM took out is said', async () => {
    const { codes } = await imported({
      call_type: 'completion',
      response_cost: 0,
      messages: [user('redacted-by-litellm')],
      response: completion({ content: 'redacted-by-litellm' }),
    });
    expect(codes).toContain('redacted');
  });

  it('Python literals: read, never run', async () => {
    const cell = `"[{'role': 'user', 'content': \\"It's 5 €\\", 'name': None}]"`.replaceAll('\\"', '""');
    const { brief } = await imported(`messages,answer\n${cell},Yes\n`);
    expect(brief).toEqual([["user: It's 5 €", 'assistant: Yes']]);
    const evil = await imported(`prompt,answer\n"[__import__('os').system('x')]",Yes\n`);
    expect(evil.brief).toEqual([["user: [__import__('os').system('x')]", 'assistant: Yes']]);
  });

  it('blobs: an image is a part of its own, not text', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const { messages } = await imported(exchange([user([image])], { content: 'Yes' }));
    expect(messages[0]?.parts).toEqual([{ type: 'image', mediaType: 'image/png', data: 'AAAA' }]);
  });

  it('control characters: the text of a result is kept to the byte', async () => {
    const text = '\u001b[31mred\u001b[0m\r\n\u0000\u0007\u202e end';
    const { messages } = await imported(row(user(), asked(call('a', '{}')), result('a', text)));
    expect(messages.find(({ role }) => role === 'tool')?.parts).toEqual([{ type: 'text', text }]);
    // Half a character, as loggers that cut leave it, cannot be written out again: it is replaced, and said.
    const cut = await imported(row(user(), asked(call('a', '{}')), result('a', 'x\ud83d')));
    expect(cut.messages.find(({ role }) => role === 'tool')?.parts).toEqual([{ type: 'text', text: 'x\ufffd' }]);
    expect(cut.codes).toEqual(['lone_surrogate']);
  });
});
