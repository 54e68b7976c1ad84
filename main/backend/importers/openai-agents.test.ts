import { describe, expect, it } from 'vitest';
import { openaiAgents } from './openai-agents.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('openai-agents.jsonl')), openaiAgents);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('OpenAI Agents SDK traces', () => {
  it('rebuild steps from the tools between two calls, and give each agent a sample', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: [],
        answers: [
          [
            'assistant:  book({"slot": 9}) book({"slot": 10})',
            "tool: {'ok': True} ->a3#0",
            'tool: taken ->a4#1 error=true',
            'assistant:  mail()',
            'tool: sent ->a6#0',
          ],
        ],
      },
      { at: '0/1', prompt: ['user: Bill me'], answers: [['assistant: Billed.']] },
    ]);
    expect(at(0)).toMatchObject({ tools: [{ name: 'book' }, { name: 'mail' }], extras: { agent: 'Desk' } });
    expect(parsed.samples[1]?.attempts).toMatchObject([{ model: 'm', tokens: 5 }]);
  });

  it('say that a prompt is missing, and refuse what is no span', () => {
    expect([parsed.seen, parsed.kept]).toEqual([5, 4]);
    expect(issues).toEqual([
      ['no_spans', 4, true],
      ['prompt_missing', 0, false],
    ]);
  });
});
