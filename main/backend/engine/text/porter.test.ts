import { describe, expect, it } from 'vitest';
import { porterStem } from './porter.ts';

describe('porterStem', () => {
  // From NLTK 3.8's PorterStemmer, by hand; the many more behind METEOR are in the oracle's vectors.
  it.each([
    ['caresses', 'caress'],
    ['flies', 'fli'],
    ['dies', 'die'],
    ['died', 'die'],
    ['spied', 'spi'],
    ['agreed', 'agre'],
    ['feed', 'feed'],
    ['plastered', 'plaster'],
    ['sing', 'sing'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['sized', 'size'],
    ['happy', 'happi'],
    ['enjoy', 'enjoy'],
    ['relational', 'relat'],
    ['radically', 'radic'],
    ['hopefully', 'hope'],
    ['geologi', 'geolog'],
    ['electricity', 'electr'],
    ['adoption', 'adopt'],
    ['cease', 'ceas'],
    ['rate', 'rate'],
    ['controlling', 'control'],
    ['skies', 'sky'],
    ['dying', 'die'],
    ['Innings', 'inning'],
    ['is', 'is'],
    ['', ''],
    ['北京', '北京'],
    ['😀s', '😀s'],
    ['😀cats', '😀cat'],
  ])('stems "%s" to "%s"', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });
});
