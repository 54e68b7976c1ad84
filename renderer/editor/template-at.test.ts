import fc from 'fast-check';
import { expect, test } from 'vitest';
import { templateAt, templateSpans } from './template-at.ts';

/** The bar is the cursor. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  return templateAt(marked.replace('|', ''), offset);
}

test('finds the path around the cursor, before and after it', () => {
  expect(at('"{{item.ref|erence}}"')).toEqual({
    from: 3,
    to: 17,
    path: 'item.reference',
    isClosed: true,
    isSpaced: false,
  });
});

test('sees blanks after the braces and closing braces after blanks', () => {
  expect(at('{{ item.a| }}')).toMatchObject({ path: 'item.a', isClosed: true, isSpaced: true });
});

test('an unfinished reference ends at the quote and swallows nothing after it', () => {
  expect(at('"Reference: {{item.reference.|"}')).toMatchObject({ path: 'item.reference.', isClosed: false });
});

test('outside of braces there is nothing', () => {
  expect(at('{{item.a}} and |')).toBeNull();
  expect(at('{ "a": | }')).toBeNull();
  expect(at('"a { b|"')).toBeNull();
});

test('spans cover exactly the finished references', () => {
  const text = 'a {{item.x}} b {{ sample.y }} {{ open';
  expect(templateSpans(text).map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    '{{item.x}}',
    '{{ sample.y }}',
  ]);
});

test('whatever is typed, the place found lies around the cursor', () => {
  const typed = fc.string({ unit: fc.constantFrom('{', '}', '"', ' ', 'a', '.', '\n', '|', '['), maxLength: 60 });
  fc.assert(
    fc.property(typed, fc.nat(60), (text, raw) => {
      const offset = Math.min(raw, text.length);
      const found = templateAt(text, offset);
      if (found === null) return;
      expect(found.from).toBeLessThanOrEqual(offset);
      expect(found.to).toBeGreaterThanOrEqual(offset);
      expect(text.slice(0, found.from).trimEnd().endsWith('{{')).toBe(true);
    }),
  );
});
