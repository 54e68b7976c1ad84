import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonRecord, parseJsonText } from './json-parse.ts';

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
