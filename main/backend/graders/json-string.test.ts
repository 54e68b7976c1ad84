import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJsonString, encodeInString, sourceSpan } from './json-string.ts';
import { createLineIndex } from './line-index.ts';

describe('decodeJsonString', () => {
  it('reads what JSON.stringify writes and knows where each unit stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, a, b) => {
        const source = `{"key": ${JSON.stringify(text)}}`;
        const decoded = decodeJsonString(source, 8);
        expect(decoded.text).toBe(text);
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].toSorted((one, other) => one - other) as [
          number,
          number,
        ];
        const span = sourceSpan(decoded, { offset: start, length: end - start });
        const piece = source.slice(span.offset, span.offset + span.length);
        expect(JSON.parse(`"${piece}"`)).toBe(text.slice(start, end));
      }),
    );
  });

  it('reads a string that is still being typed', () => {
    expect(decodeJsonString('"a\\', 0).text).toBe('a');
    expect(decodeJsonString('"ab\n"cd"', 0).text).toBe('ab');
    expect(decodeJsonString('"\\u12 \\q"', 0).text).toBe('u12 q');
  });

  it('writes text so that it fits into a string', () => {
    expect(encodeInString('a"b\n')).toBe(String.raw`a\"b\n`);
  });
});

describe('createLineIndex', () => {
  it('counts lines and columns as editors do, for every kind of line end', () => {
    const index = createLineIndex('ab\ncd\r\ne\rf');
    expect(index.rangeOf(0, 2)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 3 });
    expect(index.rangeOf(3, 2)).toEqual({ line: 2, column: 1, endLine: 2, endColumn: 3 });
    expect(index.rangeOf(7, 3)).toEqual({ line: 3, column: 1, endLine: 4, endColumn: 2 });
  });

  it('finds back every offset', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', 'é')).map((all) => all.join('')),
        fc.nat(),
        (text, at) => {
          const offset = at % (text.length + 1);
          const index = createLineIndex(text);
          const { line, column } = index.rangeOf(offset, 0);
          expect(index.offsetOf(line, column)).toBe(offset);
        },
      ),
    );
  });

  it('stays within the text for places outside of it', () => {
    const index = createLineIndex('ab\nc');
    expect(index.offsetOf(9, 9)).toBe(4);
    expect(index.offsetOf(0, 0)).toBe(0);
    expect(index.rangeOf(90, 5)).toEqual({ line: 2, column: 2, endLine: 2, endColumn: 2 });
  });
});
