import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import validator from 'validator';
import { matches } from '../matches.ts';
import type { Detector } from '../types.ts';

export const email: Detector = {
  kind: 'email',
  find: (text) =>
    matches(text, /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu, (found) =>
      validator.isEmail(found),
    ),
};

/** Where a number without a country code is from, as far as its form tells. */
const HOME = 'US';

/** Phone numbers of all countries with their code, and those of the United States and of mainland China without. */
export const phone: Detector = {
  kind: 'phone',
  find: (text) => {
    if (!/\d/.test(text)) return [];
    const found = findPhoneNumbersInText(text, HOME)
      .map(({ startsAt: start, endsAt: end }) => ({ start, end }))
      // A bare run of digits is an order number more often than a number to call.
      .filter(({ start, end }) => /\D/.test(text.slice(start, end)));
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
