import { describe, expect, it } from 'vitest';
import { gemini } from './gemini.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('gemini.jsonl')), gemini);

describe('Gemini logs', () => {
  it('are told from other logs', async () => {
    const { detected } = await inspectInput(whole(fixture('gemini.jsonl')));
    expect(detected?.format).toBe('gemini');
  });

  it('pair two calls of one function with their results by order, and see the error of a result', async () => {
    const [first] = (await parsed()).samples;
    expect(first?.prompt).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'You are a librarian.' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Find A and Ü.' },
          { type: 'image', mediaType: 'image/png', data: 'aGk=' },
        ],
      },
      {
        role: 'assistant',
        parts: [],
        calls: [
          {
            id: 'call_1',
            name: 'find_book',
            argsText: '{"title":"A"}',
            args: { title: 'A' },
            kind: 'function',
            extras: { thoughtSignature: 'c2ln' },
          },
          { id: 'call_2', name: 'find_book', argsText: '{"title":"Ü"}', args: { title: 'Ü' }, kind: 'function' },
        ],
      },
      { role: 'tool', name: 'find_book', parts: [{ type: 'text', text: '{"result":"shelf 3"}' }], callId: 'call_1' },
      {
        role: 'tool',
        name: 'find_book',
        parts: [{ type: 'text', text: '{"error":"unknown"}' }],
        callId: 'call_2',
        isError: true,
      },
    ]);
    expect(first?.tools).toEqual([
      {
        name: 'find_book',
        description: 'Finds a book.',
        parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
        kind: 'function',
      },
      { name: 'google_search', kind: 'server', extras: { googleSearch: {} } },
    ]);
    expect(first?.attempts).toMatchObject([
      {
        model: 'gemini-test-001',
        tokens: 16,
        startedAt: Date.UTC(2026, 3, 1, 9),
        messages: [{ parts: [{ type: 'text', text: 'A is on shelf 3.' }], finish: 'STOP', tokens: 6 }],
      },
    ]);
  });

  it('join the pieces of a stream: texts to one, parallel calls to one message', async () => {
    const [, second] = (await parsed()).samples;
    expect(second?.attempts).toMatchObject([{ model: 'gemini-test-002', tokens: 30 }]);
    expect(second?.attempts[0]?.messages).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Let me see.' },
          { type: 'text', text: 'Two books 📚' },
        ],
        calls: [
          { id: 'call_1', name: 'find_book', argsText: '{"title":"B"}', args: { title: 'B' }, kind: 'function' },
          { id: 'call_2', name: 'find_book', argsText: '{}', args: {}, kind: 'function' },
        ],
        finish: 'STOP',
      },
    ]);
  });

  it('keep a blocked prompt as an attempt that failed', async () => {
    const { samples } = await parsed();
    expect(samples[2]?.attempts).toMatchObject([
      { outcome: 'error', messages: [], extras: { response: { promptFeedback: { blockReason: 'SAFETY' } } } },
    ]);
  });

  it('read the columns of a Vertex log, names as Python writes them, and code the service ran', async () => {
    const { samples } = await parsed();
    expect(samples[3]).toMatchObject({
      sourceRef: '77',
      prompt: [
        { role: 'system', parts: [{ text: 'Be brief.' }] },
        { role: 'user', parts: [{ text: 'Sum 1 and 2.' }] },
      ],
    });
    expect(samples[3]?.attempts).toMatchObject([{ model: 'gemini-test', tokens: 9 }]);
    expect(samples[3]?.attempts[0]?.messages).toMatchObject([
      { role: 'assistant', calls: [{ name: 'code_execution', kind: 'server', argsText: 'print(1+2)' }] },
      { role: 'tool', callId: 'call_1', isError: false, parts: [{ text: '3' }] },
      { role: 'assistant', parts: [{ text: 'It is 3.' }], finish: 'STOP' },
    ]);
  });

  it('make each candidate an attempt, and tuning rows samples with a reference', async () => {
    const { samples } = await parsed();
    expect(samples[4]?.sourceRef).toBe('loan-1');
    expect(samples[4]?.attempts.map(({ outcome, messages }) => [outcome, messages.length])).toEqual([
      ['error', 0],
      ['unknown', 1],
    ]);
    expect(samples[5]).toMatchObject({ reference: { author: 'Nobody' }, attempts: [] });
  });

  it('refuse an unknown role without quoting it', async () => {
    const { issues, seen, kept } = await parsed();
    expect([seen, kept]).toEqual([7, 6]);
    expect(issues.filter(({ rejected }) => rejected)).toMatchObject([
      { code: 'bad_content', message: 'Content 1 has no parts, or a role that is not user or model.' },
    ]);
  });
});
