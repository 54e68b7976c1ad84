import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Check } from '../engine/checks.ts';
import { call, result, say } from '../testing/add-sample.ts';
import { checkSample, type SampleParts } from '../testing/check-samples.ts';
import { isCutJson } from './cut-json.ts';
import { orphanResult } from './orphan-result.ts';
import { repeats } from './repeats.ts';
import { createTooLong, fewestTokens } from './too-long.ts';
import { truncated } from './truncated.ts';

function run(check: Check, parts: SampleParts): [number | null, JsonObject][] {
  return check.scan(checkSample(parts)).map((finding) => [finding.messageIdx, finding.detail]);
}

const done = say('assistant', 'Done.');

describe('truncated', () => {
  const finish = (reason: string): Message => ({ ...done, finish: reason });
  it.each(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'incomplete', 'model_context_window_exceeded'])(
    'knows that %s means no room was left',
    (reason) => {
      expect(run(truncated, { messages: [finish(reason)] })).toEqual([[0, { reasons: ['finish'], finish: reason }]]);
    },
  );

  it.each(['stop', 'end_turn', 'tool_calls', 'STOP', 'content_filter'])('lets %s pass', (reason) => {
    expect(run(truncated, { messages: [finish(reason)] })).toEqual([]);
  });

  it('says where an earlier message was cut, in its arguments too', () => {
    const messages = [finish('length'), call(['search', '{"q": "lamp']), result('search', ''), done];
    expect(run(truncated, { messages })).toEqual([
      [0, { reasons: ['finish'], finish: 'length' }],
      [1, { reasons: ['arguments'] }],
    ]);
  });

  it('reads what makers say in fields that are kept as they were', () => {
    const cut = { incomplete_details: { reason: 'max_output_tokens' } };
    expect(run(truncated, { messages: [say('user', 'x'), done], extras: cut })).toEqual([
      [1, { reasons: ['provider'] }],
    ]);
    expect(run(truncated, { messages: [{ ...done, extras: { status: 'incomplete' } }, done] })).toEqual([
      [0, { reasons: ['provider'] }],
    ]);
    expect(run(truncated, { messages: [done], extras: { status: 'completed', truncated: false } })).toEqual([]);
  });

  it.each([
    ['a fence without an end', 'Here:\n```ts\nconst a = 1;', ['fence']],
    ['a fence with an end', 'Here:\n```ts\nconst a = 1;\n```\n', []],
    ['a longer fence around a shorter one', '````md\n```\ncode\n````', []],
    ['a shorter fence that does not end a longer one', '````\ncode\n```', ['fence']],
    ['code within a line', 'Use ```x``` here', []],
    ['JSON without an end', '{"items": [{"sku": "A-1"}, {"sku": "A', ['json']],
    ['JSON with an end', '{"items": []}', []],
  ] as const)('looks at an answer with %s', (_name, text, reasons) => {
    expect(run(truncated, { messages: [say('assistant', text)] }).map(([, detail]) => detail['reasons'])).toEqual(
      reasons.length === 0 ? [] : [reasons],
    );
  });

  it('does not take the fence of a message that goes on with calls for a cut', () => {
    expect(run(truncated, { messages: [{ ...call(['a', {}]), parts: [{ type: 'text', text: '```\nx' }] }] })).toEqual(
      [],
    );
  });
});

describe('cut JSON', () => {
  it.each(['{', '[1, 2', '{"a": "b', '{"a": "\\', '{"a": {"b": []}', '["x", {"y":', '[{"a": "}"'])('is %s', (text) => {
    expect(isCutJson(text)).toBe(true);
  });

  it.each([
    '',
    '{}',
    '[1]',
    '{see below',
    '[1] says {this',
    '[note] that (',
    '{"a": 1} and more {',
    '{"a": 1]',
    'text {"a',
  ])('is not %s', (text) => {
    expect(isCutJson(text)).toBe(false);
  });
});

