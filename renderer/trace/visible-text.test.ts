import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHiddenCharacters, visibleSegments } from './visible-text.ts';

function marks(text: string): string[] {
  return visibleSegments(text).flatMap((segment) => (segment.kind === 'mark' ? [segment.label] : []));
}

test('marks overrides, zero-width and control characters with what they are', () => {
  expect(marks('pay\u202egnp.exe')).toEqual(['RLO']);
  expect(marks('a\u200bb\u2060c\u0000d\u0007')).toEqual(['ZWSP', 'WJ', 'NUL', 'BEL']);
  expect(visibleSegments('\u202e')[0]).toMatchObject({ name: 'right-to-left override, U+202E' });
});

test('shows a terminal colour sequence as one mark', () => {
  expect(marks('\u001b[31mred\u001b[0m')).toEqual(['ESC[31m', 'ESC[0m']);
});

test('reveals text hidden in tag characters', () => {
  expect(visibleSegments('\u{e0041}')[0]).toMatchObject({
    label: 'U+E0041',
    name: 'hidden tag character “A”, U+E0041',
  });
});

test('leaves line ends, tabs, accents and emoji families alone', () => {
  const text = 'été\r\n\tline\n👩‍👩‍👧‍👦 👋🏽 ❤️‍🔥';
  expect(hasHiddenCharacters(text)).toBe(false);
});

test('marks a joiner that joins no emoji', () => {
  expect(marks('pass\u200dword')).toEqual(['ZWJ']);
});

test('never loses or adds a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(
        visibleSegments(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
