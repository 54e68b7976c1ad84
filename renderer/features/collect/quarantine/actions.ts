import type { RepairAction } from '../../../../shared/model/source.ts';

/** Actions that need a look at each record, so that they are not offered for a whole group. */
const ONE_BY_ONE: ReadonlySet<RepairAction> = new Set(['edit']);

/** @returns whether the action can be done to many records without looking at them */
export function isBulk(action: RepairAction): boolean {
  return !ONE_BY_ONE.has(action);
}

/** @returns the action a group leads with: the first one; skipping is never put forward */
export function leadAction(actions: readonly RepairAction[]): RepairAction | null {
  return actions.find((action) => action !== 'skip') ?? null;
}
