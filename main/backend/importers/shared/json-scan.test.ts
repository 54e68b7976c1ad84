import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner, scanJson } from './json-scan.ts';

describe('the JSON scanner', () => {
  it('finds every JSON value complete, whatever white space stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(scanJson(` ${text} tail`)).toMatchObject({ status: 'complete', end: text.length + 1 });
      }),
    );
  });

  it('calls no text complete whose structure JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"a"',
      ':',
      ',',
      '1',
      '-',
      '1.5e3',
      'true',
      'nul',
      ' ',
      '\n',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const scan = scanJson(text);
        if (scan.status === 'complete' && !scan.hasNaN)
          expect(() => JSON.parse(text.slice(0, scan.end)) as unknown).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same answer line by line as in one piece', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value }, null, 2);
        const scanner = new JsonScanner();
        const last = text
          .split('\n')
          .map((line) => scanner.feed(`${line}\n`))
          .at(-1);
        expect(last).toEqual(scanJson(text));
      }),
    );
  });

  it.each([
    ['{"a": 1', 'incomplete'],
    ['{"a": "x', 'in_string'],
    ['{"a": 1 "b"', 'invalid'],
    ['{"a": \n{"b": 1}\n{', 'invalid'],
    ['{bad', 'invalid'],
    ['[1,,2]', 'invalid'],
    ['{"a":"\n"}', 'invalid'],
    ['['.repeat(201), 'too_deep'],
    ['', 'incomplete'],
  ])('says of %j that it is %s', (text, status) => {
    expect(scanJson(text).status).toBe(status);
  });

  it('counts each key, doubled ones twice', () => {
    expect(scanJson('{"a":{"b":1,"b":2},"c:":"x:y"}').pairs).toBe(4);
  });
});
