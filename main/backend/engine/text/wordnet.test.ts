import { describe, expect, it } from 'vitest';
import { parseWordnetTable, wordnetSynonyms } from './wordnet.ts';

const TABLE = parseWordnetTable(
  [
    'wordnet-synonyms 1 test',
    '#noun',
    'automobile car motor_car',
    'Car Kar',
    'box',
    'frankfurter hot_dog',
    'die dice',
    '#noun.exc',
    'dice die',
    '#verb',
    'operate run',
    'box package',
    '#verb.exc',
    'ran run',
    '#adj',
    '#adj.exc',
    '#adv',
    '#adv.exc',
    '',
  ].join('\n'),
);

function synonyms(word: string): readonly string[] {
  return [...wordnetSynonyms(TABLE, word)].toSorted();
}

describe('wordnetSynonyms', () => {
  it('gives the single words in lower case of every set of a word, and the word itself', () => {
    expect(synonyms('car')).toEqual(['automobile', 'car']);
    expect(synonyms('unknown')).toEqual(['unknown']);
  });

  it('finds the base form by its ending in each part of speech', () => {
    expect(synonyms('cars')).toEqual(['automobile', 'car', 'cars']);
    expect(synonyms('boxes')).toEqual(['box', 'boxes', 'package']);
    expect(synonyms('hot_dogs')).toEqual(['frankfurter', 'hot_dogs']);
  });

  it('takes irregular forms from their list', () => {
    expect(synonyms('ran')).toEqual(['operate', 'ran', 'run']);
    expect(synonyms('dice')).toEqual(['dice', 'die']);
  });

  it('gives up on a word far longer than any lemma', () => {
    const word = 'se'.repeat(5000);
    expect(synonyms(word)).toEqual([word]);
  });

  it('cuts endings again and again until a form is known', () => {
    expect(synonyms(`car${'s'.repeat(90)}`)).toContain('automobile');
    expect(synonyms('es'.repeat(90))).toEqual(['es'.repeat(90)]);
  });
});

describe('parseWordnetTable', () => {
  it.each([
    ['', 'Line 1 of the WordNet table is not "wordnet-synonyms 1 VERSION".'],
    ['wordnet-synonyms 1 x\ncar auto', 'Line 2 of the WordNet table comes before any part of speech.'],
    ['wordnet-synonyms 1 x\n#noun\n#pronoun', 'Line 3 of the WordNet table names no part of speech.'],
  ])('says which line of %j is wrong', (text, message) => {
    expect(() => parseWordnetTable(text)).toThrow(message);
  });
});
