/** Events that end a stream of the two endpoints. What comes after them tells nothing. */
const ENDS = /^data:\s*\[DONE\]|^event:\s*response\.(?:completed|incomplete|failed)\b|^event:\s*error\b/mu;
const TAIL_CHARS = 64;

export type HoldBack = {
  /** @returns whether the chunk, from here on, must wait until the record is on the disk */
  readonly push: (chunk: Buffer) => 'pass' | 'hold' | 'complete';
};

/**
 * Watches a stream of server-sent events for its end: a client takes `[DONE]` for the end, whether or not the connection
 * is closed. `hold` from the chunk in which the last event begins, `complete` with the one in which it ends.
 */
export function createHoldBack(): HoldBack {
  let tail = '';
  let isEnding = false;
  return {
    push(chunk) {
      // Markers are ASCII, so a character cut in two does no harm.
      const text = tail + chunk.toString('latin1').replaceAll('\r\n', '\n');
      const start = isEnding ? 0 : text.search(ENDS);
      if (!isEnding && start < 0) {
        // From the last line on: a marker begins a line.
        tail = text.slice(Math.max(text.length - TAIL_CHARS, 0));
        const line = tail.lastIndexOf('\n');
        tail = line < 0 ? (text.length <= TAIL_CHARS ? tail : '-') : tail.slice(line);
        return 'pass';
      }
      isEnding = true;
      const rest = text.slice(start);
      tail = rest.slice(-1);
      return rest.includes('\n\n') ? 'complete' : 'hold';
    },
  };
}
