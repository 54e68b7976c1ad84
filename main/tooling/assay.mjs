#!/usr/bin/env node
// The command line: sets up when needed, then runs main/cli/entry.ts on the pinned Node where it was called.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {
  ROOT,
  callerFolder,
  childEnvironment,
  ensureInstalled,
  finished,
  forwardSignals,
  main,
  pinnedNode,
} from './setup.mjs';

await main(async () => {
  ensureInstalled();
  const entry = path.join(ROOT, 'main', 'cli', 'entry.ts');
  const child = spawn(pinnedNode(), [entry, ...process.argv.slice(2)], {
    cwd: callerFolder(),
    env: childEnvironment(),
    stdio: 'inherit',
  });
  forwardSignals(child);
  return finished(child);
});
