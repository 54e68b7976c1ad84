import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message, Part } from '../../../shared/model/message.ts';
import { detectLanguage } from '../facets/language.ts';
import { say } from '../testing/add-sample.ts';
import { checkSample } from '../testing/check-samples.ts';
import { createChecks } from './registry.ts';

const CHECKS = createChecks(detectLanguage);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '```',
    '{"a": [',
    '[REDACTED]',
    '***',
    '"',
    "I can't help with that",
    '我无法协助',
    '',
    '\uD800',
    '__proto__',
  ),
);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => value as JsonValue);
const part = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'refusal', 'reasoning'), text }) as fc.Arbitrary<Part>,
  fc.record({ type: fc.constant('other'), kind: text, raw: json }) as fc.Arbitrary<Part>,
);
const call = fc.record(
  {
    id: text,
    name: fc.constantFrom('a', 'b', '__proto__'),
    argsText: text,
    args: json,
    argsError: text,
    kind: fc.constantFrom('function', 'server'),
  },
  { requiredKeys: ['id', 'name', 'argsText', 'kind'] },
);
const message = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    parts: fc.array(part, { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 4 }),
    callId: text,
    finish: text,
    extras: fc.dictionary(fc.constantFrom('status', 'truncated', 'incomplete_details'), json),
  },
  { requiredKeys: ['role', 'parts'] },
) as fc.Arbitrary<Message>;
const messages = fc.array(message, { maxLength: 6 });
const tools = fc.array(fc.record({ name: fc.constantFrom('a', 'b', '__proto__'), parameters: json }), { maxLength: 3 });

it('finds the same twice in any sample, at places that are there', () => {
  fc.assert(
    fc.property(messages, messages, tools, (prompt, attempt, offered) => {
      const sample = checkSample({ prompt, messages: attempt, tools: offered });
      for (const check of CHECKS) {
        const found = check.scan(sample);
        expect(check.scan(sample)).toEqual(found);
        for (const { attemptId, messageIdx, span } of found) {
          const list = attemptId === null ? prompt : attempt;
          expect(messageIdx === null || messageIdx < list.length).toBe(true);
          expect(span === undefined || span.start < span.end).toBe(true);
        }
      }
    }),
    { numRuns: 150 },
  );
});

/** Texts that make a careless pattern go back and forth; a megabyte in quadratic time takes minutes, past the test's limit. */
it.each([
  'a',
  '*',
  '[',
  '<',
  '"',
  '`',
  '```\n',
  '{"',
  '[[',
  '\\"',
  ' ',
  '\n',
  '█',
  'xxx-',
  'I am ',
  'sorry ',
  '1234 ',
  '我',
  '{"a":',
  'j***',
])('gets through a megabyte of %j', (unit) => {
  const long = unit.repeat(Math.ceil(1_000_000 / unit.length));
  const calls = [{ id: '1', name: 'a', argsText: long, argsError: 'not JSON', kind: 'function' as const }];
  const sample = checkSample({
    prompt: [say('user', long)],
    messages: [{ ...say('assistant', ''), calls }, say('tool', long), say('assistant', long)],
  });
  for (const check of CHECKS) expect(check.scan(sample).length).toBeLessThan(5);
});
