import { describe, expect, it } from 'vitest';
import { braintrust } from './braintrust.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('braintrust.jsonl')), braintrust);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('Braintrust logs', () => {
  it('join spans by their root; a summary row stands for itself', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['user: Is “Emma” on the shelf?'],
        answers: [['assistant:  find_book({"title": "Emma"})', 'tool: shelf 4 ->k1', 'assistant: Shelf 4.']],
      },
      { at: '6/0', prompt: ['user: Open today?'], answers: [['assistant: Until six.']] },
    ]);
  });

  it('keep scores, merge rows and what was expected', () => {
    expect(at(0)).toMatchObject({
      reference: { expected: 'Shelf 4.' },
      tags: ['library'],
      extras: { 'scores of tone': { tone: 0.25 }, scores: { reward: 0.5, thumbs: 1 } },
      attempts: [{ reward: 0.5, outcome: 'partial', tokens: 7, latencyMs: 1000 }],
    });
  });

  it('refuse a row without an id', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([8, 7, [['no_span_id', 7, true]]]);
  });
});
