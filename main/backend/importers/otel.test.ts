import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { otel } from './otel.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('otel.jsonl')), otel);
const issues = parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected]);
const at = (index: number) =>
  parsed.samples.find(({ position }) => position.index === index) ?? expect.unreachable(`sample ${index}`);

describe('OpenTelemetry traces', () => {
  it('join the spans of a trace over records, whatever generation of attributes they have', () => {
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['system: You lend bikes.', 'user: Is bike 7 in, and bike 9? ÄÖ 🚲'],
        answers: [
          [
            'assistant: Two look-ups. look_up({"bike":7}) look_up({"bike":9})',
            'tool: in ->c1',
            'tool: no bike 9 ->c2 error=true',
            'assistant: Bike 7 is in; bike 9 is unknown.',
          ],
        ],
      },
      // Numbered keys are in the order of the numbers: 0, 2, 10.
      { at: '2/0', prompt: ['user: Hello', 'user: second', 'user: third'], answers: [['assistant: Hi.']] },
      { at: '3/0', prompt: ['user: Open today?'], answers: [['assistant: Until six.']] },
      { at: '7/0', prompt: ['user: Late?'], answers: [[]] },
    ]);
  });

  it('list what holds no conversation, and refuse what holds no span', () => {
    expect([parsed.seen, parsed.kept, parsed.rejected]).toEqual([9, 8, 1]);
    expect(issues).toEqual([
      ['span_without_id', 4, false],
      ['metrics', 5, false],
      ['no_spans', 6, true],
      ['no_content', 8, false],
    ]);
  });

  it('know tools, tokens and times from the spans', () => {
    expect(at(0)).toMatchObject({
      tools: [{ name: 'look_up', description: 'Finds a bike', parameters: { type: 'object' } }],
      sourceRef: 'a'.repeat(32),
      attempts: [{ model: 'desk-1', outcome: 'unknown', latencyMs: 900, tokens: 100, startedAt: 1767600000000 }],
    });
    expect(at(0).attempts[0]?.messages.map(({ timing, tokens, finish }) => [timing, tokens, finish])).toEqual([
      [{ startMs: 0, durationMs: 400 }, 12, 'tool_call'],
      [{ startMs: 410, durationMs: 20 }, undefined, undefined],
      [{ startMs: 410, durationMs: 30 }, undefined, undefined],
      [{ startMs: 450, durationMs: 450 }, 8, 'stop'],
    ]);
  });

  it('take one of two spans of the same call, and what it lacks from the other', () => {
    expect(at(2).attempts).toMatchObject([{ model: 'outer', tokens: 11 }]);
  });

  it('find messages in log records of another line than the span', () => {
    expect(at(3).attempts).toMatchObject([{ model: 'desk-2', tokens: 7, messages: [{ finish: 'stop', tokens: 3 }] }]);
  });

  it('keep a call that failed as an attempt that ended in an error', () => {
    expect(at(7).attempts).toMatchObject([{ outcome: 'error', messages: [], extras: { error: 'rate limit' } }]);
  });

  it('are read from an answer of Jaeger, and asked for where only a search found them', async () => {
    const attributes = ['gen_ai.prompt.0.content', 'gen_ai.completion.0.content'].map((key) => ({
      key,
      value: { stringValue: key.slice(7, 10) },
    }));
    const spans = [{ traceId: 'aa', spanId: 'bb', name: 'chat', attributes }];
    const answer = { result: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
    const found = { traces: [{ traceID: 'aa', rootServiceName: 'desk', durationMs: 3 }] };
    expect((await inspectInput(whole(JSON.stringify(answer)))).detected?.format).toBe('otel');
    const read = await parseAll(whole(JSON.stringify(answer)), otel);
    expect(briefSamples(read.samples)).toEqual([{ at: '0/0', prompt: ['user: pro'], answers: [['assistant: com']] }]);
    const search = await inspectInput(whole(JSON.stringify(found)));
    expect([search.detected?.format, search.issues[0]?.code]).toEqual(['otel', 'search_result']);
    expect(search.issues[0]?.message).toContain('Get the trace by its id');
  });
});
