import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionPoint, fieldCompletions, fixedValues } from './complete.ts';
import { fieldOf } from './fields.ts';
import { closest, editDistance } from './suggest.ts';

/** `|` marks the offset. */
function pointOf(marked: string): unknown {
  const offset = marked.indexOf('|');
  const point = completionPoint(marked.replace('|', ''), offset);
  return point?.kind === 'value' ? { ...point, field: point.field.name } : point;
}

describe('completionPoint', () => {
  it.each([
    ['|', { kind: 'field', from: 0, to: 0, prefix: '' }],
    ['hail |', { kind: 'field', from: 5, to: 5, prefix: '' }],
    ['ha|il', { kind: 'field', from: 0, to: 4, prefix: 'ha' }],
    ['-(sco|', { kind: 'field', from: 2, to: 5, prefix: 'sco' }],
    ['tool:|', { kind: 'value', field: 'tool', from: 5, to: 5, prefix: '' }],
    ['tool:a,ge|t lang:de', { kind: 'value', field: 'tool', from: 7, to: 10, prefix: 'ge' }],
    ['tool:g|e,b', { kind: 'value', field: 'tool', from: 5, to: 7, prefix: 'g' }],
    ['tag:"two wo|', { kind: 'value', field: 'tag', from: 4, to: 11, prefix: 'two wo' }],
    ['nosuch:v|', { kind: 'field', from: 0, to: 8, prefix: 'nosuch:v' }],
    ['"in a phr|ase"', null],
  ])('finds what is written at the mark in %s', (marked, expected) => {
    expect(pointOf(marked)).toEqual(expected);
  });

  it('answers at every offset of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 40 }), (text, offset) => {
        const point = completionPoint(text, offset);
        if (point === null) return;
        expect(point.from).toBeLessThanOrEqual(Math.min(offset, text.length));
        expect(point.to).toBeGreaterThanOrEqual(point.from);
      }),
    );
  });
});

describe('completions', () => {
  it('offers fields that begin with the letters before fields that hold them', () => {
    expect(fieldCompletions('ta').map((item) => item.text)).toEqual(['task:', 'tag:']);
    expect(fieldCompletions('son').map((item) => item.text)).toEqual(['reason:']);
  });

  it('offers a closed set with any and none where they make sense', () => {
    expect(fixedValues(fieldOf('split'), '').map((item) => item.text)).toEqual([
      'train',
      'validation',
      'test',
      'any',
      'none',
    ]);
    expect(fixedValues(fieldOf('decision'), 'ex').map((item) => item.text)).toEqual(['exclude']);
  });
});

describe('did you mean', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('measures %j to %j as %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('keeps quiet when nothing is near', () => {
    expect([
      closest('banana', ['train', 'test']),
      closest('trian', ['test', 'train']),
      closest('val', ['validation']),
    ]).toEqual([null, 'train', 'validation']);
  });
});
