import { describe, expect, it } from 'vitest';
import { langfuse } from './langfuse.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('langfuse.jsonl')), langfuse);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('Langfuse traces', () => {
  it('read whatever the SDK sent, printed Python objects among it, and tools written as messages', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['system: Be short.', "user: Where's parcel 18?"],
        answers: [['assistant:  track({"id": 18})', 'tool: Gate [4] ->p1 error=true', 'assistant: At gate 4.']],
      },
      // The observation that came twice stands as it was written last.
      { at: '1/0', prompt: ['user: Hello'], answers: [['assistant: Hi again']] },
    ]);
    expect(at(0)).toMatchObject({ tools: [{ name: 'track' }], tags: ['depot'] });
  });

  it('keep scores with their scale, and take one for the reward only when it is called so', () => {
    expect(at(0).attempts).toMatchObject([{ reward: 0.5, outcome: 'partial', tokens: 20, latencyMs: 3000 }]);
    expect(at(0).extras).toMatchObject({ 'score tone': { value: 4, observationId: 'g2' } });
    expect(at(1).attempts).toMatchObject([{ reward: 1, outcome: 'success', tokens: 3 }]);
  });

  it('refuse a trace without content', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([5, 4, [['no_content', 4, true]]]);
  });
});
