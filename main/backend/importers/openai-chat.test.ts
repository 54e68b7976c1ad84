import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import { messageText } from '../../../shared/model/message.ts';
import { countTrajectory } from '../../../shared/model/steps.ts';
import { openaiChat } from './openai-chat.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('openai-chat.jsonl')), openaiChat);
const sample = (index: number) => parsed.samples[index] ?? expect.unreachable(`sample ${index}`);
const attempt = (index: number, at = 0) =>
  sample(index).attempts[at] ?? expect.unreachable(`attempt ${at} of ${index}`);

async function one(record: JsonValue, per: 'call' | 'conversation' | 'turn' = 'call') {
  const { samples, issues } = await parseAll(whole(JSON.stringify(record)), openaiChat, { per });
  return { sample: samples[0], issues };
}

describe('OpenAI chat logs', () => {
  it('give one sample per exchange, none lost', () => {
    expect([parsed.seen, parsed.kept, parsed.rejected, parsed.samples.length]).toEqual([15, 15, 0, 15]);
  });

  it('give the messages sent as prompt, the choice as attempt, and keep the rest', () => {
    expect(sample(0)).toMatchObject({
      prompt: [{ role: 'system' }, { role: 'user' }],
      tools: [{ name: 'weigh', strict: true }, { name: 'look_up_route' }],
      sourceRef: 'chatcmpl-1',
      extras: {
        request: { model: 'depot-small', temperature: 0.2 },
        wrapper: { status_code: 200, feedback: { thumbs: 'up' } },
      },
    });
    expect(attempt(0)).toEqual({
      messages: [
        {
          role: 'assistant',
          parts: [{ type: 'text', text: 'Gate 4.' }],
          finish: 'stop',
          tokens: 12,
          extras: { annotations: [] },
        },
      ],
      model: 'depot-small-2026',
      outcome: 'success',
      reward: 1,
      latencyMs: 420,
      tokens: 52,
      startedAt: Date.UTC(2026, 0, 5, 8),
      extras: {
        response: {
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1767000001,
          usage: { prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 },
          system_fingerprint: 'fp_depot',
        },
      },
    });
  });

  it('keep parallel calls in one message and pair results of the history with them', () => {
    expect(attempt(1).messages).toHaveLength(1);
    expect(attempt(1).messages[0]?.calls?.map(({ id, args }) => [id, args])).toEqual([
      ['call_a', { parcel: '18' }],
      ['call_b', { postcode: '75001' }],
    ]);
    expect(
      sample(2)
        .prompt.slice(3)
        .map(({ callId, isError }) => [callId, isError]),
    ).toEqual([
      ['call_b', undefined],
      ['call_a', 'guessed'],
    ]);
  });

  it('make an attempt of each choice', () => {
    expect(
      sample(3).attempts.map(({ messages, tokens }) => [messageText(messages[0]!), messages[0]?.finish, tokens]),
    ).toEqual([
      ['Gate 1.', 'stop', null],
      ['Gate 2.', 'length', null],
    ]);
  });

  it('keep an error response as an attempt that ended in an error', () => {
    expect(attempt(4)).toMatchObject({
      messages: [],
      outcome: 'error',
      latencyMs: 31,
      extras: { error: { code: 'rate_limited' } },
    });
  });

  it('read part lists, refusals and reasoning', () => {
    expect(sample(5).prompt[0]?.parts.map(({ type }) => type)).toEqual(['text', 'image', 'image', 'other']);
    expect(attempt(5).messages[0]?.parts).toEqual([{ type: 'refusal', text: 'The label shows a private address.' }]);
    expect(attempt(7).messages[0]?.parts).toEqual([
      { type: 'reasoning', text: 'Hamburg is north, so gate 2.' },
      { type: 'text', text: 'Gate 2.' },
    ]);
  });

  it('read legacy functions', () => {
    const [, calling, result] = sample(6).prompt;
    expect(sample(6).tools.map(({ name }) => name)).toEqual(['weigh']);
    expect(calling?.calls).toMatchObject([{ name: 'weigh', args: { parcel: '20' }, extras: { legacy: true } }]);
    expect(result).toMatchObject({ role: 'tool', callId: calling?.calls?.[0]?.id, extras: { role: 'function' } });
  });

  it('assemble a stream by choice and call, without doubling a repeated name', () => {
    expect(attempt(8)).toMatchObject({
      tokens: 50,
      extras: { response: { streamed: true } },
      messages: [
        {
          finish: 'tool_calls',
          tokens: 30,
          calls: [
            { id: 'call_x', name: 'weigh', args: { parcel: '21' } },
            { id: 'call_y', name: 'look_up_route', args: { postcode: '1010' } },
          ],
        },
      ],
    });
  });

  it('assemble a list of chunks and say that it stops early', () => {
    expect(messageText(attempt(9).messages[0]!)).toBe('Gate fi');
    expect(parsed.issues).toContainEqual(
      expect.objectContaining({
        code: 'stream_incomplete',
        rejected: false,
        position: expect.objectContaining({ line: 10 }),
      }),
    );
  });

  it('step into the bodies of HTTP messages and their JSON text', () => {
    expect(messageText(sample(10).prompt[0]!)).toBe('Parcel 22?');
    expect(attempt(10)).toMatchObject({ latencyMs: 88, messages: [{ parts: [{ text: 'Gate 9.' }] }] });
    expect(sample(10).extras).toMatchObject({
      wrapper: { request: { headers: { 'content-type': 'application/json' } }, response: { status: 200 } },
    });
  });

  it('pair results without ids by order and read arguments of every form', () => {
    const [, calling, first, second] = sample(11).prompt;
    expect(calling?.calls?.map(({ args }) => args)).toEqual([{ parcel: '23' }, { parcel: '24' }]);
    expect([first?.callId, second?.callId]).toEqual(calling?.calls?.map(({ id }) => id));
    expect(attempt(11)).toMatchObject({
      latencyMs: 1500,
      startedAt: 1_767_600_000_000,
      messages: [{ parts: [{ text: '1 kg and 2 kg.' }] }],
    });
  });

  it('mark arguments that are not JSON', () => {
    expect(attempt(12).messages[0]?.calls).toMatchObject([{ args: {} }, { argsError: expect.any(String) }]);
    expect(attempt(12).messages[0]?.calls?.[1]).not.toHaveProperty('args');
  });

  it('keep a request without a response, and an answer without its request', () => {
    expect(sample(13)).toMatchObject({ prompt: [{ role: 'user' }], attempts: [] });
    expect(sample(14)).toMatchObject({ prompt: [], attempts: [{ messages: [{ parts: [{ text: 'Gate 3.' }] }] }] });
    expect(parsed.issues.map(({ code, position }) => [code, position.line])).toContainEqual(['prompt_missing', 15]);
  });

  it('move where the prompt ends with the splitting mode, never losing a message', async () => {
    const history = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'u1' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: '1', content: 'r' },
      { role: 'assistant', content: 'a1' },
      { role: 'user', content: 'u2' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '2', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: '2', content: 'r' },
    ];
    const record = {
      request: { messages: history },
      response: {
        choices: [
          { index: 0, message: { role: 'assistant', content: 'a2' } },
          { index: 1, message: { role: 'assistant', content: 'b2' } },
        ],
      },
    };
    const lengths = async (per: 'call' | 'conversation' | 'turn') => {
      const { sample: found } = await one(record, per);
      return [
        found?.prompt.length,
        found?.attempts.map(({ messages }) => [messages.length, countTrajectory(messages).calls]),
      ];
    };
    expect(await lengths('call')).toEqual([
      8,
      [
        [1, 0],
        [1, 0],
      ],
    ]);
    expect(await lengths('turn')).toEqual([
      6,
      [
        [3, 1],
        [3, 1],
      ],
    ]);
    expect(await lengths('conversation')).toEqual([
      2,
      [
        [7, 2],
        [7, 2],
      ],
    ]);
  });

  it('take a logged conversation without a response as prompt and answer', async () => {
    const record = {
      model: 'm',
      temperature: 0,
      messages: [
        { role: 'user', content: 'u' },
        { role: 'assistant', content: 'a' },
      ],
      id: 'r-1',
    };
    const { sample: found } = await one(record);
    expect(found).toMatchObject({
      prompt: [{ role: 'user' }],
      attempts: [{ model: 'm', messages: [{ role: 'assistant' }] }],
      sourceRef: 'r-1',
      extras: { request: { model: 'm', temperature: 0 } },
    });
  });

  it('take a record that holds both halves side by side', async () => {
    const { sample: found } = await one({
      messages: [{ role: 'user', content: 'u' }],
      tools: [],
      choices: [{ index: 0, message: { role: 'assistant', content: 'a' } }],
      id: 'x',
    });
    expect(found).toMatchObject({
      prompt: [{ role: 'user' }],
      attempts: [{ messages: [{ role: 'assistant' }], extras: { response: { id: 'x' } } }],
    });
    expect(JSON.stringify(found?.attempts[0]?.extras)).not.toContain('"messages"');
  });

  it('keep a filtered choice without a message as an attempt that ended in an error', async () => {
    const { sample: found } = await one({
      request: { messages: [{ role: 'user', content: 'u' }] },
      response: {
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason: 'content_filter', content_filter_results: { hate: 1 } }],
      },
    });
    expect(found?.attempts).toMatchObject([
      { messages: [], outcome: 'error', extras: { choice: { content_filter_results: { hate: 1 } } } },
    ]);
  });

  it('take an answer that is a message or plain text', async () => {
    const request = { messages: [{ role: 'user', content: 'u' }] };
    for (const output of [
      { role: 'assistant', content: 'a' },
      { message: { role: 'assistant', content: 'a' } },
      'a',
      [{ role: 'assistant', content: 'a' }],
    ]) {
      const { sample: found } = await one({ input: request, output });
      expect(messageText(found?.attempts[0]?.messages[0] ?? { parts: [] })).toBe('a');
    }
  });

  it('put calls apart that share an index but not an id', async () => {
    const piece = (id: string, args: string) => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id, function: { name: 'f', arguments: args } }] } }],
    });
    const { sample: found } = await one({
      request: { messages: [{ role: 'user', content: 'u' }] },
      response: [piece('a', '{"n":1}'), piece('b', '{"n":2}')],
    });
    expect(found?.attempts[0]?.messages[0]?.calls?.map(({ args }) => args)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('read records of another form as what they are, say so, and never repeat content', async () => {
    const anthropic = {
      request: { messages: [{ role: 'user', content: 'secret-1' }] },
      response: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'secret-2' }],
        stop_reason: 'end_turn',
      },
    };
    const { sample: found, issues } = await one(anthropic);
    expect(found?.attempts).toHaveLength(1);
    expect(issues).toMatchObject([{ code: 'other_form', rejected: false }]);
    expect(issues[0]?.message).toContain('Anthropic Messages');
    expect(issues[0]?.message).not.toContain('secret');
    const odd = await one({
      request: { messages: [{ role: 'secret-role', content: 'x' }] },
      response: { choices: [{ message: { content: 'y' } }] },
    });
    expect(odd.issues).toMatchObject([{ code: 'message_unknown_role', rejected: true }]);
    expect(odd.issues[0]?.message).not.toContain('secret');
  });

  it('take what they can of a messy log and list every other line', async () => {
    const { samples, issues, seen, kept, rejected } = await parseAll(whole(fixture('gateway-log.txt')), openaiChat);
    expect(samples.map(({ attempts }) => messageText(attempts[0]?.messages[0] ?? { parts: [] }))).toEqual([
      'Gate 1.',
      'Gate 2.',
      'Gate 3.',
      'Gate 4.',
      'Gate 5.',
      'Gate 6.',
      'Gate 7.',
    ]);
    expect([seen, kept, rejected]).toEqual([12, 7, 5]);
    expect(issues.filter((issue) => issue.rejected).map(({ code, position }) => [position.line, code])).toEqual([
      [3, 'not_json'],
      [19, 'not_json'],
      [20, 'not_json'],
      [21, 'not_json'],
      [22, 'cut_off'],
    ]);
  });
});
