// npm run shots: makes the pictures of the README from the sample project, in an installed browser or Playwright's own.
import path from 'node:path';
import { ROOT, ensureInstalled, main, runNode } from './setup.mjs';

await main(async () => {
  ensureInstalled();
  const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  return runNode([cli, 'test', '--workers=1'], { env: { ASSAY_SHOTS: '1' } });
});
