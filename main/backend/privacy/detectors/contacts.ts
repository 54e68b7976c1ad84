import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import validator from 'validator';
import { matches } from '../matches.ts';
import type { Detector, Span } from '../types.ts';

export const email: Detector = {
  kind: 'email',
  find: (text) =>
    !text.includes('@')
      ? []
      : matches(text, /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu, (found) =>
          validator.isEmail(found),
        ),
};

/** Where a number without a country code is from, as far as its form tells. */
const HOME = 'US';

/** Seven digits and more with something between them, a stretch of a line long at most. */
const MAYBE_PHONE = /[+＋(]?\d(?:[ \t\u00a0()./\-\u2010-\u2015+]{0,3}\d){6,19}/gu;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:\s+\d{1,2})?$/u;
/** Without a country code only a number of the form of HOME is one, and tables are full of other figures. */
const HOME_FORM =
  /(?<!\d)(?:1[ \t\u00a0()./\-\u2010-\u2015]{0,3})?[2-9]\d\d[ \t\u00a0()./\-\u2010-\u2015]{0,3}[2-9]\d\d[ \t\u00a0()./\-\u2010-\u2015]{0,3}\d{4}(?!\d)/u;
/** Around a number, so that the library sees what stands before and after it. */
const AROUND = 24;

/** The library is slow on long texts, so it is shown the surroundings of what may be a number, and those only. */
function internationalNumbers(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(MAYBE_PHONE)) {
    // A bare run of digits is an order number more often than a number to call.
    if (match.index < from || /^\d+$/u.test(match[0]) || DATE.test(match[0])) continue;
    if (!isOfSomeForm(match[0])) continue;
    const start = Math.max(from, match.index - AROUND);
    const end = match.index + match[0].length + AROUND;
    for (const { startsAt, endsAt } of findPhoneNumbersInText(text.slice(start, end), HOME)) {
      const found = text.slice(startsAt + start, endsAt + start);
      if (startsAt + start >= from && /\D/.test(found) && isOfSomeForm(found))
        spans.push({ start: startsAt + start, end: endsAt + start });
    }
    from = Math.max(from, spans.at(-1)?.end ?? 0);
  }
  return spans;
}

function isOfSomeForm(found: string): boolean {
  return /[+＋]/u.test(found) || HOME_FORM.test(found);
}

/** Phone numbers of all countries with their code, and those of the United States and of mainland China without. */
export const phone: Detector = {
  kind: 'phone',
  find: (text) => {
    if (!/\d/.test(text)) return [];
    const found = internationalNumbers(text);
    const mobile = matches(text, /(?<![\d-])1[3-9]\d(?:[ -]?\d{4}){2}(?![\d-])/g);
    return [...found, ...mobile.filter(({ start, end }) => !found.some((one) => one.start < end && start < one.end))];
  },
};

/** Addresses of machines, but for those that mean the machine itself. */
export const ip: Detector = {
  kind: 'ip',
  find: (text) =>
    matches(
      text,
      /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)|[0-9A-F]{0,4}(?::[0-9A-F]{0,4}){2,7}(?![\w:]|\.\d))/gi,
      (found) => validator.isIP(found) && !/^(?:127\.|0\.0\.0\.0$|::1?$|255\.)/.test(found),
    ),
};

/** The folder of a person: its name is theirs. */
export const homePath: Detector = {
  kind: 'home_path',
  find: (text) =>
    matches(
      text,
      /(?:\/home\/|\/Users\/|[A-Za-z]:\\{1,2}Users\\{1,2})(?<value>[\p{L}\p{N}._-]{1,64})/dgu,
      (name) => !/^(?:Shared|Public|Default|runner|ubuntu|root|user|username)$/i.test(name),
    ),
};
