// What every command needs before it can run: packages installed as the lock says, and the pinned Node beside them.
// Runs on the system's Node (20 or later) before anything is installed, so it uses Node's own modules only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const CACHE = path.join(ROOT, 'node_modules', '.cache', 'assay');
const STAMP = path.join(ROOT, 'node_modules', '.assay-installed.json');
const LEAST_NODE = 20;

/** A failure the person can act on; shown as its one sentence, without a stack. */
export class SetupError extends Error {}

/** Progress and problems go to stderr: stdout belongs to what a command answers. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** The folder paths on the command line are relative to: where npm was called, not where npm moved to. */
export function callerFolder() {
  const calledByNpm = process.env.npm_lifecycle_event !== undefined && path.resolve(process.cwd()) === ROOT;
  return calledByNpm && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd();
}

/** The pinned Node's executable, or undefined while it is not installed. */
export function pinnedNode() {
  const folder = path.join(ROOT, 'node_modules', 'node', 'bin');
  return [path.join(folder, 'node.exe'), path.join(folder, 'node')].find((file) => existsSync(file));
}

/** The environment of a child that runs on the pinned Node: tools started by name find the same one. */
export function childEnvironment(extra = {}) {
  const bin = path.join(ROOT, 'node_modules', '.bin');
  const key = Object.keys(process.env).find((name) => name.toLowerCase() === 'path') ?? 'PATH';
  const rest = (process.env[key] ?? '').split(path.delimiter).filter((entry) => entry !== '' && entry !== bin);
  return { ...process.env, [key]: [bin, ...rest].join(path.delimiter), ...extra };
}

/**
 * Says whether what npm recorded as installed is what the lock asks for.
 *
 * @param lock the parsed package-lock.json
 * @param installed the parsed node_modules/.package-lock.json, or undefined
 * @returns true when every required package is there in its version, and nothing is there in another
 */
export function matchesLock(lock, installed) {
  if (installed === undefined) return false;
  for (const [place, wanted] of Object.entries(lock.packages)) {
    if (place === '' || wanted.link) continue;
    const found = installed.packages[place];
    if (found === undefined && !wanted.optional) return false;
    if (found !== undefined && found.version !== wanted.version) return false;
  }
  return true;
}

/** Installs packages when they are missing or older than the lock. Throws SetupError with one sentence. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < LEAST_NODE) {
    throw new SetupError(
      `Node ${process.versions.node} is too old to start Assay; install Node ${LEAST_NODE} or later.`,
    );
  }
  const lockText = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  const key = createHash('sha256').update(`${process.platform}-${process.arch}\n${lockText}`).digest('hex');
  if (readJson(STAMP)?.key === key && pinnedNode() !== undefined) return;
  if (!matchesLock(JSON.parse(lockText), readJson(path.join(ROOT, 'node_modules', '.package-lock.json')))) {
    if (process.platform === 'win32' && process.execPath.startsWith(path.join(ROOT, 'node_modules'))) {
      throw new SetupError(
        'The packages are older than the lock; run "npm ci --ignore-scripts", then the command again.',
      );
    }
    say('Installing packages (a minute or so, only when the lock changed)');
    // Scripts stay off: better-sqlite3 would try to compile although it carries prebuilt binaries.
    npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (pinnedNode() === undefined) installPinnedNode();
  writeFileSync(STAMP, `${JSON.stringify({ key })}\n`);
  mkdirSync(CACHE, { recursive: true });
}

function installPinnedNode() {
  say('Installing the pinned Node');
  npm(['rebuild', 'node', '--loglevel=error']);
  if (pinnedNode() !== undefined) return;
  // A person's own "ignore-scripts=true" makes rebuild do nothing; the package's one script does the same job.
  const folder = path.join(ROOT, 'node_modules', 'node');
  spawnSync(systemNode(), ['installArchSpecificPackage.js'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (pinnedNode() === undefined) {
    throw new SetupError(
      'The pinned Node could not be installed; check that npm can reach its registry and try again.',
    );
  }
}

function npm(args) {
  const script = process.env.npm_execpath;
  const known = script !== undefined && /npm-cli\.[cm]?js$/.test(script) && existsSync(script);
  const run = known
    ? spawnSync(systemNode(), [script, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] })
    : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        cwd: ROOT,
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      });
  if (run.error) throw new SetupError(`npm could not be started (${run.error.message}); install npm 10 or later.`);
  if (run.status !== 0) {
    throw new SetupError(`"npm ${args.slice(0, 2).join(' ')}" failed; the reason is in the lines above.`);
  }
}

/** The Node npm itself runs on: the pinned one sits inside the folder npm is about to replace. */
function systemNode() {
  const node = process.env.npm_node_execpath;
  return node !== undefined && existsSync(node) ? node : process.execPath;
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs a tool to its end on the pinned Node, its output on stderr. Answers its exit code. */
export async function runNode(args, options = {}) {
  const child = spawn(pinnedNode(), args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    ...options,
    env: childEnvironment(options.env),
  });
  return finished(child);
}

/** Waits for a child and answers its exit code; a child ended by a signal counts as 128 + the signal's number. */
export async function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)),
    );
  });
}

const PARENT_POLL_MS = 500;

/** Hands the signals that ask a command to end on to its child. */
export function forwardSignals(child) {
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(child);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C already reached the child, which is in the same group.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      if (child.exitCode === null) child.kill(signal);
    });
  }
}

/** A signal to npm ends npm and the shell between, which passes it on to nobody: all that is left to see is a new parent. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Runs a command's main function; a SetupError becomes its one sentence and exit code 1. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
