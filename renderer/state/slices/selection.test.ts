import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ViewId } from '../../../shared/model/ids.ts';
import { isSelected, selectedCount, withRange, type Selection } from './selection.ts';

const step = fc.tuple(fc.nat(40), fc.nat(40), fc.boolean());

test('ranges agree with a plain set of positions after any steps, and stay sorted and apart', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const plain = new Set<number>();
      let ranges: Selection['ranges'] = [];
      for (const [a, b, isChecked] of steps) {
        const range = [Math.min(a, b), Math.max(a, b)] as const;
        ranges = withRange(ranges, range, isChecked);
        for (let at = range[0]; at < range[1]; at += 1) {
          if (isChecked) plain.add(at);
          else plain.delete(at);
        }
      }
      const selection = { viewId: ViewId.parse('v'), ranges };
      expect(selectedCount(selection)).toBe(plain.size);
      for (let at = 0; at < 42; at += 1) expect(isSelected(selection, at)).toBe(plain.has(at));
      for (const [index, [from, to]] of ranges.entries()) {
        expect(from).toBeLessThan(to);
        const before = ranges[index - 1];
        if (before !== undefined) expect(before[1]).toBeLessThan(from);
      }
    }),
  );
});
