// The loopback host as a program: `node main/web/entry.ts [--port N] [--root DIR]… [--data-dir DIR] [FILE.assay]`.
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { appVersion, createBackend, defaultDataDir } from '../backend/index.ts';
import { parseWebArguments, UsageError } from './arguments.ts';
import { startWebServer } from './server.ts';

// Two folders up both from source (main/web/entry.ts) and bundled (dist/node/web.js).
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// A closing backend aborts jobs and waits up to 5 s for them; after this the process ends whatever hangs.
const CLOSE_MS = 15_000;

async function start(): Promise<void> {
  const args = parseWebArguments(process.argv.slice(2), process.cwd());
  const backend = createBackend({
    version: appVersion(ROOT),
    dataDir: args.dataDir ?? defaultDataDir(process.env),
    ...(args.roots.length === 0 ? {} : { roots: args.roots }),
  });
  const rendererDir = path.join(ROOT, 'dist', 'renderer');
  const server = await startWebServer({ backend, rendererDir, port: args.port, openPath: args.file });
  let isClosing = false;
  async function close(): Promise<void> {
    // A terminal's Ctrl-C and the launcher's forwarded one may both arrive.
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    await server.close();
    await backend.close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());
  // Started by the launcher with a channel: when that process is gone, so is the reason to serve.
  process.on('disconnect', () => void close());
  process.stdout.write(`Assay is ready at ${server.link}\n`);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use; choose another with --port, or leave it out for a free one.';
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
