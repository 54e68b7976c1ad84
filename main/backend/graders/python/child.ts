/**
 * The process a Python grader runs in: reads messages, loads Pyodide behind the walls, grades, writes one message a grade.
 *
 * Runs as it stands under Node's type stripping, and bundled into one file. It imports nothing but Node's own modules and
 * `child-lockdown.ts`, so the only files it must be allowed to read are these two, Pyodide's folder, and a snapshot.
 */
import { Buffer } from 'node:buffer';
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { HOME, findSoftSpots, prepareRealm, sealInterpreter, sealRealm } from './child-lockdown.ts';
import type { Interpreter, Realm } from './child-lockdown.ts';
import type { CheckAnswer, Graded, ToChild, Verdict } from './protocol.ts';

type Boot = Extract<ToChild, { kind: 'boot' }>;
type Grade = Extract<ToChild, { kind: 'grade' }>;
type Send = (message: { readonly kind: string } & { readonly [field: string]: unknown }) => void;
/** What the prelude defines. `run` answers a plain float at once, everything else as a verdict in JSON. */
type Prelude = {
  readonly load: (source: string) => void;
  readonly run: (input: string) => number | string;
  readonly check: (source: string) => string;
  readonly lock: () => string;
};
type Engine = {
  readonly prelude: Prelude;
  readonly realm: Realm;
  readonly output: Output;
  readonly watch: Watch;
  readonly tidyFiles: () => void;
};
type Output = { readonly write: (bytes: Uint8Array) => number; readonly take: () => { text: string; cut: boolean } };
type Watch = { readonly start: (limitMs: number) => void; readonly fired: () => boolean; readonly stop: () => void };
/** Electron's utility process has a port in place of pipes. */
type ParentPort = {
  readonly on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  readonly postMessage: (message: unknown) => void;
};

const SNAPSHOT_CHUNK = 768 * 1024;
/** How long after an unheeded interrupt the next one is tried. The parent kills soon after. */
const INTERRUPT_AGAIN_MS = 250;
/** A grade that goes on for so long past its limit has lost its parent, who would have killed it. */
const ABANDONED_MS = 10_000;

function main(): void {
  const host = process;
  const parentPort = (host as { parentPort?: ParentPort }).parentPort;
  const writeLine =
    parentPort === undefined
      ? (text: string) => writeAll(host, `${text}\n`)
      : (text: string) => parentPort.postMessage(text);
  let engine: Engine | undefined;
  let send: Send = () => undefined;

  const receive = async (text: string): Promise<void> => {
    // From the parent, who wrote it from a checked type.
    const message = JSON.parse(text) as ToChild;
    if (message.kind === 'boot') {
      send = (out) => writeLine(JSON.stringify({ ...out, key: message.key }));
      try {
        engine = await boot(message, host, send);
        send({ kind: 'ready', python: '3.14' });
      } catch (error) {
        send({ kind: 'refused', message: shortMessage(error) });
        host.exit(1);
      }
    } else if (engine === undefined) {
      host.exit(1);
    } else if (message.kind === 'check') {
      const answer = JSON.parse(engine.prelude.check(message.source)) as CheckAnswer;
      send({ kind: 'checked', id: message.id, answer });
    } else {
      gradeAll(engine, message, host, send);
    }
  };

  let work = Promise.resolve();
  const enqueue = (text: string): void => {
    work = afterwards(work, () => receive(text));
  };
  if (parentPort !== undefined) {
    parentPort.on('message', (event) => enqueue(String(event.data)));
    return;
  }
  let rest: string[] = [];
  host.stdin.setEncoding('utf8');
  host.stdin.on('data', (chunk) => {
    // A batch comes in many chunks; joining them at its end costs no more than its length.
    const lines = String(chunk).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      enqueue(rest.join('') + line);
      rest = [];
    }
    if (last !== '') rest.push(last);
  });
  host.stdin.on('end', () => host.exit(0));
}

async function afterwards(before: Promise<void>, next: () => Promise<void>): Promise<void> {
  await before;
  await next();
}

async function boot(message: Boot, host: NodeJS.Process, send: Send): Promise<Engine> {
  const spots = findSoftSpots();
  if (spots.length > 0) throw new Error(`the sandbox is not closed: ${spots.join(', ')}`);
  const realm = prepareRealm(message);
  const python = await loadPython(message, send);
  const output = captureOutput(message.outputLimitBytes);
  const watch = watchTime(realm, host);
  python.setStdout(output);
  python.setStderr(output);
  const tidyFiles = sealInterpreter(python, message.fileLimitBytes);
  const make = python.globals.get('_assay') as (seed: number) => { get: (index: number) => unknown };
  const makeChecker = python.globals.get('_assay_checker') as () => unknown;
  const parts = make(message.seed);
  const prelude = { load: parts.get(0), run: parts.get(1), lock: parts.get(2), check: makeChecker() } as Prelude;
  const bridges = JSON.parse(prelude.lock()) as string[];
  if (bridges.length > 0) throw new Error(`Python still reaches JavaScript: ${bridges.join(', ')}`);
  python.setInterruptBuffer(watch.buffer);
  sealRealm();
  return { prelude, realm, output, watch, tidyFiles };
}

