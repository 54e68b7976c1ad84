import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { CheckSample } from '../engine/checks.ts';
import { detectLanguage } from '../facets/language.ts';
import { call, result, say } from '../testing/add-sample.ts';
import { checkSample, FLAWED } from '../testing/check-samples.ts';
import { createChecks } from './registry.ts';

const CHECKS = createChecks(detectLanguage);

function run(id: (typeof CHECKS)[number]['id'], sample: CheckSample): [number | null, JsonObject][] {
  const check = CHECKS.find((entry) => entry.id === id);
  return check!.scan(sample).map((finding) => [finding.messageIdx, finding.detail]);
}

const answer = say('assistant', 'Done.');
const search = call(['search', { q: 1 }]);

describe('missing-reference', () => {
  it.each([
    [{}, 1],
    [{ answer: null, note: '' }, 1],
    [{ answer: 0 }, 0],
    [{ answer: false }, 0],
    [{ files: [] }, 0],
  ])('of %j gives %i finding', (reference, count) => {
    expect(run('missing-reference', checkSample({ reference }))).toHaveLength(count);
  });
});

describe('error-ending', () => {
  it.each([
    ['an answer', [search, result('search', 'ok'), answer], 'success', []],
    ['a tool result', [search, result('search', 'ok')], 'success', [[1, { ending: 'result' }]]],
    ['a tool error', [search, result('search', 'no', 0, true)], 'error', [[1, { ending: 'tool error' }]]],
    ['the outcome error', [answer], 'error', [[0, { ending: 'outcome' }]]],
    ['nothing but the outcome error', [], 'error', [[null, { ending: 'outcome' }]]],
    ['calls that were never run', [search], 'success', []],
  ] as const)('looks at an attempt that ends in %s', (_name, messages, outcome, expected) => {
    expect(run('error-ending', checkSample({ messages, outcome }))).toEqual(expected);
  });
});

describe('malformed-arguments', () => {
  it('names the tools of each message with a call that is no JSON', () => {
    const messages = [
      call(['a', '{"x":'], ['b', { ok: true }], ['c', '{']),
      say('tool', ''),
      call(['d', {}]),
      call(['e', 'x']),
    ];
    expect(run('malformed-arguments', checkSample({ messages }))).toEqual([
      [0, { tools: ['a', 'c'] }],
      [3, { tools: ['e'] }],
    ]);
  });
});

describe('tool-result-missing', () => {
  const two = call(['a', {}], ['b', {}]);
  it.each([
    ['every call has a result', [two, result('a', ''), result('b', '', 1), answer], []],
    ['one of two parallel calls has none', [two, result('a', ''), answer], [[0, { tools: ['b'] }]]],
    ['the log ends while results come in', [two, result('a', '')], []],
    ['the attempt ends in calls', [answer, two], []],
    ['a user turn follows calls without results', [search, say('user', 'well?')], [[0, { tools: ['search'] }]]],
  ] as const)('looks at an attempt where %s', (_name, messages, expected) => {
    expect(run('tool-result-missing', checkSample({ messages }))).toEqual(expected);
  });

  it('does not expect results of tools that run at the provider', () => {
    const server: Message = { ...search, calls: search.calls!.map((entry) => ({ ...entry, kind: 'server' as const })) };
    expect(run('tool-result-missing', checkSample({ messages: [server, answer] }))).toEqual([]);
  });
});

describe('unknown-tool', () => {
  const messages = [call(['search', {}], ['guess', {}], ['guess', {}]), answer];
  it('names tools that were not offered, once a message', () => {
    expect(run('unknown-tool', checkSample({ messages, tools: [{ name: 'search' }] }))).toEqual([
      [0, { tools: ['guess'] }],
    ]);
  });

  it('says nothing when no tools were offered', () => {
    expect(run('unknown-tool', checkSample({ messages }))).toEqual([]);
  });
});

describe('what the agent did before, in the prompt of a logged request', () => {
  const found = (id: (typeof CHECKS)[number]['id'], sample: CheckSample): unknown[] =>
    CHECKS.filter((check) => check.id === id)
      .flatMap((check) => check.scan(sample))
      .map(({ attemptId, messageIdx, detail }) => [attemptId, messageIdx, detail]);
  const user = say('user', 'x');

  it('is searched for calls with malformed arguments, of unknown tools and against their schema', () => {
    const parameters = { type: 'object', required: ['q'] };
    const sample = checkSample({
      prompt: [user, call(['a', '{'], ['b', {}]), result('a', ''), result('b', '', 1), call(['c', { q: 1 }]), user],
      tools: [{ name: 'a' }, { name: 'b', parameters }],
      messages: [answer],
    });
    expect(found('malformed-arguments', sample)).toEqual([[null, 1, { tools: ['a'] }]]);
    expect(found('unknown-tool', sample)).toEqual([[null, 4, { tools: ['c'] }]]);
    expect(found('arguments-break-schema', sample)).toMatchObject([[null, 1, { call: 1, tool: 'b', calls: 1 }]]);
    expect(found('tool-result-missing', sample)).toEqual([[null, 4, { tools: ['c'] }]]);
  });

  it.each([
    ['ends with calls', [user, search], [answer], []],
    [
      'ends in the middle of results, and the agent goes on',
      [user, call(['a', {}], ['b', {}]), result('a', '')],
      [answer],
      ['b'],
    ],
    [
      'ends in the middle of results, and they go on',
      [user, call(['a', {}], ['b', {}]), result('a', '')],
      [result('b', '', 1), answer],
      [],
    ],
  ] as const)('has calls without results where it %s', (_name, prompt, messages, tools) => {
    expect(found('tool-result-missing', checkSample({ prompt, messages }))).toEqual(
      tools.length === 0 ? [] : [[null, 1, { tools }]],
    );
  });
});

describe('empty-answer', () => {
  const endings: [name: string, messages: Message[], count: number][] = [
    ['text', [answer], 0],
    ['blanks', [say('assistant', ' \n')], 1],
    ['no part at all', [{ role: 'assistant', parts: [] }], 1],
    ['reasoning only', [{ role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] }], 1],
    ['a refusal', [{ role: 'assistant', parts: [{ type: 'refusal', text: 'No.' }] }], 0],
    ['an image', [{ role: 'assistant', parts: [{ type: 'image', data: 'AA==' }] }], 0],
    ['a call', [search], 0],
    ['a line break and a call', [{ ...search, parts: [{ type: 'text', text: '\n\n' }] }], 0],
    ['no message', [], 1],
    ['a tool result', [search, result('search', '')], 0],
  ];
  it.each(endings)('looks at an attempt whose last message is %s', (_name, messages, count) => {
    expect(run('empty-answer', checkSample({ messages }))).toHaveLength(count);
  });
});

describe('every check', () => {
  it.each(CHECKS.map((check) => [check.id, check] as const))(
    '%s gives the same findings twice, each at its own place',
    (_id, check) => {
      const findings = FLAWED.map((sample) => check.scan(sample));
      expect(FLAWED.map((sample) => check.scan(sample))).toEqual(findings);
      for (const found of findings)
        expect(new Set(found.map((one) => `${one.attemptId}/${one.messageIdx}`)).size).toBe(found.length);
      expect(findings.flat().length).toBeGreaterThan(0);
    },
  );
});
