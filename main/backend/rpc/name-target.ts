import type { SampleTarget } from '../../../shared/contract/target.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { count } from '../../../shared/text/plural.ts';

/** @returns what an action's label calls its samples: a single one by its number, else how many changed */
export function nameTarget(target: SampleTarget, changed: number): string {
  if (target.by !== 'ids') return count(changed, 'sample');
  const [only, ...others] = target.ids;
  return only !== undefined && others.length === 0 ? sampleRef(only) : count(changed, 'sample');
}
