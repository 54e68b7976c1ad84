// npm run package [-- electron-builder's arguments]: builds what is stale and packages the desktop app for this system.
// ELECTRON_DIST names an unpacked Electron to use; without it the one that npm start fetched, else electron-builder fetches one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { findElectron } from './electron-binary.mjs';
import { ROOT, ensureInstalled, main, runNode } from './setup.mjs';

await main(async () => {
  ensureInstalled();
  await ensureBuilt('renderer');
  await ensureBuilt('node');
  const dist =
    process.env.ELECTRON_DIST ??
    (findElectron() === undefined ? undefined : path.join(ROOT, 'node_modules/electron/dist'));
  const builder = path.join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
  const args = [builder, '--publish', 'never', ...process.argv.slice(2)];
  if (dist !== undefined && existsSync(dist)) args.push(`-c.electronDist=${path.resolve(dist)}`);
  return runNode(args, { stdio: 'inherit' });
});
