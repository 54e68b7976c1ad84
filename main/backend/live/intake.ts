import type { ProjectContext } from '../context.ts';
import type { LiveThread } from '../store/live.ts';
import { createBuffer, type Arrival, type LiveBuffer } from './buffer.ts';
import { createRates, type Rates } from './rates.ts';

export type TakeResult = 'stored' | 'full' | 'failed' | 'paused';

export type LiveCounts = {
  /** Since it was switched on. */
  spans: number;
  exchanges: number;
  /** Requests that were turned away: wrong token, foreign, unreadable, no room. */
  refused: number;
  /** Spans and exchanges that passed while paused and were not kept. */
  passed: number;
};

/** Where the receivers bring what came. */
export type Intake = {
  readonly take: (arrival: Arrival, of: { spans?: number; exchanges?: number }) => Promise<TakeResult>;
  readonly refused: () => void;
  readonly now: () => number;
  readonly uuid: () => string;
  readonly isPaused: () => boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly counts: () => Readonly<LiveCounts>;
  readonly rates: Rates;
  readonly buffer: LiveBuffer;
};

/** @param onStored told the threads that got something new, after each commit */
export function createIntake(
  project: ProjectContext,
  limitBytes: number,
  onStored: (threads: readonly LiveThread[]) => void,
): Intake {
  const { clock, ids, log } = project.app;
  const buffer = createBuffer(project, limitBytes, onStored);
  const rates = createRates();
  const counts: LiveCounts = { spans: 0, exchanges: 0, refused: 0, passed: 0 };
  let paused = false;
  return {
    async take(arrival, { spans = 0, exchanges = 0 }) {
      if (paused) {
        counts.passed += spans + exchanges;
        return 'paused';
      }
      try {
        const result = await buffer.add(arrival);
        if (result === 'full') return 'full';
      } catch (error) {
        // Codes only: a message of the database may repeat what was to be stored.
        log.error({ name: error instanceof Error ? error.name : 'error' }, 'live records could not be stored');
        return 'failed';
      }
      counts.spans += spans;
      counts.exchanges += exchanges;
      rates.add(clock.now(), { spans, exchanges });
      return 'stored';
    },
    refused: () => void (counts.refused += 1),
    now: () => clock.now(),
    uuid: () => ids.uuid(),
    isPaused: () => paused,
    pause: (isPaused) => void (paused = isPaused),
    counts: () => counts,
    rates,
    buffer,
  };
}