describe('repeats', () => {
  const look = (q: number): Message => call(['look', { q, deep: { a: 1 } }]);
  it('needs the same call three times, whatever the order of its arguments', () => {
    const other = call(['look', { deep: { a: 1 }, q: 1 }]);
    expect(run(repeats, { messages: [look(1), look(1), done] })).toEqual([]);
    expect(run(repeats, { messages: [look(1), look(2), look(1), other, done] })).toEqual([
      [2, { kind: 'call', tool: 'look', times: 3, at: [0, 2, 3] }],
    ]);
  });

  it('counts parallel calls, and not calls that differ', () => {
    const three = call(['look', { q: 1 }], ['look', { q: 1 }], ['look', { q: 1 }]);
    expect(run(repeats, { messages: [three] })).toEqual([[0, { kind: 'call', tool: 'look', times: 3, at: [0] }]]);
    expect(run(repeats, { messages: [1, 2, 3, 4, 5].map(look) })).toEqual([]);
  });

  it('sees a run of calls made again', () => {
    expect(run(repeats, { messages: [1, 2, 3, 1, 2, 3].map(look) })).toEqual([
      [3, { kind: 'run', tools: ['look', 'look', 'look'], times: 2 }],
    ]);
    expect(run(repeats, { messages: [1, 2, 1, 2].map(look) })).toEqual([]);
  });

  it('sees the same words three times, but not a short saying', () => {
    const stuck = say('assistant', 'I will now look up the order once more.');
    expect(run(repeats, { messages: [stuck, stuck, done, stuck] })).toEqual([
      [1, { kind: 'text', times: 3, at: [0, 1, 3] }],
    ]);
    expect(run(repeats, { messages: [done, done, done, done] })).toEqual([]);
  });
});

describe('orphan-result', () => {
  it('names results without a call', () => {
    const messages = [call(['a', {}]), result('a', 'ok'), { ...result('b', 'who asked'), name: 'b' }, done];
    expect(run(orphanResult, { messages })).toEqual([[2, { tool: 'b' }]]);
    expect(run(orphanResult, { messages: messages.slice(0, 2) })).toEqual([]);
  });
});

describe('what the agent did before, in the prompt of a logged request', () => {
  const look = call(['look', { q: 1 }]);
  const found = (check: Check, parts: SampleParts): unknown[] =>
    check.scan(checkSample(parts)).map(({ attemptId, messageIdx, detail }) => [attemptId, messageIdx, detail]);

  it('is searched for results without a call', () => {
    const prompt = [say('user', 'x'), call(['a', {}]), result('a', 'ok'), { ...result('b', 'who asked'), name: 'b' }];
    expect(found(orphanResult, { prompt, messages: [done] })).toEqual([[null, 3, { tool: 'b' }]]);
  });

  it('may end with calls whose results the attempt begins with', () => {
    const prompt = [say('user', 'x'), call(['a', {}])];
    expect(found(orphanResult, { prompt, messages: [result('a', 'ok'), done] })).toEqual([]);
    expect(found(orphanResult, { messages: [result('a', 'ok'), done] })).toEqual([[5, 0, {}]]);
  });

  it('is searched for the same calls again and again, but not for the same words', () => {
    const said = say('assistant', 'That is not in our range, sorry.');
    const prompt = [say('user', 'x'), look, look, say('user', 'y'), look, said, said, said];
    expect(found(repeats, { prompt, messages: [look] })).toEqual([
      [null, 2, { kind: 'call', tool: 'look', times: 3, at: [1, 2, 4] }],
    ]);
    expect(found(repeats, { prompt: prompt.slice(0, 3), messages: [look] })).toEqual([]);
  });
});

describe('too-long', () => {
  it('counts words, numbers of three digits, signs and wider blanks as one token each', () => {
    const texts = ['The quick fox', 'Order 1234567: paid, open', '  indented', 'supercalifragilisticexpialidocious'];
    expect(texts.map(fewestTokens)).toEqual([3, 8, 2, 1]);
  });

  it('flags a prompt that is surely over the limit, tools included', () => {
    const prompt = [say('user', 'word '.repeat(50))];
    const tools = [{ name: 'a', description: 'word '.repeat(60) }];
    expect(run(createTooLong(100), { prompt })).toEqual([]);
    expect(run(createTooLong(100), { prompt, tools })).toMatchObject([[null, { limit: 100 }]]);
    expect(run(createTooLong(49), { prompt })).toEqual([[null, { tokens: 50, limit: 49 }]]);
  });

  it('leaves the attempt out: it is not part of the line', () => {
    expect(run(createTooLong(20), { messages: [say('assistant', 'word '.repeat(100))] })).toEqual([]);
  });
});
