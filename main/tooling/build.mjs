// Builds what is stale: the page (dist/renderer) and, for Electron and packages, the bundled programs (dist/*.js).
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ROOT, SetupError, ensureInstalled, main, readJson, runNode, say } from './setup.mjs';

const DIST = path.join(ROOT, 'dist');

const TARGETS = {
  renderer: {
    title: 'the page',
    inputs: [
      'renderer',
      'shared',
      'resources/help',
      'vite.renderer.config.ts',
      'package-lock.json',
      'tsconfig.base.json',
    ],
    configs: [['vite.renderer.config.ts']],
  },
  node: {
    title: 'the programs',
    inputs: ['main', 'shared', 'vite.node.config.ts', 'package-lock.json', 'tsconfig.base.json'],
    configs: ['production', 'preload', 'python'].map((mode) => ['vite.node.config.ts', '--mode', mode]),
  },
};

/**
 * Builds one target when its sources changed since the last build.
 *
 * The result is built aside and swapped in by rename, so a server never sees half of it and two builds do not mix.
 */
export async function ensureBuilt(name, { force = false } = {}) {
  const target = TARGETS[name];
  const folder = path.join(DIST, name);
  const key = inputHash(target.inputs);
  if (!force && readJson(path.join(folder, '.built.json'))?.key === key) return folder;
  say(`Building ${target.title}`);
  const aside = path.join(DIST, `.${name}-${randomUUID()}`);
  mkdirSync(aside, { recursive: true });
  try {
    for (const [config, ...rest] of target.configs) {
      const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
      const args = [vite, 'build', '--config', config, '--outDir', aside, '--logLevel', 'warn', ...rest];
      const code = await runNode(args, { env: { NODE_ENV: 'production' } });
      if (code !== 0) throw new SetupError(`Building ${target.title} failed; the reason is in the lines above.`);
    }
    writeFileSync(path.join(aside, '.built.json'), `${JSON.stringify({ key })}\n`);
    swapIn(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

function swapIn(aside, folder) {
  const old = `${aside}-old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(aside, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Hash over the names and contents of all source files below the inputs; tests do not count. */
export function inputHash(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => listFiles(path.join(ROOT, input))).sort()) {
    if (/\.(?:test|spec)\.[cm]?tsx?$/.test(file)) continue;
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(place) {
  if (!existsSync(place)) return [];
  const entries = (() => {
    try {
      return readdirSync(place, { withFileTypes: true, recursive: true });
    } catch (error) {
      if (error.code === 'ENOTDIR') return undefined;
      throw error;
    }
  })();
  if (entries === undefined) return [place];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    ensureInstalled();
    await ensureBuilt('renderer', { force: true });
    await ensureBuilt('node', { force: true });
    return 0;
  });
}
