import type { LiveStatus } from '../../../data/use-live.ts';

const MINUTE_MS = 60_000;
/** Of so many minutes the rate speaks; shorter ones jump, longer ones lag. */
export const RECENT_MINUTES = 10;

export type LiveRate = {
  readonly minutes: readonly { readonly at: number; readonly count: number }[];
  /** Records a minute over the last ten, or since it was switched on when that is less. */
  readonly recent: number;
  /** The most in one minute. */
  readonly most: number;
};

/**
 * @param now epoch ms at which the status was asked for
 * @returns the last 60 minutes with the times they began at, and how much comes a minute of late
 */
export function liveRate({ perMinute, startedAt }: Pick<LiveStatus, 'perMinute' | 'startedAt'>, now: number): LiveRate {
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const minutes = perMinute.map(({ spans, exchanges }, index) => ({
    at: thisMinute - (perMinute.length - 1 - index) * MINUTE_MS,
    count: spans + exchanges,
  }));
  const sum = minutes.slice(-RECENT_MINUTES).reduce((total, { count }) => total + count, 0);
  // The minute under way counts as far as it has gone.
  const window = (RECENT_MINUTES - 1) * MINUTE_MS + (now - thisMinute);
  const passed = Math.max(MINUTE_MS, Math.min(window, now - (startedAt ?? now)));
  return {
    minutes,
    recent: (sum * MINUTE_MS) / passed,
    most: Math.max(0, ...minutes.map(({ count }) => count)),
  };
}
