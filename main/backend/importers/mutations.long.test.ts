import { expect, it } from 'vitest';
import { importSpoiled } from './testing/mutations.ts';

it('spoiled files are imported without a throw, a fault or a lost record, 100,000 times', async () => {
  const counts = await importSpoiled(100_000, 1);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(100_000);
}, 7_200_000);
