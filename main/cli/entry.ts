// The command line as a program: `node main/cli/entry.ts COMMAND …`.
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { appVersion, defaultDataDir } from '../backend/index.ts';
import { runCli } from './program.ts';

// Two folders up both from source (main/cli/entry.ts) and bundled (dist/node/cli.js).
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    version: appVersion(ROOT),
    dataDir: defaultDataDir(process.env),
    homeDir: path.join(homedir(), 'Documents', 'Assay'),
    cwd: process.cwd(),
  },
  process,
);
