import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPieces } from '../testing/read.ts';
import { decodeText } from './encoding.ts';
import { toBuffers } from './bytes.ts';
import { splitJson } from './json-split.ts';

async function split(
  text: string,
  path: readonly string[] | null,
  size: number,
): Promise<{ values: unknown[]; closed: boolean; skippedFields: number }> {
  const bytes = Buffer.from(text);
  const decoded = decodeText(bytes, toBuffers(inPieces(bytes, size)), 'utf-8');
  if (decoded.text === null) throw new Error(decoded.refusal.message);
  const { elements, end } = splitJson(decoded.text, bytes, path);
  const values: unknown[] = [];
  for await (const element of elements) {
    expect(bytes.subarray(element.offset, element.offset + element.bytes.length)).toEqual(element.bytes);
    values.push(JSON.parse(element.bytes.toString()));
  }
  return { values, ...end() };
}

describe('splitting a JSON text into its values', () => {
  it('gives the elements of any list, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 30 }),
        async (list, space, size) => {
          const text = JSON.stringify(list, null, space);
          expect(await split(text, [], size)).toEqual({ values: JSON.parse(text), closed: true, skippedFields: 0 });
        },
      ),
    );
  });

  it('gives the list at a path and counts the fields beside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 30 }),
        async (list, other, size) => {
          const text = JSON.stringify({ before: other, hits: { total: other, hits: list, max: 1 }, data: other });
          expect(await split(text, ['hits', 'hits'], size)).toEqual({
            values: JSON.parse(JSON.stringify(list)),
            closed: true,
            skippedFields: 4,
          });
        },
      ),
    );
  });

  it('gives values that stand one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }),
        fc.integer({ min: 1, max: 30 }),
        async (list, size) => {
          const text = list.map((value) => JSON.stringify(value)).join('');
          expect((await split(text, null, size)).values).toEqual(
            list.map((value) => JSON.parse(JSON.stringify(value))),
          );
        },
      ),
    );
  });

  it('says when the list is not closed', async () => {
    expect(await split('[{"a":1},', [], 3)).toEqual({ values: [{ a: 1 }], closed: false, skippedFields: 0 });
  });
});
