import type { Facet } from '../engine/facets.ts';
import { fromTo, orMore } from './buckets.ts';

export const source: Facet = {
  key: 'source',
  title: 'Source',
  kind: 'text',
  version: 1,
  field: 'source',
  from: 'source',
};

export const format: Facet = {
  key: 'format',
  title: 'Format',
  kind: 'text',
  version: 1,
  field: 'format',
  from: 'format',
};

export const language: Facet = {
  key: 'lang',
  title: 'Language',
  kind: 'text',
  version: 1,
  field: 'lang',
  from: 'lang',
  label: languageName,
  none: 'Not told',
};

/** Characters of the user's messages. */
export const length: Facet = {
  key: 'length',
  title: 'Prompt length',
  kind: 'number',
  version: 1,
  field: 'length',
  from: 'length',
  buckets: [fromTo(0, 99), fromTo(100, 299), fromTo(300, 999), fromTo(1_000, 2_999), orMore(3_000)],
};

/** Of prompts, once a map was drawn. */
export const cluster: Facet = {
  key: 'cluster',
  title: 'Cluster',
  kind: 'text',
  version: 1,
  field: 'cluster',
  from: 'cluster',
  label: (number) => `Cluster ${number}`,
};

export const reference: Facet = {
  key: 'reference',
  title: 'Reference',
  kind: 'bool',
  version: 1,
  field: 'reference',
  from: 'reference',
  buckets: [
    { label: 'Has a reference', value: { kind: 'any' } },
    { label: 'None', value: { kind: 'none' } },
  ],
};

/** @returns the English name of a language code, or the code */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch (error) {
    // Sources may name a language by something that is no code.
    if (error instanceof RangeError) return code;
    throw error;
  }
}
