import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonRecord, parseJsonText } from './json-parse.ts';
import { scanJson } from './json-scan.ts';

describe('parsing a record', () => {
  it('gives what JSON.parse gives for plain JSON, without a note', () => {
    const json = fc.json().filter((text) => !/\\ud[89a-f]|__proto__|\d{16}|^"/i.test(text));
    fc.assert(
      fc.property(json, (text) => {
        expect(parseJsonRecord(text)).toEqual({ ok: true, value: JSON.parse(text), notes: [] });
        expect(parseJsonText(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('comes to the same with and without the closer look at each character', () => {
    const blank = fc.constantFrom('', ' ', '\t', '\n ');
    const key = fc.constantFrom('a', 'b', ':', '\\\\', '\\"', '\\":', '__proto__', '\\ud83d', '\\uD83D\\uDE00', ' :');
    const scalar = fc.constantFrom(
      '1',
      '12345678901234567890',
      '1e400',
      '-0',
      'NaN',
      'null',
      '":"',
      '"\\":"',
      '"a"',
      '" : "',
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(key, blank, tie('value')), { maxLength: 4 })
          .map((pairs) => `{${pairs.map(([name, space, item]) => `"${name}"${space}:${space}${item}`).join(',')}}`),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        expect(parseJsonRecord(text)).toEqual(parseJsonRecord(text, scanJson(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('unpacks a record that was encoded up to three times more, and no further', () => {
    const encode = (times: number): string => (times === 0 ? '{"a":1}' : JSON.stringify(encode(times - 1)));
    for (const times of [1, 2, 3]) expect(parseJsonRecord(encode(times))).toMatchObject({ ok: true, value: { a: 1 } });
    expect(parseJsonRecord(encode(4))).toMatchObject({ ok: true, value: '{"a":1}' });
  });

  it('keeps a text that only looks like JSON', () => {
    expect(parseJsonRecord('"{not json"')).toEqual({ ok: true, value: '{not json', notes: [] });
  });

  it('reads a Python dict as data and says so', () => {
    expect(parseJsonRecord("{'a': None, 'b': [True, nan], 'c': \"it's\"}")).toEqual({
      ok: true,
      value: { a: null, b: [true, null], c: "it's" },
      notes: [expect.objectContaining({ code: 'python_literal' })],
    });
  });

  it('never repeats the record in a message', () => {
    const secret = 'secret-7f3a';
    for (const text of [`{"${secret}": `, `{"a":"${secret}",,}`, `[${secret}]`, `${'['.repeat(300)}"${secret}"`]) {
      const parsed = parseJsonRecord(text);
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain(secret);
    }
  });
});