async function loadPython(message: Boot, send: Send): Promise<Interpreter> {
  const { loadPyodide } = (await import(pathToFileURL(`${message.pyodideDir}/pyodide.mjs`).href)) as {
    loadPyodide: (options: object) => Promise<Interpreter>;
  };
  const silent = (): undefined => undefined;
  const python = await loadPyodide({
    indexURL: message.pyodideDir,
    jsglobals: Object.create(null) as object,
    // The hash seed fixes the order of sets; the rest of the environment is Emscripten's own made-up user.
    env: { HOME, LANG: 'C.UTF-8', PYTHONHASHSEED: '0' },
    stdin: () => null,
    stdout: silent,
    stderr: silent,
    ...(message.snapshot.use === 'make' ? { _makeSnapshot: true } : {}),
    ...(message.snapshot.use === 'load' ? { _loadSnapshot: readFileSync(message.snapshot.path) } : {}),
  });
  if (message.snapshot.use === 'load') return python;
  python.runPython(message.preload);
  python.runPython(message.prelude);
  if (message.snapshot.use === 'make') {
    const bytes = python.makeMemorySnapshot();
    for (let at = 0; at < bytes.length; at += SNAPSHOT_CHUNK) {
      const data = Buffer.from(bytes.subarray(at, at + SNAPSHOT_CHUNK)).toString('base64');
      send({ kind: 'snapshot', data, last: at + SNAPSHOT_CHUNK >= bytes.length });
    }
  }
  return python;
}

function gradeAll(engine: Engine, message: Grade, host: NodeJS.Process, send: Send): void {
  if (message.source !== null) engine.prelude.load(message.source);
  for (const [index, input] of message.inputs.entries()) {
    engine.realm.reset();
    const startedAt = engine.realm.now();
    engine.watch.start(message.timeoutMs);
    let verdict: Verdict;
    try {
      verdict = toVerdict(engine.prelude.run(input));
    } catch (error) {
      verdict = leaked(error, engine.watch.fired());
    }
    engine.watch.stop();
    const tookMs = engine.realm.now() - startedAt;
    // A grader that swallowed the interrupt and came back late is late all the same.
    if (tookMs > message.timeoutMs && !isFailure(verdict, 'fatal')) verdict = { ...asInterrupted(verdict) };
    engine.tidyFiles();
    const printed = engine.output.take();
    send({
      kind: 'graded',
      id: message.id,
      index,
      durationUs: Math.round(tookMs * 1000),
      verdict,
      ...(printed.text === '' ? {} : { output: printed.text }),
      ...(printed.cut ? { outputCut: true } : {}),
    } satisfies Omit<Graded, 'key'>);
    // The interpreter is broken: only a new process helps.
    if (isFailure(verdict, 'fatal')) host.exit(1);
  }
}

function toVerdict(answer: number | string): Verdict {
  if (typeof answer === 'string') return JSON.parse(answer) as Verdict;
  if (Number.isNaN(answer)) return { is: 'failure', code: 'nan' };
  if (!Number.isFinite(answer)) return { is: 'failure', code: 'infinite', shown: answer > 0 ? 'inf' : '-inf' };
  return { is: 'number', value: answer };
}

/** A Python exception that got past the prelude, which catches all: out of memory, or a second interrupt. Else a crash. */
function leaked(error: unknown, late: boolean): Verdict {
  const { name, type } = error as { name?: string; type?: string };
  if (name !== 'PythonError') return { is: 'failure', code: 'fatal', message: shortMessage(error) };
  if (late) return { is: 'failure', code: 'interrupted' };
  if (type === 'MemoryError') return { is: 'failure', code: 'out_of_memory' };
  return { is: 'failure', code: 'raised', type: type ?? 'Exception', message: shortMessage(error) };
}

function asInterrupted(verdict: Verdict): Verdict {
  return verdict.is === 'failure' ? { ...verdict, code: 'interrupted' } : { is: 'failure', code: 'interrupted' };
}

function isFailure(verdict: Verdict, code: string): boolean {
  return verdict.is === 'failure' && verdict.code === code;
}

/** Collects what is printed, up to a limit; the rest is dropped and marked. */
function captureOutput(limitBytes: number): Output {
  const kept = new Uint8Array(limitBytes);
  const decoder = new TextDecoder();
  let used = 0;
  let cut = false;
  return {
    write: (bytes) => {
      const room = limitBytes - used;
      if (bytes.length > room) cut = true;
      kept.set(bytes.subarray(0, room), used);
      used += Math.min(bytes.length, room);
      return bytes.length;
    },
    take: () => {
      const taken = { text: used === 0 ? '' : decoder.decode(kept.subarray(0, used)), cut };
      used = 0;
      cut = false;
      return taken;
    },
  };
}

/**
 * Interrupts a grade that is over its limit. Python looks into the "buffer" every so many byte codes and takes a 2 as Ctrl-C,
 * so the grader gets a KeyboardInterrupt with the line it was at, and the process need not die. Code that does not look
 * (one long call into C) is for the parent to kill; if the parent is gone, this process ends itself.
 */
function watchTime(realm: Realm, host: NodeJS.Process): Watch & { readonly buffer: { [0]: number } } {
  const parent = host.ppid;
  let limitAt = Number.POSITIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let fired = false;
  let looks = 0;
  const look = (): number => {
    looks += 1;
    if (looks % 4096 === 0 && host.ppid !== parent) host.exit(1);
    const now = realm.now();
    if (now < nextAt) return 0;
    if (now > limitAt + ABANDONED_MS) host.exit(1);
    fired = true;
    nextAt = now + INTERRUPT_AGAIN_MS;
    return 2;
  };
  return {
    buffer: Object.defineProperty({ 0: 0 }, 0, { get: look, set: () => undefined }),
    start: (limitMs) => {
      fired = false;
      limitAt = realm.now() + limitMs;
      nextAt = limitAt;
    },
    fired: () => fired,
    stop: () => {
      limitAt = Number.POSITIVE_INFINITY;
      nextAt = limitAt;
    },
  };
}

/** Writes at once, so that the parent knows of each grade before the next begins, even if that one never ends. */
function writeAll(host: NodeJS.Process, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') host.exit(0);
    }
  }
}

function shortMessage(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(-2000);
}

main();
