import { describe, expect, it } from 'vitest';
import { jaeger } from './jaeger.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('jaeger.json')), jaeger);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('Jaeger traces', () => {
  it('join model calls and tools, whose times are microseconds', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['user: How heavy is parcel 18?'],
        answers: [['assistant:  weigh({"parcel":18})', 'tool: 3 kg ->w1']],
      },
    ]);
    expect(at(0)).toMatchObject({
      tools: [{ name: 'weigh', parameters: { type: 'object' } }],
      attempts: [{ latencyMs: 601.5, startedAt: 1767600000000 }],
    });
  });

  it('refuse a trace in which nothing was recorded', () => {
    expect([parsed.seen, parsed.kept, issues]).toEqual([2, 1, [['no_content', 1, true]]]);
  });
});
