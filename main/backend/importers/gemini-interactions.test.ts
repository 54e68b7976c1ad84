import { describe, expect, it } from 'vitest';
import { gemini } from './gemini.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const file = fixture('gemini-interactions.jsonl');
const parsed = await parseAll(whole(file), gemini);

describe('Gemini interactions', () => {
  it('are told from Responses logs, which have an input too', async () => {
    const { detected } = await inspectInput(whole(file));
    expect(detected?.format).toBe('gemini');
    const request = { model: 'desk-1', input: 'Where?' };
    const other = await inspectInput(
      whole(`${JSON.stringify({ request, response: { object: 'response', output: [], status: 'completed' } })}\n`),
    );
    expect(other.detected?.format).toBe('openai-responses');
  });

  it('keep turns, parallel calls and their results, whichever comes first', () => {
    const [first] = parsed.samples;
    expect(first?.prompt).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'You run a bike shop.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Bell and Öl?' }] },
      {
        role: 'assistant',
        parts: [{ type: 'reasoning', text: 'Two parts.' }],
        calls: [
          { id: 'f1', name: 'find_part', argsText: '{"name":"bell"}', args: { name: 'bell' }, kind: 'function' },
          { id: 'f2', name: 'find_part', argsText: '{"name":"Öl"}', args: { name: 'Öl' }, kind: 'function' },
        ],
        extras: { partExtras: { 0: { signature: 'c2ln' } } },
      },
      { role: 'tool', name: 'find_part', parts: [{ type: 'text', text: '{"left":0}' }], callId: 'f2', isError: true },
      { role: 'tool', name: 'find_part', parts: [{ type: 'text', text: '3 bells' }], callId: 'f1' },
    ]);
    expect(first?.tools.map(({ name, kind }) => [name, kind])).toEqual([
      ['find_part', 'function'],
      ['google_search', 'server'],
    ]);
    expect(first?.attempts).toEqual([
      {
        messages: [
          {
            role: 'assistant',
            parts: [
              { type: 'reasoning', text: '', encrypted: true },
              { type: 'text', text: 'Three bells, no oil 🛎️.' },
            ],
            finish: 'completed',
            tokens: 8,
            extras: {
              partExtras: {
                0: { signature: 'c2ln' },
                1: { annotations: [{ start_index: 0, end_index: 5, source: 'shelf' }] },
              },
            },
          },
        ],
        model: 'gemini-test-001',
        outcome: 'unknown',
        reward: null,
        latencyMs: 310,
        tokens: 28,
        startedAt: Date.UTC(2026, 4, 2, 8),
        extras: expect.objectContaining({ response: expect.objectContaining({ id: 'v1_a' }) }),
      },
    ]);
    expect(first?.extras).toMatchObject({ request: { generation_config: { temperature: 0 }, store: false } });
  });

  it('add up the pieces of a stream, and tell that its history is elsewhere', () => {
    const [, second] = parsed.samples;
    expect(second?.attempts).toMatchObject([{ model: 'gemini-test-001', tokens: 12 }]);
    expect(second?.attempts[0]?.messages).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Look first.' },
          { type: 'text', text: 'One moment.' },
        ],
        calls: [{ id: 'f3', name: 'find_part', argsText: '{"name":"rim"}', args: { name: 'rim' }, kind: 'function' }],
        finish: 'requires_action',
        tokens: 4,
        extras: { partExtras: { 0: { signature: 'c2ln' } } },
      },
    ]);
    expect(parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected])).toEqual([
      ['history_elsewhere', 1, false],
      ['bad_content', 4, true],
    ]);
  });

  it('read steps: what was sent is the prompt, and a search of the service is a call with its result', () => {
    const [, , third] = parsed.samples;
    expect(third).toMatchObject({ sourceRef: 'v1_c', tools: [{ name: 'google_search', kind: 'server' }] });
    expect(third?.prompt).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Is it this one?' },
          { type: 'image', mediaType: 'image/png', data: 'aGk=' },
          { type: 'file', mediaType: 'application/pdf', name: 'files/9' },
        ],
      },
    ]);
    expect(third?.attempts[0]?.messages).toMatchObject([
      {
        role: 'assistant',
        calls: [{ id: 'g1', name: 'google_search', kind: 'server', args: { queries: ['hub 32'] } }],
      },
      { role: 'tool', callId: 'g1', parts: [{ type: 'other', raw: [{ title: 'Hubs' }] }] },
      { role: 'assistant', parts: [{ text: 'It is.' }] },
    ]);
  });

  it('keep a refused request as an attempt that failed, and refuse an unknown role without quoting it', () => {
    const [, , , fourth] = parsed.samples;
    expect(fourth?.attempts).toMatchObject([{ outcome: 'error', extras: { error: { code: 429 } } }]);
    expect([parsed.seen, parsed.kept]).toEqual([5, 4]);
    expect(parsed.issues.at(-1)?.message).toBe('Input 1 has neither a kind nor a role that is user or model.');
  });
});
