import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEqual } from './fold-equal.ts';
import type { Piece } from './word-diff.ts';

const joined = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');

describe('long equal text', () => {
  test('is folded, and nothing that differs ever is', () => {
    const piece = fc.record({ text: fc.string({ maxLength: 2_000, unit: 'binary' }), isChanged: fc.boolean() });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const folded = foldEqual(pieces);
        const length = folded.reduce((sum, one) => sum + ('gap' in one ? one.gap : one.text.length), 0);
        expect(length).toBe(joined(pieces).length);
        const changed = folded.filter((one): one is Piece => !('gap' in one) && one.isChanged);
        expect(changed).toEqual(pieces.filter((one) => one.isChanged));
      }),
    );
  });

  test('stays when it is short', () => {
    expect(foldEqual([{ text: 'short', isChanged: false }])).toEqual([{ text: 'short', isChanged: false }]);
  });
});
