import { describe, expect, it } from 'vitest';
import { openinference } from './openinference.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('openinference.jsonl')), openinference);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('OpenInference spans', () => {
  it('read rows of a data frame with folded lists, and join them by trace', () => {
    expect(briefSamples(parsed.samples)[0]).toEqual({
      at: '0/0',
      prompt: ['user: Where is Moby Dick?'],
      answers: [['assistant:  find_book({"title":"Moby Dick")', 'tool: bad arguments ->b1 error=true']],
    });
    expect(at(0).attempts[0]).toMatchObject({ model: 'shelf-1', tokens: 40, latencyMs: 2000 });
  });

  it('keep arguments that are no JSON as an error', () => {
    const [call] = at(0).attempts[0]?.messages[0]?.calls ?? [];
    expect([call?.args, typeof call?.argsError]).toEqual([undefined, 'string']);
  });

  it('sort flat keys by number, with the tenth after the ninth', () => {
    expect(at(3).prompt.map(({ parts }) => parts[0])).toEqual(
      Array.from({ length: 11 }, (_, index) => ({ type: 'text', text: `m${index}` })),
    );
    expect(at(3)).toMatchObject({ tools: [{ name: 'find_book' }], sourceRef: 'record 4' });
  });

  it('refuse a span that says nothing', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([5, 4, [['no_content', 4, true]]]);
  });
});
