import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import { createProfile, pathSegments, valueAt } from './json-profile.ts';

describe('createProfile', () => {
  it('follows objects four deep and takes lists whole', () => {
    const profile = createProfile('item');
    profile.add({ a: { b: { c: { d: { e: 1 } } } }, list: [{ x: 1 }] });
    expect(profile.list(1).map((field) => field.path)).toEqual([
      'item.a',
      'item.a.b',
      'item.a.b.c',
      'item.a.b.c.d',
      'item.list',
    ]);
  });

  it('does not count null as a value, and tells mixed kinds', () => {
    const profile = createProfile('item');
    for (const value of [{ a: null, b: 1 }, { a: null, b: 'x' }, {}]) profile.add(value);
    expect(profile.list(3).map(({ path, kind, present }) => [path, kind, present])).toEqual([
      ['item.a', 'null', 0],
      ['item.b', 'mixed', 2],
    ]);
  });

  it('lists distinct values while they are few and short', () => {
    const profile = createProfile('item');
    for (let n = 0; n < 13; n += 1) profile.add({ few: n % 3, many: n, long: 'x'.repeat(90) });
    expect(profile.list(13).map((field) => field.values)).toEqual([['0', '1', '2'], null, null]);
  });

  it('stops at a thousand fields, as when keys are ids', () => {
    const profile = createProfile('item');
    profile.add(Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`key${n}`, n])));
    expect(profile.list(1).length).toBe(1_000);
  });

  it('never cuts an example inside a character', () => {
    const profile = createProfile('item');
    profile.add({ text: '🚲'.repeat(100) });
    const example = profile.list(1)[0]!.example!;
    expect([example.isWellFormed(), example.endsWith('…'), Array.from(example).length]).toEqual([true, true, 80]);
  });
});

describe('pathSegments', () => {
  it.each([
    ['item.a.b', ['a', 'b']],
    ['item.a[0].b[12]', ['a', 0, 'b', 12]],
    ['item.with space', ['with space']],
    ['item', null],
    ['items.a', null],
    ['item.a..b', null],
    ['item.a[x]', null],
    ['item.', null],
  ])('reads %s as %j', (path, expected) => {
    expect(pathSegments(path, 'item')).toEqual(expected);
  });
});

describe('valueAt', () => {
  it('gives own values only, whatever the keys are called', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.array(fc.oneof(fc.constantFrom('length', '__proto__', 'toString'), fc.nat({ max: 3 }))),
        (value, path) => {
          const found = valueAt(value as JsonValue, path);
          expect(found === undefined || JSON.stringify(value).includes(JSON.stringify(found))).toBe(true);
        },
      ),
    );
  });
});
