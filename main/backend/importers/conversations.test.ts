import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages.ts';
import { gemini } from './gemini.ts';
import { openaiResponses } from './openai-responses.ts';
import { parseAll, whole } from './testing/read.ts';
import type { Importer, ParsedSample } from './types.ts';

/** One line for each message of a sample, with calls by name. */
function outline(samples: readonly ParsedSample[]): readonly (readonly string[])[] {
  return samples.map(({ prompt, attempts }) =>
    [...prompt, ...(attempts[0]?.messages ?? [])].map(({ role, parts, calls }) =>
      [
        role,
        ...parts.map((part) => (part.type === 'text' ? part.text : part.type)),
        ...(calls ?? []).map(({ name }) => name),
      ].join(' '),
    ),
  );
}

async function join(records: readonly object[], importer: Importer) {
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const { samples, seen, kept, issues } = await parseAll(whole(text), importer, { per: 'conversation' });
  expect([seen, kept]).toEqual([records.length, records.length]);
  return { samples, issues };
}

describe('calls that send their history again become one conversation', () => {
  it('in Anthropic logs', async () => {
    const ask = { role: 'user', content: 'Fix the tyre.' };
    const call = { type: 'tool_use', id: 'toolu_1', name: 'patch', input: {} };
    const answer = (content: unknown[]) => ({ type: 'message', role: 'assistant', content, stop_reason: 'end_turn' });
    const { samples } = await join(
      [
        {
          request: { system: 'Be quick.', messages: [ask] },
          response: answer([{ type: 'thinking', thinking: 'Hm.' }, call]),
        },
        {
          request: {
            system: 'Be quick.',
            messages: [
              ask,
              { role: 'assistant', content: [call] },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
            ],
          },
          response: answer([{ type: 'text', text: 'Fixed.' }]),
        },
      ],
      anthropicMessages,
    );
    expect(outline(samples)).toEqual([
      ['system Be quick.', 'user Fix the tyre.', 'assistant reasoning patch', 'tool ok', 'assistant Fixed.'],
    ]);
  });

  it('in Gemini logs, whose calls have no ids', async () => {
    const ask = { role: 'user', parts: [{ text: 'Find both.' }] };
    const call = { role: 'model', parts: [{ functionCall: { name: 'find', args: {} } }] };
    const result = { role: 'user', parts: [{ functionResponse: { name: 'find', response: { at: 1 } } }] };
    const answer = (content: object) => ({ candidates: [{ content, finishReason: 'STOP' }] });
    const { samples } = await join(
      [
        { request: { contents: [ask] }, response: answer(call) },
        {
          request: { contents: [ask, call, result] },
          response: answer({ role: 'model', parts: [{ text: 'Here.' }] }),
        },
      ],
      gemini,
    );
    expect(outline(samples)).toEqual([['user Find both.', 'assistant find', 'tool {"at":1}', 'assistant Here.']]);
    expect(samples[0]?.attempts[0]?.messages[1]?.callId).toBe(samples[0]?.attempts[0]?.messages[0]?.calls?.[0]?.id);
  });

  it('in Responses logs, where a request may name the response it goes on from', async () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'send', arguments: '{}' };
    const words = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sent.' }] };
    const answer = (id: string, output: object[]) => ({ id, object: 'response', status: 'completed', output });
    const base = { model: 'gpt-test', instructions: 'Post it.' };
    const { samples, issues } = await join(
      [
        { request: { ...base, input: 'Send the parcel.' }, response: answer('resp_1', [call]) },
        {
          request: {
            ...base,
            previous_response_id: 'resp_1',
            input: [{ type: 'function_call_output', call_id: 'call_1', output: 'ok' }],
          },
          response: answer('resp_2', [words]),
        },
        {
          request: { ...base, previous_response_id: 'resp_elsewhere', input: 'And then?' },
          response: answer('resp_3', [words]),
        },
      ],
      openaiResponses,
    );
    expect(outline(samples)).toEqual([
      ['system Post it.', 'user Send the parcel.', 'assistant send', 'tool ok', 'assistant Sent.'],
      ['system Post it.', 'user And then?', 'assistant Sent.'],
    ]);
    expect(issues.map(({ code, position }) => [code, position.index])).toEqual([['history_elsewhere', 2]]);
  });
});
