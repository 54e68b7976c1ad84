import type { JobProgress } from './types.ts';

const REPORT_EVERY_MS = 100;

/** Merges progress so that at most ten reports a second go out; `flush` sends the last one. */
export function createReporter(
  now: () => number,
  send: (progress: JobProgress) => void,
): { readonly report: (progress: JobProgress) => void; readonly flush: () => void } {
  let last: JobProgress | null = null;
  let sentAt = 0;
  function flush(): void {
    if (last === null) return;
    send(last);
    last = null;
    sentAt = now();
  }
  return {
    report(progress) {
      last = progress;
      if (now() - sentAt >= REPORT_EVERY_MS) flush();
    },
    flush,
  };
}
