import { describe, it } from 'vitest';
import { proveKills } from '../testing/kill.ts';

// A few kills each; twenty each are in kill.long.test.ts.
describe('kill -9', () => {
  it(
    'in an import loses at most the batch in flight and resumes',
    () => proveKills('import', { rounds: 2, seed: 1, maxDelayMs: 1_500 }),
    180_000,
  );
  it(
    'in grading loses at most the batch in flight and resumes',
    () => proveKills('grade', { rounds: 1, seed: 2, maxDelayMs: 1_500 }),
    120_000,
  );
  it(
    'in an export leaves no half package',
    () => proveKills('export', { rounds: 1, seed: 3, maxDelayMs: 800 }),
    120_000,
  );
});
