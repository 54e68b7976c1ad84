import { z } from 'zod';
import { DuplicateSetup, type ClusterKind, type DuplicateKind } from '../../../shared/model/duplicates.ts';

/** What the page shows: one kind, or all that count as duplicates. */
export type Shown = ClusterKind | 'all';
export const SHOWN = ['all', 'exact', 'near', 'semantic', 'template'] as const satisfies readonly Shown[];
export const SORTS = ['largest', 'similar', 'first'] as const;
export type Sort = (typeof SORTS)[number];

/** What a project remembers of this page. */
export type Settings = {
  readonly setup: DuplicateSetup;
  /** Whether the attempts of what goes move to the sample that stays. */
  readonly moveAttempts: boolean;
  readonly sort: Sort;
};

export const USUAL_SETUP: DuplicateSetup = DuplicateSetup.parse({});
const Stored = z.object({
  setup: DuplicateSetup.catch(() => USUAL_SETUP),
  moveAttempts: z.boolean().catch(true),
  sort: z.enum(SORTS).catch('largest'),
});

/** @returns what was stored, with the usual in place of what is missing or of another version */
export function readSettings(stored: unknown): Settings {
  const read = Stored.safeParse(stored ?? {});
  return read.success ? read.data : { setup: USUAL_SETUP, moveAttempts: true, sort: 'largest' };
}

/** @returns the kind whose threshold the slider moves, null for those without one */
export function sliderKind(shown: Shown, chosen: 'near' | 'semantic'): 'near' | 'semantic' | null {
  if (shown === 'all') return chosen;
  return shown === 'near' || shown === 'semantic' ? shown : null;
}

/** @returns the kind that "remove" acts on, null for families, which are only ever decided one by one */
export function removedKind(shown: Shown): DuplicateKind | 'all' | null {
  return shown === 'template' ? null : shown;
}
