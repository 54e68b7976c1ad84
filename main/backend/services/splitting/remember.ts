import type { ProjectContext } from '../../context.ts';
import { writeStamp } from '../../store/write-stamp.ts';

type Kept = { readonly stamp: string; readonly values: Map<string, unknown> };
const kept = new WeakMap<ProjectContext, Kept>();

/**
 * Gives what was made before while nothing was written since, since a screen asks several questions that begin alike. What
 * is made must not be changed.
 *
 * @param name always of the same type
 */
export function remember<T>(project: ProjectContext, name: string, make: () => T): T {
  const stamp = writeStamp(project.db);
  let own = kept.get(project);
  if (own?.stamp !== stamp) kept.set(project, (own = { stamp, values: new Map() }));
  // The name decides the type.
  if (own.values.has(name)) return own.values.get(name) as T;
  const value = make();
  own.values.set(name, value);
  return value;
}
