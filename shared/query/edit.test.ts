import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeField, relaxations, termsOf, toggleTerm } from './edit.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { anyFilter } from './testing/arbitrary-filter.ts';

describe('toggleTerm', () => {
  it.each([
    ['', 'tool:a', 'tool:a'],
    ['tool:a', 'tool:b', 'tool:a,b'],
    ['hail tool:a,b', 'tool:a', 'hail tool:b'],
    ['hail tool:A', 'tool:a', 'hail'],
    ['tool:a', '-tool:a', 'tool:a -tool:a'],
    ['-tool:a,b', '-tool:b', '-tool:a'],
    ['calls:4..7', 'calls>=13', 'calls:4..7,>=13'],
    ['calls:4..7,>=13', 'calls>=13', 'calls:4..7'],
    ['a or b', 'lang:de', '(a or b) lang:de'],
    ['score@1>0.5', 'score@2>0.5', 'score@1>0.5 score@2>0.5'],
    ['a (tool:x or b)', 'tool:x', 'a (tool:x or b) tool:x'],
    ['hail', 'hail', ''],
    ['oops(', 'tool:a', 'oops( tool:a'],
  ])('turns %j with %s into %j', (text, term, expected) => {
    expect(toggleTerm(text, term)).toBe(expected);
  });

  it('undoes itself when the field had no other condition', () => {
    fc.assert(
      fc.property(anyFilter, fc.constantFrom('tool:a', '-tag:x', 'calls:1..3', 'lang:none'), (filter, term) => {
        const field = parse(term.replace('-', '')).ast;
        const text = field?.kind === 'term' ? removeField(print(filter), field.field) : '';
        expect(toggleTerm(toggleTerm(text, term), term)).toBe(text);
      }),
    );
  });
});

describe('removeField', () => {
  it('takes away plain and negated conditions at the top, and leaves those inside an or', () => {
    expect(removeField('hail tool:a -tool:b (tool:c or x)', 'tool')).toBe('hail (tool:c or x)');
  });

  it('leaves a filter with a problem alone', () => {
    expect(removeField('tool:a (', 'tool')).toBe('tool:a (');
  });
});

describe('termsOf', () => {
  it('lists the conditions of a field one by one, as facets print them', () => {
    expect(termsOf('tool:a,"b c" lang:de -tool:d', 'tool')).toEqual(['tool:a', 'tool:"b c"', '-tool:d']);
  });
});

describe('relaxations', () => {
  it('leaves out one condition at a time', () => {
    expect(relaxations('hail lang:de (a or b)')).toEqual([
      { filter: 'lang:de (a or b)', without: 'hail' },
      { filter: 'hail (a or b)', without: 'lang:de' },
      { filter: 'hail lang:de', without: 'a or b' },
    ]);
  });
});
