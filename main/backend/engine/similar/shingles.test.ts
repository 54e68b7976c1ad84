import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard } from './jaccard.ts';
import { nearPairs } from './near-pairs.ts';
import { shingleSet } from './shingles.ts';

/** The shingles as text: what the hashes stand for, by another way than the hashing one takes. */
function shingleTexts(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\da-z]+|[$+<=>^`|~*/%]|(?<![\da-z])-(?=\d)/gu) ?? [];
  if (words.length < 5) return new Set([text]);
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')));
}

const word = fc.constantFrom('parcel', 'Dock', 'x', '42', '+', '/', "it's", 'a-b', '-7', '3-7', '...', '(', 'Zoll');
const texts = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));

describe('shingleSet', () => {
  it('has a member for every different run of five words, ascending', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const set = shingleSet(text);
        const expected = shingleTexts(text);
        expect(set.length).toBe(expected.has(text) ? 3 : expected.size);
        expect([...set]).toEqual([...new Set(set)].sort((a, b) => a - b));
      }),
    );
  });

  it('gives the Jaccard similarity of the runs themselves', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [a, b] = [shingleTexts(one), shingleTexts(other)];
        const expected = [...a].filter((run) => b.has(run)).length / new Set([...a, ...b]).size;
        expect(jaccard(shingleSet(one), shingleSet(other))).toBe(expected);
      }),
    );
  });

  it('reads ASCII as it reads Unicode', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const padded = `${text} alpha beta gamma delta epsilon`;
        // A zero-width space is no word; it only takes the text off the fast path.
        expect(shingleSet(`${padded}\u200b`)).toEqual(shingleSet(padded));
      }),
    );
  });

  it('does not mind case, compatibility forms and punctuation, and minds symbols', () => {
    expect(shingleSet('Café Ｎｏ 5: open at “noon”')).toEqual(shingleSet('cafe\u0301 no. 5 OPEN at noon!'));
    expect(jaccard(shingleSet('is 2 + 2 + 2 right'), shingleSet('is 2 * 2 * 2 right'))).toBe(0);
    expect(jaccard(shingleSet('it was at -5 at noon'), shingleSet('it was at 5 at noon'))).toBeLessThan(1);
  });

  it('takes characters for words where no blanks are written', () => {
    expect(shingleSet('小包在哪里了呢')).toHaveLength(3);
    expect(jaccard(shingleSet('小包在哪里了呢'), shingleSet('小包在哪里了啊'))).toBe(0.5);
    expect(shingleSet('ここに荷物はありますか').length).toBe(7);
  });

  it('compares texts shorter than a window exactly (T36)', () => {
    const short = ['', 'hi', 'hi', '', 'Hi', 'hi!', '!', '🙂'];
    const { count, a, b, similarity } = nearPairs(short.map(shingleSet), 0.5);
    expect(count).toBe(2);
    expect([...a, ...b, ...similarity]).toEqual([0, 1, 3, 2, 1, 1]);
  });
});
