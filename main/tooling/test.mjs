// npm test: sets up, then runs every check and every test; a stage that fails does not stop the others.
// The last line is "N passed, N failed": tests plus one for each static check.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import {
  CACHE,
  ROOT,
  SetupError,
  childEnvironment,
  ensureInstalled,
  finished,
  main,
  pinnedNode,
  readJson,
  say,
} from './setup.mjs';

const bin = (...parts) => path.join(ROOT, 'node_modules', ...parts);
// Closing workers and browsers takes seconds; more means that something was left behind.
const LINGER_MS = 30_000;
const report = (name) => path.join(CACHE, 'reports', `${name}.json`);

/** Both bundles build: the page for the browser, the programs for Electron and packages. */
async function build() {
  await ensureBuilt('renderer');
  await ensureBuilt('node');
  return { passed: 1, failed: 0 };
}

/** Each part with only the types its place has; then everything once more with the tests and configurations, which belong to none. */
const TSC = bin('typescript', 'bin', 'tsc');

/** One passed or failed for a check without cases of its own: the commands one after the other, their output said at the end. */
async function check(...commands) {
  let failed = 0;
  for (const args of commands) {
    const child = spawn(pinnedNode(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment() });
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
    const code = await finished(child);
    if (code !== 0) failed = 1;
    process.stderr.write(Buffer.concat(pieces));
  }
  return { passed: 1 - failed, failed };
}

/**
 * Runs a runner that writes its report at its end. One that does not end after that, because a test left something running, is
 * killed, so that it cannot hold up the rest; it then counts as failed.
 */
async function runReporting(args, file, env = {}) {
  const child = spawn(pinnedNode(), args, { cwd: ROOT, stdio: ['ignore', 2, 2], env: childEnvironment(env) });
  const ended = finished(child);
  const isOver = async () => {
    while (!existsSync(file)) await sleep(1_000, undefined, { ref: false });
    await sleep(LINGER_MS, undefined, { ref: false });
    say(
      `The runner did not end ${LINGER_MS / 1_000} s after its report: a test left something running. It was killed.`,
    );
    child.kill('SIGKILL');
    return 1;
  };
  return Promise.race([ended, isOver()]);
}

async function vitest(name, projects) {
  const file = report(name);
  rmSync(file, { force: true });
  const args = [bin('vitest', 'vitest.mjs'), 'run', ...projects.flatMap((project) => ['--project', project])];
  const code = await runReporting([...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], file);
  const found = readJson(file);
  return counted(
    code,
    found && { passed: found.numPassedTests, failed: found.numFailedTests, skipped: found.numPendingTests },
  );
}

async function playwright() {
  const browser = ensureBrowser();
  await ensureBuilt('renderer');
  const file = report('e2e');
  rmSync(file, { force: true });
  const code = await runReporting([bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'], file, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(browser === undefined ? {} : { ASSAY_BROWSER: browser }),
  });
  const stats = readJson(file)?.stats;
  return counted(
    code,
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  );
}

/** A runner that failed without a failed test (it crashed, or an error escaped a test) is itself one failure. */
export function counted(code, result) {
  const { passed, failed, skipped = 0 } = result ?? { passed: 0, failed: 0 };
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/** The browser for the end-to-end tests: an installed one, Playwright's own (undefined means that), or Debian's package. */
function ensureBrowser() {
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  say('No Chromium, Chrome or Edge is installed; asking Playwright for one');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  const fetched = spawnSync(process.execPath, [bin('playwright', 'cli.js'), 'install', 'chromium'], {
    stdio: ['ignore', 2, 2],
    env,
  });
  if (fetched.status === 0) return undefined;
  if (process.platform === 'linux' && process.getuid() === 0) {
    say('Playwright could not fetch one; installing the chromium package');
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium');
  }
  const browser = findBrowser();
  if (browser === undefined)
    throw new SetupError('No browser for the end-to-end tests: install Chromium, Chrome or Edge.');
  return browser;
}

// The checks of types: each part with only the types its place has; then everything once more with the tests and
// configurations, which belong to none. Lanes run beside each other: a check needs one core, the tests need
// them all.
const STAGES = [
  { id: 'types', title: 'Types', lane: 1, run: () => check([TSC, '-b'], [TSC, '-p', 'tsconfig.lint.json']) },
  {
    id: 'lint',
    title: 'Lint',
    lane: 2,
    run: () => check([bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']),
  },
  {
    id: 'layers',
    title: 'Layer rules',
    lane: 1,
    run: () => check([path.join(ROOT, 'main', 'tooling', 'layers.mjs')]),
  },
  {
    id: 'unused',
    title: 'Dead code',
    lane: 1,
    run: () => check([bin('knip', 'bin', 'knip.js'), '--no-progress']),
  },
  { id: 'build', title: 'Bundles', lane: 1, run: build },
  { id: 'unit', title: 'Unit and contract tests', run: () => vitest('unit', ['node', 'shell', 'renderer']) },
  { id: 'e2e', title: 'End-to-end tests', run: () => playwright() },
];
const LONG = [{ id: 'long', title: 'Long tests', run: () => vitest('long', ['long']) }];

function chosenStages() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, long: { type: 'boolean', default: false } } });
  if (values.long) return LONG;
  if (values.only === undefined) return STAGES;
  const wanted = values.only.split(',');
  const unknown = wanted.find((id) => !STAGES.some((stage) => stage.id === id));
  if (unknown !== undefined) {
    throw new SetupError(`There is no stage "${unknown}"; stages are ${STAGES.map((stage) => stage.id).join(', ')}.`);
  }
  return STAGES.filter((stage) => wanted.includes(stage.id));
}

async function runStage(stage) {
  say(`\n== ${stage.title}`);
  const startedAt = Date.now();
  const result = await stage.run().catch((error) => {
    say(error instanceof SetupError ? error.message : String(error?.stack ?? error));
    return { passed: 0, failed: 1 };
  });
  return { ...result, title: stage.title, seconds: (Date.now() - startedAt) / 1_000 };
}

/** Runs the stages of each lane one after the other, the lanes beside each other; the results come in the order of the stages. */
async function runLanes(stages) {
  const results = new Map();
  const run = async (lane) => {
    for (const stage of stages.filter((one) => one.lane === lane)) results.set(stage, await runStage(stage));
  };
  await Promise.all([...new Set(stages.map(({ lane }) => lane))].map(run));
  return stages.map((stage) => results.get(stage));
}

await main(async () => {
  const stages = chosenStages();
  ensureInstalled();
  mkdirSync(path.join(CACHE, 'reports'), { recursive: true });
  const results = await runLanes(stages.filter(({ lane }) => lane !== undefined));
  for (const stage of stages.filter(({ lane }) => lane === undefined)) results.push(await runStage(stage));
  say('');
  for (const { title, passed, failed, skipped = 0, seconds } of results) {
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    say(
      `${failed > 0 ? 'FAILED' : 'ok    '} ${title}: ${passed} passed, ${failed} failed${tail} (${seconds.toFixed(0)} s)`,
    );
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
  return total('failed') === 0 ? 0 : 1;
});
