import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import { inspectInput } from './inspect.ts';
import { importerById } from './registry.ts';
import { parseAll, whole } from './testing/read.ts';

/** The text of a captured stream, as curl or a proxy writes it to a file. */
function capture(events: readonly JsonObject[]): string {
  return events
    .map(
      (event) =>
        `${typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    )
    .join('');
}

const anthropic = (id: string, text: string): readonly JsonObject[] => [
  { type: 'message_start', message: { id, type: 'message', role: 'assistant', model: 'claude-test', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...text.split(/(?<=.)/).map((piece) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: piece },
  })),
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

const responses = (id: string, text: string): readonly JsonObject[] => [
  { type: 'response.created', response: { id, object: 'response', status: 'in_progress', output: [] } },
  ...text.split(/(?<=.)/).map((delta) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 1_000_000_000,
    delta,
  })),
  { type: 'response.completed', response: { id, object: 'response', status: 'completed', output: [] } },
];

const gemini = (responseId: string, text: string): readonly JsonObject[] =>
  text.split(/(?<=.)/).map((piece, at) => ({
    responseId,
    candidates: [
      {
        content: { role: 'model', parts: [{ text: piece }] },
        ...(at === text.length - 1 ? { finishReason: 'STOP' } : {}),
      },
    ],
  }));

describe('captured streams', () => {
  it.each([
    ['anthropic-messages', anthropic],
    ['openai-responses', responses],
    ['gemini', gemini],
  ] as const)('of %s give one answer each, whatever their indexes say', async (format, stream) => {
    const bytes = capture([...stream('a', 'Ding'), ...stream('b', 'Dong')]);
    const { detected } = await inspectInput(whole(bytes));
    expect(detected?.format).toBe(format);
    const importer = importerById(format) ?? expect.unreachable('registered');
    const { samples, seen, kept, issues } = await parseAll(whole(bytes), importer);
    expect([seen, kept]).toEqual([2, 2]);
    expect(samples.map(({ attempts }) => attempts[0]?.messages.map(({ parts }) => parts))).toEqual([
      [[{ type: 'text', text: 'Ding' }]],
      [[{ type: 'text', text: 'Dong' }]],
    ]);
    expect(issues.filter(({ code }) => code === 'prompt_missing')).toHaveLength(2);
  });
});
