import type { ProjectContext } from '../../context.ts';
import type { UpsertOptions } from '../../store/upsert.ts';

/**
 * What is done to samples that come into a project before they are compared with those that are there: the place for the
 * project's masking, so that a source that comes again does not write plain texts over masked ones.
 */
export function incomingOptions(_project: ProjectContext): UpsertOptions {
  return {};
}
