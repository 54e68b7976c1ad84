import { FLAG_RULES } from '../model/flag-rules.ts';

/** What values a field takes and how they compare. */
export type FieldKind =
  /** One of a closed set. */
  | 'choice'
  /** The whole value, or its beginning with `*`; case does not matter. */
  | 'text'
  /** Any part of the value; case does not matter. */
  | 'contains'
  /** Words and phrases of one part of the full text. */
  | 'search'
  | 'number'
  /** `S-0187` or its number. */
  | 'id'
  /** A path into JSON: text, numbers and presence. */
  | 'json';

export type Choice = { readonly value: string; readonly aliases?: readonly string[]; readonly title: string };

export type Field = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  /** What it is about: it heads the table of the help page. */
  readonly group: 'Sample' | 'Curation' | 'Attempts' | 'Scores' | 'Text';
  readonly description: string;
  readonly examples: readonly string[];
  /** The closed set of a `choice`; words a `number` takes besides numbers. */
  readonly choices?: readonly Choice[];
  /** `none` and `any` make sense for it. */
  readonly presence: boolean;
  /** Numbers may carry `ms`, `s` or `min`. */
  readonly unit?: 'ms';
  /** `field@run` names a run. */
  readonly takesRun?: boolean;
};

export const OUTCOMES = [
  { value: 'success', aliases: ['solved', 'succeeded', 'pass'], title: 'Solved' },
  { value: 'partial', title: 'Partial' },
  { value: 'failure', aliases: ['failed', 'fail'], title: 'Failed' },
  { value: 'error', aliases: ['errored'], title: 'Error' },
  { value: 'unknown', title: 'Unknown' },
] as const satisfies readonly Choice[];

export const DECISIONS = [
  { value: 'include', aliases: ['included'], title: 'Included' },
  { value: 'exclude', aliases: ['excluded'], title: 'Excluded' },
  { value: 'undecided', title: 'Undecided' },
] as const satisfies readonly Choice[];

export const DIFFICULTIES = [
  { value: 'never', title: 'Never solved' },
  { value: 'sometimes', title: 'Sometimes solved' },
  { value: 'always', title: 'Always solved' },
] as const satisfies readonly Choice[];

export const SPLITS = [
  { value: 'train', aliases: ['training'], title: 'Train' },
  { value: 'validation', aliases: ['valid', 'val'], title: 'Validation' },
  { value: 'test', title: 'Test' },
] as const satisfies readonly Choice[];

export const VERDICTS = [
  { value: 'accept', aliases: ['accepted'], title: 'Accept' },
  { value: 'needs_work', title: 'Needs work' },
  { value: 'reject', aliases: ['rejected'], title: 'Reject' },
  { value: 'skip', aliases: ['skipped'], title: 'Skip' },
] as const satisfies readonly Choice[];

export const YES_NO = [
  { value: 'yes', aliases: ['true'], title: 'Yes' },
  { value: 'no', aliases: ['false'], title: 'No' },
] as const satisfies readonly Choice[];

export const DUPLICATES = [
  { value: 'prompt', title: 'Same prompt and tools' },
  { value: 'trajectory', title: 'Same trajectory' },
] as const satisfies readonly Choice[];

export const SCORE_STATES = [
  { value: 'scored', title: 'Scored' },
  { value: 'skipped', title: 'Skipped' },
  { value: 'errored', aliases: ['error'], title: 'Errored' },
] as const satisfies readonly Choice[];

export const FLAGS: readonly Choice[] = FLAG_RULES.map((rule) => ({ value: rule.id, title: rule.title }));
