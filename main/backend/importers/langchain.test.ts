import { describe, expect, it } from 'vitest';
import { langchain } from './langchain.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('langchain.jsonl')), langchain);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('LangChain messages', () => {
  it('read states, and files of single messages, in every form of dump', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['system: You rent bikes.', 'user: Bike 7 please'],
        answers: [['assistant:  rent({"bike":7})', 'tool: out of stock ->r1 error=true', 'assistant: None left.']],
      },
      { at: '1/0', prompt: ['system: One.', 'user: hi ÄÖ'], answers: [['assistant: hello']] },
      { at: '4/0', prompt: ['system: Two.', 'user: bye'], answers: [] },
    ]);
    expect(at(0)).toMatchObject({ extras: { thread: 't' }, attempts: [{ model: 'bike-1' }] });
  });

  it('refuse what is no message', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([7, 6, [['no_messages', 6, true]]]);
  });

  it('add up the pieces of a streamed answer', async () => {
    const human = {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: 'Bell?' },
    };
    const chunk = (kwargs: object) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'AIMessageChunk'],
      kwargs,
    });
    const messages = [
      human,
      chunk({ id: 'r1', content: 'Let me', tool_call_chunks: [{ index: 0, id: 'a', name: 'stock', args: '{"n"' }] }),
      chunk({
        id: 'r1',
        content: ' see',
        tool_call_chunks: [
          { index: 0, args: ': 1}' },
          { index: 1, id: 'b', name: 'ring', args: '' },
        ],
      }),
      chunk({ id: 'r2', content: 'Öl' }),
    ];
    const { samples } = await parseAll(whole(JSON.stringify({ messages })), langchain);
    expect(briefSamples(samples).map(({ prompt, answers }) => [prompt, answers])).toEqual([
      [['user: Bell?'], [['assistant: Let me see stock({"n": 1}) ring()', 'assistant: Öl']]],
    ]);
  });
});
