import { describe, it } from 'vitest';
import { proveKill, proveLoad } from './testing/load.ts';

describe('live collection under load', () => {
  it('loses nothing of 1,000 spans a second for a minute', async () => {
    const began = performance.now();
    const { spans, traces } = await proveLoad(60, 1_000);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`live collection: ${spans} spans, ${traces} samples, ${seconds} s with start, end and check`);
  });
  it('loses nothing acknowledged in twenty kills', async () => {
    await proveKill(20, 7);
  });
});
