import { DRIFT_LIMITS, type GateState } from '../../../../shared/model/likeness.ts';

export type Judged = { readonly state: GateState; readonly isWide: boolean };

/**
 * Holds an interval of a distance against the limits of the gate, by its upper end. An interval from within the pass limit to
 * past the stop limit tells nothing but that the sets are small: it is `watch` and wide, never `stop`.
 */
export function judge(low: number, high: number): Judged {
  if (high <= DRIFT_LIMITS.pass) return { state: 'pass', isWide: false };
  if (high <= DRIFT_LIMITS.stop) return { state: 'watch', isWide: false };
  const isWide = low <= DRIFT_LIMITS.pass;
  return { state: isWide ? 'watch' : 'stop', isWide };
}
