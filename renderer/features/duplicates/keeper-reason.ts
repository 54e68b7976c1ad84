import { translate } from '../../i18n/index.ts';

const KNOWN = ['most reviews', 'most attempts', 'has a reference', 'oldest'] as const;

/** @returns the backend's reason in the language of the page; one that is new here stays as it came */
export function keeperReason(reason: string): string {
  const known = KNOWN.find((one) => one === reason);
  return known === undefined ? reason : translate(`duplicates:reasons.${known}`);
}
