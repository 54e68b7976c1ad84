import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../shared/model/json.ts';
import { JSON_LIMITS, parseContainer, toJsonLines } from './json-lines.ts';

test('prints the same JSON it was given, line by line', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const { lines, cut } = toJsonLines(value as JsonValue);
      expect(cut).toBe(false);
      expect(JSON.parse(lines.map((line) => line.text).join('\n'))).toEqual(JSON.parse(JSON.stringify(value)));
      for (const line of lines) if (line.closesAt !== null) expect(lines[line.closesAt]?.depth).toBe(line.depth);
    }),
  );
});

test('stops at its limits and says so, for values too long, too deep and too wide', () => {
  let deep: JsonValue = 1;
  for (let level = 0; level < 500; level += 1) deep = [deep];
  const wide = Array.from({ length: 100_000 }, (_, index) => index);
  for (const value of [deep, wide, 'x'.repeat(1_000_000)]) {
    const { lines, cut } = toJsonLines(value);
    expect(cut).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(JSON_LIMITS.lines + JSON_LIMITS.depth + 2);
    expect(lines.every((line) => line.text.length < JSON_LIMITS.text + 200)).toBe(true);
  }
});

test('takes only lists and objects for JSON, so that words and numbers stay text', () => {
  expect(parseContainer(' {"a":1} ')).toEqual({ a: 1 });
  expect([parseContainer('42'), parseContainer('null'), parseContainer('{oops')]).toEqual([null, null, null]);
});
