import type { Check } from '../engine/checks.ts';

/** Keys that describe the line rather than the answer. */
const EMPTY = new Set<unknown>([null, '']);

export const missingReference: Check = {
  id: 'missing-reference',
  version: 1,
  scan: ({ reference }) =>
    Object.values(reference).every((value) => EMPTY.has(value))
      ? [{ attemptId: null, messageIdx: null, detail: { keys: Object.keys(reference).length } }]
      : [],
};
