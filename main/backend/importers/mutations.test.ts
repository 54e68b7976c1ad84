import { describe, expect, it } from 'vitest';
import { importSpoiled, spoilableFiles } from './testing/mutations.ts';

const { hasReal } = spoilableFiles();
if (!hasReal) console.warn('Only our own fixtures are spoiled: the real samples are not beside the repository.');

// A hundred thousand are in mutations.long.test.ts.
describe('spoiled files', () => {
  it('are imported without a throw, a fault or a lost record, 2,000 times', async () => {
    const counts = await importSpoiled(2_000, 20_261_130);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2_000);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200);
  }, 240_000);
});
