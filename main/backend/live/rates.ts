const MINUTE_MS = 60_000;
const MINUTES = 60;

export type Minute = { readonly spans: number; readonly exchanges: number };
export type Rates = {
  readonly add: (at: number, what: Minute) => void;
  /** @returns the last 60 minutes up to `now`, the oldest first; the last one is under way */
  readonly lastHour: (now: number) => Minute[];
};

/** Counts what came a minute, and forgets what is older than an hour. */
export function createRates(): Rates {
  const minutes = new Map<number, Minute>();
  return {
    add(at, { spans, exchanges }) {
      const minute = Math.floor(at / MINUTE_MS);
      const before = minutes.get(minute) ?? { spans: 0, exchanges: 0 };
      minutes.set(minute, { spans: before.spans + spans, exchanges: before.exchanges + exchanges });
      for (const known of minutes.keys()) if (known <= minute - MINUTES) minutes.delete(known);
    },
    lastHour(now) {
      const last = Math.floor(now / MINUTE_MS);
      return Array.from({ length: MINUTES }, (_, at) => {
        const { spans, exchanges } = minutes.get(last - MINUTES + 1 + at) ?? { spans: 0, exchanges: 0 };
        return { spans, exchanges };
      });
    },
  };
}
