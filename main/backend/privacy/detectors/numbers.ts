import { stdnum } from 'stdnum';
import validator from 'validator';
import { matches } from '../matches.ts';
import type { Detector } from '../types.ts';

/** In one run, in fours, or as the cards of two issuers: 4-6-4 and 4-6-5. Other figures side by side are a table. */
const GROUPED =
  /(?<![\d+-])(?<!\d\.)(?:\d{13,19}|(?:\d{4}([ -])){3}\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\d-]|\.\d)/g;

/** Payment cards by grouping, length, issuer and check digit. */
export const card: Detector = {
  kind: 'card',
  find: (text) => matches(text, GROUPED, (found) => validator.isCreditCard(found)),
};

/** Bank accounts by country, length and check digits, with and without blanks. */
export const iban: Detector = {
  kind: 'iban',
  find: (text) =>
    matches(text, /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g, (found) =>
      validator.isIBAN(found.replaceAll(' ', '')),
    ),
};

type Id = { readonly pattern: RegExp; readonly isValid: (text: string) => boolean };

// Ids that have a form or a check digit of their own. Numbers without either would flag every order number.
const IDS: readonly Id[] = [
  {
    pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g,
    isValid: (text) => stdnum.US?.ssn?.validate(text).isValid === true,
  },
  { pattern: /(?<!\d)\d{17}[\dX](?![\dX])/gi, isValid: (text) => stdnum.CN?.ric?.validate(text).isValid === true },
  {
    pattern: /(?<![\dA-Za-z])\d{8}[A-HJ-NP-TV-Z](?![\dA-Za-z])/g,
    isValid: (text) => stdnum.ES?.dni?.validate(text).isValid === true,
  },
  {
    pattern: /(?<![\dA-Za-z])[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z](?![\dA-Za-z])/g,
    isValid: (text) => stdnum.IT?.codicefiscale?.validate(text).isValid === true,
  },
  {
    pattern: /(?<!\d)[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    isValid: (text) => stdnum.FR?.nir?.validate(text).isValid === true,
  },
  // The British number has no check digit; its letters keep it apart from other numbers.
  {
    pattern: /(?<![\dA-Za-z])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\dA-Za-z])/g,
    isValid: (text) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text),
  },
];

/** National ids of the United States, China, Spain, Italy, France and the United Kingdom. */
export const nationalId: Detector = {
  kind: 'national_id',
  find: (text) => (/\d ?\d/.test(text) ? IDS.flatMap(({ pattern, isValid }) => matches(text, pattern, isValid)) : []),
};
