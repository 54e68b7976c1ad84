import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withRange } from '../../state/slices/selection.ts';
import { headState, isChecked, NOTHING, stretchTo, togglePosition, type Ranges } from './selection.ts';

const span = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const edit = fc.oneof(
  fc.record({ kind: fc.constant('range' as const), isOn: fc.boolean(), span }),
  fc.record({ kind: fc.constant('toggle' as const), at: fc.nat(60) }),
);

test('agrees with a plain set of positions after any run of edits, in sorted ranges that never touch', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      let ranges: Ranges = NOTHING;
      const plain = new Set<number>();
      const set = (at: number, isOn: boolean) => (isOn ? plain.add(at) : plain.delete(at));
      for (const step of edits) {
        if (step.kind === 'toggle') {
          set(step.at, !plain.has(step.at));
          ranges = togglePosition(ranges, step.at);
        } else {
          for (let at = step.span[0]; at < step.span[1]; at += 1) set(at, step.isOn);
          ranges = withRange(ranges, step.span, step.isOn);
        }
      }
      const seen = Array.from({ length: 64 }, (_, at) => at).filter((at) => isChecked(ranges, at));
      expect(new Set(seen)).toEqual(plain);
      ranges.forEach(([from, to], index) => {
        expect(from).toBeLessThan(to);
        const next = ranges[index + 1];
        if (next !== undefined) expect(to).toBeLessThan(next[0]);
      });
    }),
  );
});

test('keeps all of a hundred thousand rows as one range', () => {
  const all = withRange(NOTHING, [0, 100_000], true);
  expect(all).toEqual([[0, 100_000]]);
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
  expect([headState(0, 10), headState(2, 10), headState(10, 10), headState(0, 0)]).toEqual([
    'none',
    'some',
    'all',
    'none',
  ]);
});
