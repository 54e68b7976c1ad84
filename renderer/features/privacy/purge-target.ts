import { parse } from '../../../shared/query/parse.ts';

export const MIN_LENGTH = 3;
export const MAX_VALUES = 100;

export type PurgeForm = { readonly text: string; readonly deletes: boolean; readonly filter: string };
export type PurgeInput = { readonly values: string[]; readonly filter: string | null };
export type PurgeProblem =
  | { readonly kind: 'short'; readonly value: string }
  | { readonly kind: 'many' }
  | { readonly kind: 'noFilter' }
  | { readonly kind: 'badFilter' };

/** @returns what the form asks to purge; null while nothing is named or something is wrong with it */
export function readPurge({ text, deletes, filter }: PurgeForm): {
  readonly target: PurgeInput | null;
  readonly problem: PurgeProblem | null;
} {
  const values = [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  const short = values.find((value) => value.length < MIN_LENGTH);
  if (short !== undefined) return { target: null, problem: { kind: 'short', value: short } };
  if (values.length > MAX_VALUES) return { target: null, problem: { kind: 'many' } };
  if (deletes && parse(filter).problem !== null) return { target: null, problem: { kind: 'badFilter' } };
  // An empty filter means every sample: too much to delete by leaving a field empty.
  if (deletes && filter.trim() === '') return { target: null, problem: { kind: 'noFilter' } };
  if (values.length === 0 && !deletes) return { target: null, problem: null };
  return { target: { values, filter: deletes ? filter : null }, problem: null };
}
