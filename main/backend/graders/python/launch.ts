/**
 * How a grader child is started, and the small interface behind which a host may start it in another way.
 *
 * The default is a Node process on pipes, also under Electron, which brings a Node for it. Another host may give its own
 * `SpawnChild`, on a utility process say; the child checks its walls itself and refuses to start where flags were not honoured.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../../platform/entries.ts';

export type ChildExit = {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what the process wrote to its error stream. */
  readonly detail: string;
};

/** A running child: lines of text both ways, an end, and a way to bring the end about. */
export type ChildChannel = {
  readonly pid: number | undefined;
  readonly send: (line: string) => void;
  readonly onLine: (listener: (line: string) => void) => void;
  /** Called once, also when the process could not be started. */
  readonly onExit: (listener: (exit: ChildExit) => void) => void;
  /** Ends the process at once, whatever it is doing. */
  readonly kill: () => void;
};

export type ChildLaunch = {
  /** A Node binary of version 26 or later. */
  readonly node: string;
  /** The child's main file. */
  readonly path: string;
  /** Node's flags: the walls. */
  readonly execArgv: readonly string[];
  /** An empty folder. */
  readonly cwd: string;
  /** The whole environment, not an addition to ours. */
  readonly env: { readonly [name: string]: string };
};

export type SpawnChild = (launch: ChildLaunch) => ChildChannel;

const DETAIL_LENGTH = 2_000;
/** The first whose permission model covers the network and can be tightened later. */
const OLDEST_NODE = 26;

/** @returns the folder of the `pyodide` package; its copy outside of the archive when packaged */
export function findPyodide(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
  return realpathSync(folder.replace(/app\.asar(?=[\\/])/u, 'app.asar.unpacked'));
}

/**
 * The Node to run children with: ours, or, where ours is Electron (whose binary does not run as Node) or too old, the one packed
 * with the app, or the one that came with the packages.
 */
export function findNode(): string {
  const major = Number(process.versions.node.split('.')[0]);
  if (!('electron' in process.versions) && major >= OLDEST_NODE) return process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const { resourcesPath } = process as { resourcesPath?: string };
  const packed = resourcesPath === undefined ? undefined : join(resourcesPath, 'node', name);
  if (packed !== undefined && existsSync(packed)) return packed;
  const installed = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', name);
  return existsSync(installed) ? installed : process.execPath;
}

/** @returns the child's own files, main file first: two sources, or one bundle beside the bundle this is in */
export function findChildFiles(): readonly [string, ...string[]] {
  // A Node of its own cannot read the app's archive.
  const main = fileURLToPath(entryUrl('python-child')).replace(/app\.asar(?=[\\/])/u, 'app.asar.unpacked');
  return main.endsWith('.ts') ? [main, join(dirname(main), 'child-lockdown.ts')] : [main];
}

/**
 * The launch of a child that may read `readable` and nothing else, and has no network, no processes, no threads, no add-ons,
 * no code from strings and no environment.
 *
 * @param files the child's own files, main file first
 * @param heapLimitMb bound of the JavaScript heap; Python's memory is bounded by the child itself
 */
export function describeLaunch(
  files: readonly [string, ...string[]],
  readable: readonly string[],
  options: { cwd: string; heapLimitMb: number },
): ChildLaunch {
  const windows = process.env.SystemRoot;
  return {
    node: findNode(),
    path: files[0],
    cwd: options.cwd,
    // Windows cannot start a process without this one; it is no secret.
    env: process.platform === 'win32' && windows !== undefined ? { SystemRoot: windows } : {},
    execArgv: [
      '--permission',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${String(options.heapLimitMb)}`,
      ...[...files, ...readable].map((path) => `--allow-fs-read=${path}`),
    ],
  };
}

/** Starts a child on three pipes. */
export function spawnNodeChild(launch: ChildLaunch): ChildChannel {
  const child = spawn(launch.node, [...launch.execArgv, launch.path], {
    cwd: launch.cwd,
    env: launch.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let detail = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    detail = (detail + chunk).slice(-DETAIL_LENGTH);
  });
  // A child that dies while we write breaks the pipe; its exit says so, better.
  child.stdin.on('error', () => undefined);
  return {
    pid: child.pid,
    send: (line) => {
      child.stdin.write(`${line}\n`);
    },
    onLine: (listener) => {
      let rest: string[] = [];
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (chunk: string) => {
        const lines = chunk.split('\n');
        // Most chunks hold many short lines; a long line comes in many chunks, joined once.
        const last = lines.pop() ?? '';
        for (const line of lines) {
          listener(rest.length === 0 ? line : rest.join('') + line);
          rest = [];
        }
        if (last !== '') rest.push(last);
      });
    },
    onExit: (listener) => {
      let ended = false;
      const end = (exit: ChildExit): void => {
        if (ended) return;
        ended = true;
        listener(exit);
      };
      child.on('error', (error) => end({ code: null, signal: null, detail: error.message }));
      // 'close' comes after the last output was read, 'exit' may come before it.
      child.on('close', (code, signal) => end({ code, signal, detail }));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
