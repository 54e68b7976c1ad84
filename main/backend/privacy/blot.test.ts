import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOT, bytesOf, createBlotter } from './blot.ts';

const asciiOnly = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/gu, (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('blotting out a value', () => {
  it.each([
    ['Zora Quill', 'ask ZORA  quill, not Zora', `ask ${BLOT}, not Zora`],
    ['Zora Quill', 'ask\nZora\nQuill', `ask\n${BLOT}`],
    ['Jürg Äppli', 'JÜRG äPPLI', BLOT],
    ['Jürg', 'Ju\u0308rg', BLOT],
    ['Ann', 'Annual channel of Ann, Ann_1', `Annual channel of ${BLOT}, Ann_1`],
    ['zora@quill.example', 'elzora@quill.example zora@quill.example.', `elzora@quill.example ${BLOT}.`],
    ['王芳', '昨天王芳来过', `昨天${BLOT}来过`],
    ['Zora', '发给Zora了', `发给${BLOT}了`],
    [
      '+49 30 901820',
      'call +49 (30) 90-18-20 or 4930901820, not 14930901820',
      `call ${BLOT} or ${BLOT}, not 14930901820`,
    ],
    ['C:\\Users\\zora', '{"path":"C:\\\\Users\\\\zora\\\\x"}', String.raw`{"path":"${BLOT}\\x"}`],
    ['Jürg', String.raw`cut off {"to": "J\u00fcrg and \u004A\u00FCrg`, `cut off {"to": "${BLOT} and ${BLOT}`],
    ['Jürg', String.raw`{"a":"{\"b\":\"\\u004a\\u00fcrg\"}"}`, String.raw`{"a":"{\"b\":\"${BLOT}\"}"}`],
    ['Zora', String.raw`cut off {"to": "one\nZora`, String.raw`cut off {"to": "one\n${BLOT}`],
    ['4930901820', '{"tel": 4930901820, "Zora": 1}', `{"tel": "${BLOT}", "Zora": 1}`],
    ['(.*)+', 'a (.*)+ b aaa', `a ${BLOT} b aaa`],
  ])('finds %s in %s', (value, text, after) => {
    const { holds, blot } = createBlotter([value]);
    expect(holds(text)).toBe(true);
    expect(blot(text)).toBe(after);
    expect(holds(blot(text))).toBe(false);
  });

  it('takes it out of JSON at any depth and in any spelling, and leaves JSON of the same shape', () => {
    const values = ['Zora Quill', 'zora@quill.example', 'Jürg', '王芳', '+49 30 901820'];
    const leaf = fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 8 }), fc.integer());
    const { holds, blot } = createBlotter(values);
    const nest = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.tuple(fc.constantFrom('a', 'Jürg', 'to'), tie('value')).map((pair) => Object.fromEntries([pair])),
        fc.tuple(tie('value'), fc.boolean()).map(([inner, isAscii]) => {
          const text = JSON.stringify([inner]);
          return isAscii ? asciiOnly(text) : text;
        }),
      ),
    }));
    fc.assert(
      fc.property(nest.value, (value) => {
        const text = JSON.stringify({ value });
        const after = blot(text);
        expect(Object.keys(JSON.parse(after) as object)).toEqual(['value']);
        expect(holds(after)).toBe(false);
        for (const bytes of bytesOf(values)) expect(Buffer.from(after).includes(bytes)).toBe(false);
        if (!holds(text)) expect(after).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});
