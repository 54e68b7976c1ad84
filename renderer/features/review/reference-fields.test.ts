import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import { fromFieldText, toFieldText, withField } from './reference-fields.ts';

describe('reference fields', () => {
  it('come back as they were, whatever their kind', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // fast-check's JSON values are JSON values.
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(fromFieldText(toFieldText(json))).toEqual(json);
      }),
    );
  });

  it('stay unsaved while the text of a JSON field is not JSON', () => {
    expect(fromFieldText({ text: '[1, 2', isJson: true })).toBeUndefined();
  });

  it('change nothing when the value is the same', () => {
    expect(withField({ a: [1] }, 'a', [1])).toBeNull();
    expect(withField({ a: [1], b: 2 }, 'a', [2])).toEqual({ a: [2], b: 2 });
  });
});
