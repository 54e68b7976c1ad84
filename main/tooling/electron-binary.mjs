// Electron's binary: the package installs without it, and its own script fetches it when first needed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { CACHE, ROOT, readJson, runNode, say } from './setup.mjs';

const PACKAGE = path.join(ROOT, 'node_modules', 'electron');
const FAILED = path.join(CACHE, 'electron-failed.json');
const LIMIT = new URL('./fetch-limit.mjs', import.meta.url);

/** Path of the binary that fits the pinned version, or undefined. ASSAY_ELECTRON names one explicitly. */
export function findElectron(env = process.env) {
  if (env.ASSAY_ELECTRON) return existsSync(env.ASSAY_ELECTRON) ? env.ASSAY_ELECTRON : undefined;
  try {
    const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
    const installed = readFileSync(path.join(PACKAGE, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '');
    const binary = path.join(PACKAGE, 'dist', readFileSync(path.join(PACKAGE, 'path.txt'), 'utf8').trim());
    return installed === version && existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetches the binary unless that failed before.
 *
 * @returns `{binary}` or `{reason}`, the reason in words that follow "because"
 */
export async function fetchElectron({ retry = false } = {}) {
  const version = readJson(path.join(PACKAGE, 'package.json'))?.version;
  if (!retry && readJson(FAILED)?.version === version) {
    return { reason: "Electron's binary could not be fetched before (npm run electron:fetch tries again)" };
  }
  say("Fetching Electron's binary (about 110 MB, once)");
  await runNode(['--import', LIMIT.href, path.join(PACKAGE, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { NODE_USE_ENV_PROXY: '1' },
  });
  const binary = findElectron();
  if (binary !== undefined) return { binary };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(FAILED, `${JSON.stringify({ version, failedAt: new Date().toISOString() })}\n`);
  return { reason: "Electron's binary could not be fetched" };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { binary, reason } = findElectron() ? { binary: findElectron() } : await fetchElectron({ retry: true });
  say(binary === undefined ? `${reason}; the app still runs in a browser window.` : 'Electron is ready.');
  process.exitCode = binary === undefined ? 1 : 0;
}
