import { describe, expect, it } from 'vitest';
import { mlflow } from './mlflow.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('mlflow.jsonl')), mlflow);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('MLflow traces', () => {
  it('read values that are JSON text, and the answer after the messages sent', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['user: Is “Emma” on the shelf?'],
        answers: [['assistant:  find_book({"title": "Emma"})', 'tool: shelf 4 ->k1', 'assistant: Shelf 4.']],
      },
      { at: '1/0', prompt: ['user: Open today?'], answers: [['assistant: Until six.']] },
    ]);
  });

  it('take reward and reference from assessments', () => {
    expect(at(0)).toMatchObject({
      reference: { expected: 'shelf 4' },
      tools: [{ name: 'find_book' }],
      attempts: [{ reward: 1, outcome: 'success', tokens: 7, latencyMs: 300 }],
    });
  });

  it('refuse a trace without content', () => {
    expect([parsed.seen, parsed.kept]).toEqual([3, 2]);
    expect(issues.filter(([, , rejected]) => rejected)).toEqual([['no_content', 2, true]]);
  });
});
