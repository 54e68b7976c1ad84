import { describe, expect, it } from 'vitest';
import { weave } from './weave.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('weave.jsonl')), weave);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('Weave calls', () => {
  it('tell model calls and tools by their names, and a tool that failed by its exception', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['user: Is “Emma” on the shelf?'],
        answers: [['assistant:  find_book({"title": "Emma"})', 'tool: closed ->k1 error=true', 'assistant: Shelf 4.']],
      },
      { at: '4/0', prompt: [], answers: [['assistant: Shelf 4.']] },
    ]);
    expect(at(0)).toMatchObject({ tools: [{ name: 'find_book' }], attempts: [{ tokens: 7, latencyMs: 3000 }] });
  });

  it('say which content is only a reference, and refuse a call without an id', () => {
    expect([parsed.seen, parsed.kept]).toEqual([6, 5]);
    expect(issues).toEqual([
      ['reference', 4, false],
      ['no_call_id', 5, true],
      ['prompt_missing', 4, false],
    ]);
  });
});
