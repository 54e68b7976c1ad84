import type { SplitName } from '../../../shared/contract/splits.ts';

/** Jensen-Shannon distance up to which sides are taken for mixed alike. */
export const MIX_LIMIT = 0.1;

/** Sides with fewer samples differ by chance alone. */
const ENOUGH = 30;

/** @returns how a distance is to be taken; in small sides a large one is no warning */
export function mixTone(distance: number, smallest: number): 'ok' | 'warn' | 'neutral' {
  if (distance <= MIX_LIMIT) return 'ok';
  return smallest < ENOUGH ? 'neutral' : 'warn';
}

/** @returns a distance with three digits: `0.006` */
export function distanceText(distance: number): string {
  return distance.toFixed(3);
}

/** @returns a share in percent without its sign: `29.5` */
export function shareText(share: number): string {
  return (share * 100).toFixed(1);
}

/** @returns the filter of a value's samples on one side */
export function sideFilter(term: string, side: SplitName): string {
  return `${term} split:${side}`;
}
