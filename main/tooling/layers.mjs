// Layer rules: runs dependency-cruiser over the tree and refuses to pass when it saw suspiciously few modules, because a
// cruiser that cannot read the sources (a TypeScript it does not know, a moved folder) finds nothing and calls that success.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FOLDERS = ['shared', 'main', 'renderer', 'e2e'];
// Well under what the tree holds, well over what is left when one of its four parts is not seen.
const LEAST_MODULES = 400;

const { values } = parseArgs({ options: { root: { type: 'string' }, least: { type: 'string' } } });
const root = path.resolve(values.root ?? '.');
const least = values.least === undefined ? LEAST_MODULES : Number(values.least);

const binary = fileURLToPath(
  new URL('../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
);
const folders = FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
const run = spawnSync(
  process.execPath,
  [binary, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
  { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 },
);
if (!run.stdout.trim().startsWith('{')) {
  console.error(run.stderr || run.stdout || 'dependency-cruiser gave no answer.');
  process.exit(1);
}

const { summary, modules } = JSON.parse(run.stdout);
const own = modules.filter((module) => FOLDERS.some((folder) => module.source.startsWith(`${folder}/`))).length;
const errors = summary.violations.filter((violation) => violation.rule.severity === 'error');
for (const { rule, from, to, cycle } of errors) {
  const chain = cycle ? cycle.map((step) => step.name).join(' → ') : to;
  console.log(`${rule.name}: ${from}${from === to ? '' : ` → ${chain}`}`);
}
if (own < least) console.log(`too-few-modules: saw ${own} modules of our own, expected at least ${least}`);
console.log(`layers: ${own} modules, ${summary.totalDependenciesCruised} imports, ${errors.length} violations`);
process.exit(errors.length > 0 || own < least ? 1 : 0);
