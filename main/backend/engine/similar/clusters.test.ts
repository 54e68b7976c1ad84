import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { components, withStandIns, type TypedLink } from './clusters.ts';

const kind = fc.constantFrom('exact' as const, 'near' as const, 'semantic' as const);
const link: fc.Arbitrary<TypedLink> = fc
  .record({ a: fc.nat(30), b: fc.nat(30), kind, similarity: fc.double({ min: 0.5, max: 1, noNaN: true }) })
  .filter(({ a, b }) => a < b);
const LOOSENESS = { exact: 0, near: 1, semantic: 2 } as const;

/** By spreading labels until nothing changes. */
function bruteForce(links: readonly TypedLink[]): number[][] {
  const label = new Map(links.flatMap(({ a, b }) => [[a, a] as const, [b, b] as const]));
  for (let changed = true; changed;) {
    changed = false;
    for (const { a, b } of links) {
      const least = Math.min(label.get(a) ?? 0, label.get(b) ?? 0);
      for (const end of [a, b])
        if (label.get(end) !== least) {
          label.set(end, least);
          changed = true;
        }
    }
  }
  const ids = [...label.keys()].toSorted((a, b) => a - b);
  return [...new Set(ids.map((id) => label.get(id)))].map((root) => ids.filter((id) => label.get(id) === root));
}

describe('components', () => {
  it('are those of brute force, whatever order the links come in', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 60 }), (links) => {
        const found = components(links);
        expect(found.map(({ members }) => members)).toEqual(bruteForce(links));
        expect(components(links.toReversed())).toEqual(found);
      }),
    );
  });

  it('are held together by just enough links, and no stricter kinds would do', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 60 }), (links) => {
        for (const one of components(links)) {
          expect(one.links).toHaveLength(one.members.length - 1);
          expect(bruteForce(one.links)).toEqual([one.members]);
          const stricter = links.filter((other) => LOOSENESS[other.kind] < LOOSENESS[one.kind]);
          expect(bruteForce(stricter)).not.toContainEqual(one.members);
        }
      }),
    );
  });
});

describe('a family of texts that differ in numbers only', () => {
  const near = (a: number, b: number, similarity: number): TypedLink => ({ a, b, kind: 'near', similarity });
  const families = new Map([1, 2, 3].map((id) => [id, 'road {n}']));

  it('is not joined by likeness, not even through another text', () => {
    const links = [near(1, 2, 0.95), near(2, 3, 0.95), near(1, 9, 0.9), near(2, 9, 0.85)];
    expect(components(links, families).map(({ members }) => members)).toEqual([[1, 9]]);
  });

  it('keeps copies of one of them together', () => {
    expect(components([near(1, 2, 1), near(2, 3, 0.99)], families).map(({ members }) => members)).toEqual([[1, 2]]);
  });

  it('never holds two that are no copies, whatever the links', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 60 }), (links) => {
        const below = links.map((one) => ({ ...one, similarity: one.kind === 'semantic' ? 1 : 0.999 }));
        const kin = new Map(Array.from({ length: 31 }, (_, id) => [id, `family ${id % 7}`]));
        for (const { members } of components(below, kin)) {
          const names = members.map((id) => kin.get(id));
          expect(new Set(names).size).toBe(names.length);
        }
      }),
    );
  });
});

describe('a copy that stands in', () => {
  it('takes the links of the one that is gone, and no link ends at a missing sample', () => {
    const near = (a: number, b: number, similarity: number): TypedLink => ({ a, b, kind: 'near', similarity });
    const links = [near(1, 2, 1), near(1, 3, 1), near(1, 9, 0.8), near(4, 9, 0.7)];
    expect(withStandIns(links, (id) => id !== 1)).toEqual([near(2, 3, 1), near(2, 9, 0.8), near(4, 9, 0.7)]);
    expect(withStandIns(links, (id) => id !== 9)).toEqual([near(1, 2, 1), near(1, 3, 1)]);
  });
});
