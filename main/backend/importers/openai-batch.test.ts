import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { openaiBatch } from './openai-batch.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = () => parseAll(whole(fixture('openai-batch.jsonl')), openaiBatch);

describe('OpenAI batch files', () => {
  it('are told from other logs', async () => {
    const { detected } = await inspectInput(whole(fixture('openai-batch.jsonl')));
    expect(detected?.format).toBe('openai-batch');
  });

  it('give the prompts of an input file and the answers of an output file, named by custom id', async () => {
    const { samples } = await parsed();
    expect(samples.slice(0, 4).map(({ sourceRef, prompt, attempts }) => [sourceRef, prompt, attempts])).toMatchObject([
      [
        'loan-1',
        [
          { role: 'system', parts: [{ text: 'Remind kindly.' }] },
          { role: 'user', parts: [{ text: "Ömer's book is late." }] },
        ],
        [],
      ],
      [
        'loan-2',
        [
          { role: 'system', parts: [{ text: 'Tag it.' }] },
          { role: 'user', parts: [{ text: '{"loan": 2}' }] },
        ],
        [],
      ],
      [
        'loan-3',
        [],
        [
          {
            model: 'gpt-test-1',
            tokens: 5,
            startedAt: 1770000000000,
            messages: [
              {
                contentForm: 'null',
                calls: [
                  { id: 'c1', args: {} },
                  { id: 'c2', args: { n: 2 } },
                ],
              },
            ],
          },
        ],
      ],
      ['loan-4', [], [{ messages: [{ parts: [{ text: 'late' }], finish: 'completed' }] }]],
    ]);
  });

  it('keep every failed request as an attempt that failed, with its error', async () => {
    const { samples } = await parsed();
    expect(samples.slice(4).map(({ sourceRef, attempts }) => [sourceRef, attempts])).toMatchObject([
      [
        'loan-5',
        [
          {
            outcome: 'error',
            messages: [],
            extras: { error: { code: 'invalid_image' }, response: { status_code: 400 } },
          },
        ],
      ],
      ['loan-6', [{ outcome: 'error', messages: [], extras: { error: { code: 'batch_expired' } } }]],
    ]);
  });

  it('refuse requests of other kinds and remark on missing prompts', async () => {
    const { issues, seen, kept } = await parsed();
    expect([seen, kept]).toEqual([7, 6]);
    expect(issues.map(({ code, position }) => [code, position.index])).toEqual([
      ['other_endpoint', 6],
      ['answer_missing', 0],
      ['answer_missing', 1],
      ['prompt_missing', 2],
      ['prompt_missing', 3],
      ['prompt_missing', 4],
      ['prompt_missing', 5],
    ]);
  });
});
