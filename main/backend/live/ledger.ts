import type { LiveArrival, LiveStatus } from '../../../shared/contract/live.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import type { LiveCounts } from './intake.ts';
import type { Settled } from './settle.ts';

const ARRIVALS_KEPT = 20;
const NOTHING: Readonly<LiveCounts> = { spans: 0, exchanges: 0, refused: 0, passed: 0 };

/** What became of what came, for people to see. It is kept until collection is switched on the next time. */
export type Ledger = {
  readonly add: (settled: readonly Settled[]) => void;
  readonly clear: () => void;
  /** Keeps the counts of a feed that ends. */
  readonly remember: (counts: Readonly<LiveCounts>) => void;
  readonly facts: (
    waiting: number,
    counts?: Readonly<LiveCounts>,
  ) => { readonly counts: LiveStatus['counts']; readonly last: LiveArrival[] };
};

export function createLedger(now: () => number): Ledger {
  const tally = { added: 0, updated: 0, issues: 0 };
  const last: LiveArrival[] = [];
  let remembered = NOTHING;
  return {
    add(settled) {
      const at = now();
      for (const { samples, issues } of settled) {
        tally.issues += issues;
        for (const { change, sampleId, ...rest } of samples) {
          if (change === 'unchanged') continue;
          tally[change] += 1;
          last.unshift({ at, sampleId: SampleId.parse(sampleId), change, ...rest });
        }
      }
      last.length = Math.min(last.length, ARRIVALS_KEPT);
    },
    clear: () => void Object.assign(tally, { added: 0, updated: 0, issues: 0 }),
    remember(counts) {
      remembered = { ...counts };
    },
    facts: (waiting, counts = remembered) => ({
      counts: {
        ...counts,
        waiting,
        samplesAdded: tally.added,
        samplesUpdated: tally.updated,
        issues: tally.issues,
      },
      last: [...last],
    }),
  };
}
