import { DRIFT_LIMITS, type GateState } from '../../../../shared/model/likeness.ts';

/** Below, a set can neither pass nor be stopped. */
const FEWEST_SAMPLES = 20;

/** As usual. */
const CHANCE = 0.05;

export type Judged = { readonly state: GateState; readonly isWide: boolean };

/**
 * Holds an interval of a distance against the limits of the gate, by its upper end. An interval that begins within the pass limit
 * and is longer than that tells little but that the sets are small: it is `watch` and wide, never `stop`. Neither do under twenty
 * samples, however narrow the interval: values that none of them has cannot be drawn.
 *
 * @param smaller samples in the smaller set
 * @param pValue of a random division: what chance does as often as once in twenty is never stopped either, such as a facet with
 *   more values than the set has samples
 */
export function judge(low: number, high: number, smaller: number, pValue: number): Judged {
  if (smaller < FEWEST_SAMPLES) return { state: 'watch', isWide: true };
  if (high <= DRIFT_LIMITS.pass) return { state: 'pass', isWide: false };
  const isLong = low <= DRIFT_LIMITS.pass && high - low > DRIFT_LIMITS.pass;
  const isWide = isLong || pValue > CHANCE;
  return { state: high <= DRIFT_LIMITS.stop || isWide ? 'watch' : 'stop', isWide };
}
