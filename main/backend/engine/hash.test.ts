import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentUid, recordUid } from './hash.ts';

const SOURCE = contentUid('source');
const place = fc.tuple(fc.nat({ max: 2 ** 33 }), fc.nat({ max: 70_000 }), fc.nat({ max: 70_000 }));

describe('names of records', () => {
  it('are 32 hex digits, and differ where the places differ', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [name, otherName] = [recordUid(SOURCE, ...one), recordUid(SOURCE, ...other)];
        expect(name).toMatch(/^[0-9a-f]{32}$/);
        expect(name === otherName).toBe(one.join() === other.join());
      }),
    );
  });

  it('follow each other as the records of a source do', () => {
    const names = [0, 1, 15, 16, 255, 70_000].flatMap((record) => [0, 1].map((sub) => recordUid(SOURCE, record, sub)));
    expect(names.toSorted()).toEqual(names);
  });

  it('differ between sources', () => {
    expect(recordUid(SOURCE, 1, 0)).not.toBe(recordUid(contentUid('another'), 1, 0));
  });
});
