import { describe, expect, it } from 'vitest';
import { messageText } from '../../../../shared/model/message.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { openaiChat } from '../openai-chat.ts';
import { parseAll, whole } from '../testing/read.ts';

type Turn = JsonObject;
const user = (content: string): Turn => ({ role: 'user', content });
const said = (content: string): Turn => ({ role: 'assistant', content });
const system: Turn = { role: 'system', content: 'You lend bicycles.' };
const lend: Turn = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lend', arguments: '{"bike":7}' } }],
};
const lent: Turn = { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' };

function call(messages: readonly Turn[], answers: readonly Turn[], fields: JsonObject = {}): JsonObject {
  return {
    id: `log-${messages.length}`,
    latency_ms: 100,
    request: { model: 'm', messages: [...messages] },
    response: {
      object: 'chat.completion',
      choices: answers.map((message, index) => ({ index, message, finish_reason: 'stop' })),
      usage: { completion_tokens: 5, total_tokens: 20 },
    },
    ...fields,
  };
}

async function conversations(calls: readonly JsonObject[], per: 'conversation' | 'call' = 'conversation') {
  const parsed = await parseAll(whole(calls.map((one) => JSON.stringify(one)).join('\n')), openaiChat, { per });
  const texts = parsed.samples.map(({ prompt, attempts }) => [
    prompt.map(messageText),
    ...attempts.map(({ messages }) => messages.map((message) => message.calls?.[0]?.name ?? messageText(message))),
  ]);
  return { ...parsed, texts };
}

const opening = [system, user('A bike for today?')];
const growing = [
  call(opening, [lend]),
  call([...opening, lend, lent], [said('Bike 7 is yours.')]),
  call([...opening, lend, lent, said('Bike 7 is yours.'), user('And a helmet?')], [said('In the box.')]),
];

describe('calls that send the history again', () => {
  it('are one conversation, whose time and tokens are those of all calls', async () => {
    const { texts, samples, seen, kept } = await conversations(growing);
    expect([seen, kept]).toEqual([3, 3]);
    expect(texts).toEqual([
      [
        ['You lend bicycles.', 'A bike for today?'],
        ['lend', '{"ok":true}', 'Bike 7 is yours.', 'And a helmet?', 'In the box.'],
      ],
    ]);
    expect(samples[0]).toMatchObject({
      position: { index: 0 },
      sourceRef: 'log-2',
      attempts: [{ latencyMs: 300, tokens: 60 }],
      extras: { conversation: { calls: 3, lastCall: 'log-6' } },
    });
    // The answers as logged, with what the history does not repeat.
    expect(samples[0]?.attempts[0]?.messages[2]).toMatchObject({ finish: 'stop', tokens: 5 });
  });

  it('stay calls when a sample is one call', async () => {
    expect((await conversations(growing, 'call')).samples).toHaveLength(3);
  });

  it('are found among those of other conversations, whatever stands between', async () => {
    const other = [system, user('Opening hours?')];
    const mixed = [
      growing[0],
      call(other, [said('Nine to five.')]),
      growing[1],
      call([...other, said('Nine to five.'), user('Sunday?')], [said('Closed.')]),
      growing[2],
    ] as JsonObject[];
    const { texts } = await conversations(mixed);
    expect(texts.map(([prompt]) => prompt)).toEqual([
      ['You lend bicycles.', 'A bike for today?'],
      ['You lend bicycles.', 'Opening hours?'],
    ]);
    expect(texts[1]?.[1]).toEqual(['Nine to five.', 'Sunday?', 'Closed.']);
  });

  it('are joined although the history leaves the reasoning out', async () => {
    const thought = { ...said('Bike 7 is yours.'), reasoning_content: 'Seven is free.' };
    const calls = [
      call(opening, [thought]),
      call([...opening, said('Bike 7 is yours.'), user('Thanks')], [said('Bye.')]),
    ];
    const { samples } = await conversations(calls);
    expect(samples).toHaveLength(1);
    expect(samples[0]?.attempts[0]?.messages[0]?.parts[0]).toEqual({ type: 'reasoning', text: 'Seven is free.' });
  });

  it('end at a call with several answers, each an attempt with all before it', async () => {
    const { texts } = await conversations([
      growing[0] as JsonObject,
      call([...opening, lend, lent], [said('Yours.'), said('Take 7.')]),
    ]);
    expect(texts).toEqual([
      [
        ['You lend bicycles.', 'A bike for today?'],
        ['lend', '{"ok":true}', 'Yours.'],
        ['lend', '{"ok":true}', 'Take 7.'],
      ],
    ]);
  });

  it('are apart when two go on from the same point, or when a history was changed', async () => {
    const retry = call([...opening, lend, lent], [said('Eight is better.')]);
    const edited = call(
      [...opening, lend, { ...lent, content: '{"ok":false}' }, said('Bike 7 is yours.'), user('?')],
      [said('No.')],
    );
    const { samples, seen, kept } = await conversations([...growing, retry, edited]);
    expect([seen, kept]).toEqual([5, 5]);
    expect(samples).toHaveLength(3);
  });

  it('that are the very same call are two samples', async () => {
    const { samples } = await conversations([growing[0], growing[0]] as JsonObject[]);
    expect(samples).toHaveLength(2);
  });

  it('keep the messages of requests without answers', async () => {
    const request = { ...call([...opening, lend, lent], []), response: { error: { message: 'overloaded' } } };
    const { texts, samples } = await conversations([growing[0] as JsonObject, request]);
    expect(samples).toHaveLength(1);
    expect(texts[0]?.[1]).toEqual(['lend', '{"ok":true}']);
    expect(samples[0]?.attempts[0]?.outcome).toBe('error');
  });
});
