import { z } from 'zod';
import { FileOptions } from '../../../../shared/contract/sources.ts';
import { FileRefId, JobId, SourceId } from '../../../../shared/model/ids.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';

export const STEPS = ['files', 'form', 'mapping', 'check', 'import'] as const;
export type StepName = (typeof STEPS)[number];

/** What the person chose so far. It lives in memory only: an import that was not started leaves nothing in the project. */
export const WizardState = z.object({
  step: z.enum(STEPS),
  /** The file whose form, mapping or samples are shown. */
  current: FileRefId.nullable(),
  options: z.record(z.string(), FileOptions),
  policy: z.enum(['good', 'all']),
  /** Whether attempts on a prompt that is in the project join the sample that is there. */
  join: z.enum(['never', 'same_prompt']),
  /** By file: the source it brings up to date, or null for a new one. What is offered holds for the others. */
  updates: z.record(z.string(), SourceId.nullable()),
  /** Look for personal data afterwards, and mask what is found. */
  privacy: z.object({ privacy: z.boolean(), mask: z.boolean() }),
  /** The running or ended import, and the files it was started with. */
  jobId: JobId.nullable(),
  inJob: z.array(FileRefId),
  /** Columns were mapped for it. */
  hadMapping: z.boolean(),
  /** Files that could not take part in it, each with its reason. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Files of an import that was closed before it was started. */
  closed: z.array(FileRefId),
});
export type WizardState = z.infer<typeof WizardState>;
export type LeftOut = WizardState['leftOut'][number];

export const NEW_WIZARD: WizardState = {
  step: 'files',
  current: null,
  options: {},
  policy: 'good',
  join: 'same_prompt',
  updates: {},
  privacy: { privacy: true, mask: false },
  jobId: null,
  inJob: [],
  hadMapping: false,
  leftOut: [],
  closed: [],
};

/** @returns the state as it was kept; a new one when there is none */
export function readWizard(kept: JsonValue | undefined): WizardState {
  const parsed = WizardState.safeParse(kept);
  return parsed.success ? parsed.data : NEW_WIZARD;
}

/** @returns the steps of an import; columns are mapped only when a file's form has some */
export function stepsOf(hasMapping: boolean): readonly StepName[] {
  return STEPS.filter((step) => step !== 'mapping' || hasMapping);
}

/** @returns the step before or after, null at either end */
export function stepBeside(steps: readonly StepName[], step: StepName, by: 1 | -1): StepName | null {
  const at = steps.indexOf(step);
  // Mapping may have gone because another form was chosen.
  if (at === -1) return by === 1 ? 'check' : 'form';
  return steps[at + by] ?? null;
}

/**
 * Merges a choice into the choices of a file. `undefined` takes a choice back. Another form or another way to read the
 * text makes the mapping meaningless, so it goes.
 */
export function withChoice(before: FileOptions, choice: FileOptions): FileOptions {
  const invalidates = 'format' in choice || 'delimiter' in choice || 'encoding' in choice;
  const merged = {
    ...before,
    ...('format' in choice ? { per: undefined } : {}),
    ...(invalidates ? { map: undefined } : {}),
  };
  return FileOptions.parse(
    Object.fromEntries(Object.entries({ ...merged, ...choice }).filter(([, value]) => value !== undefined)),
  );
}
