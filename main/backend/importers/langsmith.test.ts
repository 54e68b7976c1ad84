import { describe, expect, it } from 'vitest';
import { langsmith } from './langsmith.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('langsmith.jsonl')), langsmith);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('LangSmith runs', () => {
  it('count a call once that stands in three fields, and merge the halves of a run', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['system: You rent bikes.', 'user: Bike 7 please'],
        answers: [['assistant: Renting. rent({"bike":7})', 'tool: key 12 ->r1']],
      },
      { at: '4/0', prompt: ['user: hi'], answers: [['assistant: hello']] },
      { at: '6/0', prompt: ['user: hi'], answers: [[]] },
    ]);
  });

  it('take feedback, tags, tokens and errors from the runs', () => {
    expect(at(0)).toMatchObject({
      tags: ['shop'],
      tools: [{ name: 'rent' }],
      attempts: [{ model: 'bike-1', reward: 1, outcome: 'success', tokens: 20, latencyMs: 2000 }],
    });
    expect(at(4).attempts).toMatchObject([{ model: 'x-1', tokens: 7, messages: [{ finish: 'stop', tokens: 2 }] }]);
    expect(at(6).attempts).toMatchObject([{ outcome: 'error', extras: { error: 'Traceback: boom' } }]);
  });

  it('refuse a run without an id', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([8, 7, [['no_run_id', 7, true]]]);
  });
});
