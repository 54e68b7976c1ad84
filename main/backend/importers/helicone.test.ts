import { describe, expect, it } from 'vitest';
import { helicone } from './helicone.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('helicone.jsonl')), helicone);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('Helicone requests', () => {
  it('join the requests of a session, of any provider, and read schema and streams where bodies are none', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['system: Be short.', 'user: Where is parcel 18?'],
        answers: [
          [
            'assistant: Let me look. track({"id":18})',
            'tool: gate closed ->u1 error=true',
            'assistant: The gate is closed.',
          ],
        ],
      },
      { at: '2/0', prompt: ['user: hi'], answers: [[]] },
      { at: '4/0', prompt: ['user: Weigh 18'], answers: [['assistant:  weigh({"id":18})']] },
      { at: '5/0', prompt: ['user: stream'], answers: [['assistant: ab']] },
    ]);
  });

  it('keep feedback and scores, and an error as such', () => {
    expect(at(0)).toMatchObject({
      extras: { 'scores of h1': { tone: 3 }, 'feedback_rating of h2': true },
      attempts: [{ model: 'desk', tokens: 50, latencyMs: 3500 }],
    });
    expect(at(2).attempts).toMatchObject([{ outcome: 'error', extras: { error: 'slow down' } }]);
  });

  it('refuse a request whose bodies are behind a link, and say so', () => {
    expect(issues).toEqual([['no_bodies', 3, true]]);
    expect(parsed.issues[0]?.message).toContain('Export again with bodies included');
  });
});
