import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEscapedKeys, scanKeys } from './json-keys.ts';
import { parseJsonRecord } from './json-parse.ts';

describe('the keys of a JSON text', () => {
  it.each([
    ['{}', 0, false],
    ['{"a":1,"b" : {"c":[{"d":null}]}}', 4, false],
    ['{"a":1,"a":2}', 2, false],
    ['{"args":"{\\"x\\": 1}"}', 1, false],
    ['{"a":"\\n"}', 1, false],
    ['{"":1}', 1, false],
    ['{"\\n":1}', 1, true],
    ['{"\\"":1}', 1, true],
    ['{"a\\"b":1}', 1, true],
    ['{"a\\\\":1}', 1, true],
    ['{"\\u00e9t\\u00e9":1}', 1, true],
  ])('%s', (text, count, escaped) => {
    expect(scanKeys(text)).toEqual({ count, escaped });
  });

  it('are never fewer than there are', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        let pairs = 0;
        JSON.parse(text, (_key, value: unknown) => {
          if (typeof value === 'object' && value !== null && !Array.isArray(value)) pairs += Object.keys(value).length;
          return value;
        });
        expect(scanKeys(text).count).toBeGreaterThanOrEqual(pairs);
      }),
    );
  });
});

describe('records with escaped keys', () => {
  it('keep their keys whatever keys with a backslash came before', () => {
    // The first poisons V8's cache of keys; JSON.parse then reads the second as {"h":1,"\\":2}.
    for (const text of ['{"h":[],"\\\\":0}', '{"h":1,"\\"":2}', '{"h":1,"\\n":2}', '{"h":1,"\\u00e9":2}'])
      expect(parseJsonRecord(text)).toMatchObject({ ok: true, value: { h: expect.anything() } });
    const keys = ['\\"', '\\n', '\\u00e9', '\\\\'].map((key) => {
      const parsed = parseJsonRecord(`{"h":1,"${key}":2}`);
      return parsed.ok ? Object.keys(parsed.value as object)[1] : null;
    });
    expect(keys).toEqual(['"', '\n', 'é', '\\']);
  });

  it('are refused when they are not JSON', () => {
    for (const text of ['{"\\n":1,}', '{"\\n":1} 2', '{"\\n":01}', '{"\\n":/* */1}', '{"\\x":1}', ''])
      expect(parseEscapedKeys(text)).toBeUndefined();
  });

  it('cannot change what an object inherits', () => {
    const value = parseEscapedKeys('{"\\u005f_proto__":{"admin":true}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });
});
