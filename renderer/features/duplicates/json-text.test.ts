import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import { jsonTones, objectText, tonedParts } from './json-text.ts';

const anyObject = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
  // As plain as what a project holds.
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

test('an object is laid out a field a line and reads back as the same object', () => {
  fc.assert(
    fc.property(anyObject, (value) => {
      const fields = Object.keys(value).length;
      const text = objectText(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      if (fields > 0) expect(text.split('\n').length).toBeGreaterThanOrEqual(fields + 2);
    }),
  );
});

test('what fits in a line stays in a line', () => {
  const evidence = ['workshop-estimate.pdf', 'policy 4.2'];
  expect(objectText({ decision: 'approve', evidence })).toBe(
    '{\n  "decision": "approve",\n  "evidence": ["workshop-estimate.pdf", "policy 4.2"]\n}',
  );
  expect(objectText({ evidence: [...evidence, 'policy 6.1, for glass'] })).toBe(
    '{\n  "evidence": ["workshop-estimate.pdf", "policy 4.2",\n    "policy 6.1, for glass"]\n}',
  );
});

test('keys, texts and numbers are told apart, and any stretch keeps its whole text', () => {
  const text = objectText({ sum: 12.5, note: 'a "b": 3', ok: true });
  const tones = jsonTones(text);
  const parts = tonedParts(tones, 0, text);
  const of = (tone: string): readonly string[] => parts.filter((part) => part.tone === tone).map((part) => part.text);
  expect(of('key')).toEqual(['"sum"', '"note"', '"ok"']);
  expect(of('text')).toEqual([String.raw`"a \"b\": 3"`]);
  expect(of('number')).toEqual(['12.5', 'true']);
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(text.length), (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const stretch = text.slice(from, to);
      expect(
        tonedParts(tones, from, stretch)
          .map((part) => part.text)
          .join(''),
      ).toBe(stretch);
    }),
  );
});
