import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkRange,
  countChecked,
  headState,
  isChecked,
  NOTHING,
  stretchTo,
  togglePosition,
  uncheckRange,
  type Selection,
} from './selection.ts';

const span = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const edits = fc.array(fc.record({ check: fc.boolean(), span }), { maxLength: 30 });

test('agrees with a plain set of positions after any run of edits, in sorted ranges that never touch', () => {
  fc.assert(
    fc.property(edits, (list) => {
      let selection: Selection = NOTHING;
      const plain = new Set<number>();
      for (const {
        check,
        span: [from, to],
      } of list) {
        selection = check ? checkRange(selection, from, to) : uncheckRange(selection, from, to);
        for (let at = from; at < to; at += 1)
          if (check) plain.add(at);
          else plain.delete(at);
      }
      const seen = Array.from({ length: 64 }, (_, at) => at).filter((at) => isChecked(selection, at));
      expect(new Set(seen)).toEqual(plain);
      expect(countChecked(selection)).toBe(plain.size);
      selection.forEach(([from, to], index) => {
        expect(from).toBeLessThan(to);
        const next = selection[index + 1];
        if (next !== undefined) expect(to).toBeLessThan(next[0]);
      });
    }),
  );
});

test('keeps all of a hundred thousand rows as one range', () => {
  const all = checkRange(NOTHING, 0, 100_000);
  expect(all).toEqual([[0, 100_000]]);
  expect(headState(all, 100_000)).toBe('all');
  expect(togglePosition(all, 40)).toEqual([
    [0, 40],
    [41, 100_000],
  ]);
});

test('shrinks again when the stretch turns back toward its anchor', () => {
  const down = stretchTo(stretchTo(NOTHING, 5, 5, 6), 5, 6, 8);
  expect(down).toEqual([[5, 9]]);
  expect(stretchTo(down, 5, 8, 6)).toEqual([[5, 7]]);
});

test('stretches across its anchor to the other side', () => {
  expect(stretchTo([[5, 9]], 5, 8, 3)).toEqual([[3, 6]]);
});

test('tells none, some and all apart for the box in the head', () => {
  expect(headState(NOTHING, 10)).toBe('none');
  expect(headState([[2, 4]], 10)).toBe('some');
  expect(headState([[0, 10]], 10)).toBe('all');
});
