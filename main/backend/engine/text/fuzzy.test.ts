import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as fuzzy from './fuzzy.ts';
import { defaultProcess, defaultProcessCompiled } from './normalise.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', 'é', '😀'), maxLength: 40 });

/** Every window that partial_ratio allows, compared one by one. */
function bestWindow(needle: readonly string[], hay: readonly string[]): number {
  const size = needle.length;
  const windows = [
    ...hay.map((_, at) => hay.slice(at, at + size)).filter((window) => window.length === size),
    ...hay.slice(0, size - 1).map((_, at) => hay.slice(0, at + 1)),
    ...hay.slice(0, size - 1).map((_, at) => hay.slice(hay.length - at - 1)),
  ];
  return Math.max(...windows.map((window) => fuzzy.ratio(needle.join(''), window.join(''))));
}

describe('fuzzy', () => {
  it('finds the best window that trying every one finds', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [shorter = [], longer = []] = [Array.from(left), Array.from(right)].toSorted(
          (a, b) => a.length - b.length,
        );
        fc.pre(shorter.length > 0 && shorter.length < longer.length);
        expect(fuzzy.partialRatio(left, right)).toBeCloseTo(bestWindow(shorter, longer), 9);
      }),
    );
  });

  it('counts an emoji as one character', () => {
    expect(fuzzy.ratio('a😀', 'a🚀')).toBe(50);
  });

  it('does not find half of a surrogate pair inside a whole one', () => {
    expect(fuzzy.partialRatio('\ud83d', 'a😀b')).toBe(0);
  });

  it('scales partial matches by 0.6 from a length ratio of 8 on, as 3.10.1 does', () => {
    expect(fuzzy.wRatio('hello', `hello${'abcde'.repeat(7)}`)).toBe(60);
    expect(fuzzy.wRatio('hello', `hello${'abcde'.repeat(7).slice(1)}`)).toBe(90);
  });

  it('treats empty texts as the library does', () => {
    expect([fuzzy.ratio('', ''), fuzzy.partialRatio('', ''), fuzzy.tokenSortRatio('', '')]).toEqual([100, 100, 100]);
    expect([fuzzy.wRatio('', ''), fuzzy.qRatio('', ''), fuzzy.tokenSetRatio('', '')]).toEqual([0, 0, 0]);
    expect([fuzzy.partialRatio('', 'a'), fuzzy.partialTokenSetRatio('', 'a')]).toEqual([0, 0]);
  });

  it('finds a changed needle in a long text', () => {
    const needle = 'The order 4711 was shipped on Monday and arrived late.';
    const hay = `${'x'.repeat(30_000)}${needle.replace('Monday', 'Tuesday')}${'y'.repeat(30_000)}`;
    expect(fuzzy.partialRatio(needle, hay)).toBeGreaterThan(90);
    expect(fuzzy.partialRatio(needle, hay)).toBeLessThan(100);
  });

  it('processes texts as the Python and the compiled library do, which differ on the underscore', () => {
    expect(defaultProcess('  ¡Hola, Señor_X!  ')).toBe('hola  señor_x');
    expect(defaultProcessCompiled('  ¡Hola, Señor_X!  ')).toBe('hola  señor x');
    expect(defaultProcess('ΟΔΟΣ')).toBe('οδος');
    expect(defaultProcessCompiled('ΟΔΟΣ')).toBe('οδοσ');
  });
});
