import { GRADER_TEMPLATES } from '../../../shared/graders/examples.ts';
import type { GraderTemplate } from '../../../shared/graders/examples.ts';
import { definitionHash } from './files.ts';

/** Graders offered when one is created. */
export const starters: readonly GraderTemplate[] = GRADER_TEMPLATES;

/** @returns definition hashes of the starters: their code is ours, so it runs without asking */
export function starterHashes(): ReadonlySet<string> {
  return new Set(starters.map(({ files }) => definitionHash(files)));
}
