import { describe, it } from 'vitest';
import { proveKill, proveLoad } from './testing/load.ts';

// A minute and many kills are in load.long.test.ts.
describe('live collection under load', () => {
  it('loses nothing of 1,000 spans a second for ten seconds', async () => {
    await proveLoad(10, 1_000);
  }, 120_000);
  it('loses nothing acknowledged when it is killed', async () => {
    await proveKill(1, 1);
  }, 120_000);
});
