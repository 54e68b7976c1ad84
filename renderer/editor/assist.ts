import type { FieldInfo } from '../../shared/contract/graders.ts';

/** What the editor knows of the project while a grader is written. */
export type Assist = {
  readonly fields: readonly FieldInfo[];
  /** Values of the fields for the sample and attempt that are pinned, by path. */
  readonly values: Readonly<Record<string, string>>;
  /** How the pinned sample is called: `S-0187`. */
  readonly valuesOf: string | null;
  /** Files beside `grader.json`. */
  readonly fileNames: readonly string[];
};

export const NO_ASSIST: Assist = { fields: [], values: {}, valuesOf: null, fileNames: [] };

/** What an answer always has, whether or not the project holds one. */
const SAMPLE_FIELDS = ['output_text', 'output_json', 'output_tools', 'choices'] as const;
export type SampleField = (typeof SAMPLE_FIELDS)[number];

/** @returns the key of `sample.<key>` when a path names one of the fields every answer has, else null */
export function sampleField(path: string): SampleField | null {
  return SAMPLE_FIELDS.find((key) => path === `sample.${key}`) ?? null;
}

/** @returns the project's fields and those of every answer, in the order they are offered */
export function offeredFields({ fields }: Assist): readonly FieldInfo[] {
  const known = new Set(fields.map((field) => field.path));
  const missing = SAMPLE_FIELDS.map((key) => `sample.${key}`).filter((path) => !known.has(path));
  return [
    ...fields,
    ...missing.map((path): FieldInfo => ({ path, kind: 'mixed', present: 0, of: 0, example: null, values: null })),
  ];
}
