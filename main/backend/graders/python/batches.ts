/** What a grade sees: values, or their JSON texts, which keep `1.0` and long integers as they were written. */
export type PythonInput =
  { readonly sample: unknown; readonly item: unknown } | { readonly sampleJson: string; readonly itemJson: string };

const TARGET_US = 500_000;
const FIRST_COUNT = 16;
const LIMIT_COUNT = 256;
const LIMIT_CHARACTERS = 4 * 1024 * 1024;
/** Weight of the newest grade in the running mean. */
const NEWEST = 0.1;

/** Grows batches until one lasts about half a second: quick grades share a message, slow ones do not hold up the queue. */
export function createBatchSizer(): { next: () => number; note: (durationUs: number) => void } {
  let meanUs: number | null = null;
  return {
    next: () => {
      if (meanUs === null) return FIRST_COUNT;
      return Math.max(1, Math.min(LIMIT_COUNT, Math.floor(TARGET_US / Math.max(meanUs, 1))));
    },
    note: (durationUs) => {
      meanUs = meanUs === null ? durationUs : meanUs + (durationUs - meanUs) * NEWEST;
    },
  };
}

/** @returns the JSON texts of up to `count` inputs, fewer when they are long, but at least one where there is one */
export function takeBatch(inputs: readonly PythonInput[], from: number, count: number): string[] {
  const texts: string[] = [];
  let characters = 0;
  for (const input of inputs.slice(from, from + count)) {
    const text = toText(input);
    characters += text.length;
    texts.push(text);
    if (characters >= LIMIT_CHARACTERS) break;
  }
  return texts;
}

function toText(input: PythonInput): string {
  if ('sampleJson' in input) return `[${input.sampleJson},${input.itemJson}]`;
  return JSON.stringify([input.sample ?? null, input.item ?? null]);
}
