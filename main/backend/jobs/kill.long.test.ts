import { describe, it } from 'vitest';
import { proveKills } from '../testing/kill.ts';

describe('kill -9, twenty times each', () => {
  it('in an import', () => proveKills('import', { rounds: 20, seed: 101, maxDelayMs: 3_000 }));
  it('in grading', () => proveKills('grade', { rounds: 20, seed: 102, maxDelayMs: 3_000 }));
  it('in an export', () => proveKills('export', { rounds: 20, seed: 103, maxDelayMs: 2_000 }));
});
