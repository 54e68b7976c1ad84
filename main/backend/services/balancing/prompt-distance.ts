import type Database from 'better-sqlite3';
import { comparedText } from '../../engine/compared-text.ts';
import type { Distance } from '../../engine/balance/spread-out.ts';
import { signatures } from '../../engine/similar/minhash.ts';
import { shingleSet } from '../../engine/similar/shingles.ts';
import { createComparedReader } from '../../store/compared-samples.ts';

/** What apps say to every task tells no two tasks apart. */
const NO_SYSTEM_LINES = { isShared: (_line: string, isSystem: boolean) => isSystem };

/**
 * How different the prompts of two samples are: 1 less the share of shingles they have in common, as MinHash tells it. Whole
 * numbers throughout, so it is the same on any machine, as measures of meaning are not. A prompt is read when first asked for.
 *
 * @param ids samples; the distance takes positions in this list
 */
export function promptDistance(db: Database.Database, ids: readonly number[]): Distance {
  const read = createComparedReader(db, false);
  const known = new Map<number, Uint32Array>();
  function sketchOf(at: number): Uint32Array {
    const kept = known.get(at);
    if (kept !== undefined) return kept;
    const sample = read(ids[at] ?? 0);
    const text = sample === undefined ? '' : comparedText(sample, 'prompt', NO_SYSTEM_LINES);
    const sketch = signatures([shingleSet(text)]);
    known.set(at, sketch);
    return sketch;
  }
  return (a, b) => {
    const one = sketchOf(a);
    const other = sketchOf(b);
    let differing = 0;
    for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) differing += 1;
    return differing;
  };
}
