import { describe, expect, it } from 'vitest';
import { bfcl } from './bfcl.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('bfcl.jsonl')), bfcl);

describe('BFCL', () => {
  it('gives questions with their functions as JSON Schema', () => {
    expect([seen, kept]).toEqual([9, 7]);
    expect(samples[0]).toMatchObject({ taskKey: 'simple_0', prompt: [{ role: 'system' }, { role: 'user' }] });
    expect(samples[0]?.tools).toEqual([
      {
        name: 'rack.find',
        description: 'Finds a rack',
        kind: 'function',
        parameters: {
          type: 'object',
          properties: {
            size: { type: 'number', format: 'float', description: 'cm' },
            pair: { type: 'array', format: 'tuple', items: { type: 'integer' } },
            more: { format: 'any' },
            box: { type: 'object', properties: { a: { type: 'string' } } },
          },
          required: ['size'],
        },
      },
    ]);
  });

  it('keeps later turns and the classes of multi-turn questions beside the first turn', () => {
    expect(samples[1]).toMatchObject({
      prompt: [{ parts: [{ text: 'Open the shop.' }] }],
      tools: [],
      reference: {},
      extras: { laterTurns: [[{ content: 'Close it.' }], []], involved_classes: ['Shop'], path: ['Shop.open'] },
    });
    expect(samples[2]?.reference).toEqual({ calls: [] });
  });

  it('gives gold answers as reference, with the first accepted value of each argument', () => {
    expect(samples[3]).toMatchObject({
      taskKey: 'simple_0',
      attempts: [],
      reference: {
        calls: [
          { name: 'rack.find', arguments: { size: 40, box: { a: 'x' } } },
          { name: 'rack.find', arguments: { size: 41 } },
        ],
      },
    });
    expect(samples[4]?.reference).toEqual({ ground_truth: [["open(door='front')"], ['close()']] });
  });

  it('gives results as attempts, with parallel calls in one message', () => {
    expect(samples[5]?.attempts).toMatchObject([
      {
        tokens: 39,
        latencyMs: 1500,
        messages: [
          {
            parts: [{ type: 'reasoning', text: 'A rack, then.' }],
            calls: [{ name: 'rack.find', args: { size: 40 } }, { argsError: expect.any(String) }],
          },
        ],
      },
    ]);
    expect(samples[6]?.attempts).toMatchObject([
      {
        tokens: null,
        latencyMs: null,
        messages: [{ parts: [{ text: 'No tool fits.' }] }],
        extras: { latency: [[1.5]] },
      },
    ]);
  });

  it('refuses what it cannot read, and is found by looking', async () => {
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [8, 'question_message_unknown_role', true],
      [9, 'not_bfcl', true],
    ]);
    expect((await inspectInput(whole(fixture('bfcl.jsonl')))).format).toBe('bfcl');
  });

  it('reads a file of scores: each wrong result failed, and the line with the totals is no result', async () => {
    const scores = [
      { accuracy: 0.5, correct_count: 1, total_count: 2 },
      {
        id: 'simple_3',
        valid: false,
        error: ['Wrong value'],
        error_type: 'value_error',
        model_result_raw: '[ring(n=2)]',
      },
    ];
    const text = scores.map((score) => JSON.stringify(score)).join('\n');
    const { samples, issues } = await parseAll(whole(text), bfcl);
    expect(samples).toMatchObject([
      {
        sourceRef: 'simple_3',
        attempts: [
          {
            reward: 0,
            outcome: 'failure',
            messages: [{ parts: [{ text: '[ring(n=2)]' }] }],
            extras: { error: ['Wrong value'], error_type: 'value_error' },
          },
        ],
      },
    ]);
    expect(issues).toMatchObject([{ code: 'not_bfcl', rejected: true, position: { index: 0 } }]);
  });
});
