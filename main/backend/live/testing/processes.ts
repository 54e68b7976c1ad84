import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export type Collecting = {
  /** Addresses and token as the command showed them. */
  readonly otlp: string;
  readonly token: string;
  readonly proxy: string;
  /** Ends it as Ctrl C does. @returns its answer */
  readonly stop: () => Promise<Readonly<Record<string, number>>>;
  /** Ends it at once, as a crash does. */
  readonly kill: () => Promise<void>;
};

/** Runs `assay collect` on `live.assay` in the folder, in a process of its own. */
export async function startCollect(folder: string, args: readonly string[]): Promise<Collecting> {
  const entry = fileURLToPath(new URL('../../../cli/entry.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, 'collect', join(folder, 'live.assay'), '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASSAY_DATA_DIR: join(folder, 'data'), HOME: folder },
  });
  const out = gather(child.stdout);
  const shown = gather(child.stderr);
  const ended = once(child, 'exit');
  while (!shown().includes('Collecting.')) {
    if (child.exitCode !== null) throw new Error(`assay collect ended: ${shown()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const find = (pattern: RegExp): string => pattern.exec(shown())?.[1] ?? '';
  return {
    otlp: find(/TRACES_ENDPOINT=(\S+)/u),
    token: find(/x-assay-token=(\S+)/u),
    proxy: find(/OPENAI_BASE_URL=(\S+)/u),
    async stop() {
      child.kill('SIGINT');
      await ended;
      return JSON.parse(out()) as Record<string, number>;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function gather(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** Runs a program of `testing` in a process of its own. @returns what it wrote */
export async function runProgram(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const out = gather(child.stdout);
  await once(child, 'close');
  return out();
}
