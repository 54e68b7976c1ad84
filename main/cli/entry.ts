// The command line as a program: `node main/cli/entry.ts COMMAND …`.
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { appVersion, defaultDataDir } from '../backend/index.ts';
import { runCli } from './program.ts';

// Two folders up both from source (main/cli/entry.ts) and bundled (dist/node/cli.js).
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// A reader that has seen enough (`assay list … | head`) closes the pipe; what is being written in the project goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

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
