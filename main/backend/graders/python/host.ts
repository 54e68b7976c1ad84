/**
 * Runs the platform's `python` graders on this machine (rft.md 2.5): CPython 3.14 compiled to WebAssembly, in a child process
 * with no rights, that can be killed.
 *
 * A grader is a stranger's program. What stands between it and the machine, from the outside in:
 *
 * 1. A process of its own: empty environment, empty working folder, killed when over its time or memory, restarted.
 * 2. Node's permission model: no file but Pyodide's own folder, and after the start not even that; no network, no processes, no
 *    threads, no add-ons, no inspector. The child asks for these walls at start and refuses to run without them.
 * 3. V8 makes no code from strings, so JavaScript that is reached cannot be told what to do.
 * 4. The JavaScript around the interpreter has lost its network and process functions, cannot compile WebAssembly, and its shared
 *    objects are frozen; the interpreter's file system has lost the drivers that mount folders of the host.
 * 5. Python has lost its bridge to JavaScript (`js`, `pyodide_js`, `to_js`, `run_js` and the rest; a walk over all objects finds no
 *    proxy left), raw memory (`ctypes`, hand-made byte code), and loading of compiled modules.
 *
 * Residual risk. Layers 4 and 5 live inside the process and could be undone by a memory error in CPython or Emscripten that a
 * grader exploits; layers 2 and 3 would then still hold, but Node's own documents call its permission model a guard against
 * mistakes rather than a sandbox against attackers, and a flaw in V8 itself would leave only the rights of the operating-system
 * user. A grader can always spoil its own scores, and one that works on the interpreter's insides can spoil those of graders that
 * run after it in the same child. It can use one processor core and the memory limit for as long as the time limit allows. Only
 * graders that a person allowed are run; that is the caller's part. When Assay itself is killed, a child ends within seconds, unless
 * its grader is inside one long call of C code: that goes on until it returns.
 *
 * Sameness. `random` is seeded before each grade, `os.urandom` and hash order are fixed, `time.time` and `datetime.now` stand
 * still at 2025-01-01 and monotonic clocks advance by a millisecond a look, the time zone is UTC. A grade runs the source from the
 * top in a module of its own, so globals, default arguments and caches of one grade do not reach the next, and what it replaces in
 * other modules (`json.loads = …`), its environment variables and the files it wrote are put back. What is left over: changes
 * inside classes and containers of other modules last until the child is replaced.
 */
import { createHash } from 'node:crypto';
import { AppError, invariant } from '../../../../shared/rpc/errors.ts';
import { createBatchSizer, takeBatch } from './batches.ts';
import type { PythonInput } from './batches.ts';
import type { SpawnChild } from './launch.ts';
import type { OutOfRange, PythonOutcome } from './outcome.ts';
import { createPool } from './pool.ts';
import type { SourceIssue } from './protocol.ts';
import { createStarter } from './starter.ts';
import type { Worker } from './worker.ts';

export type PythonHostOptions = {
  /** How many children may grade side by side; each takes about 230 MB. Default 1. */
  readonly children?: number;
  /** Bound of Python's memory. Default 512; the platform allows 2048. */
  readonly memoryLimitMb?: number;
  /** Bound of a grade in milliseconds when the call gives none. Default two minutes, as on the platform. */
  readonly timeoutMs?: number;
  /** A folder of this user's for the image that makes later starts quick; without it the image lasts as long as the host. */
  readonly snapshotDir?: string;
  /** A child without work ends after so long. Default two minutes. */
  readonly idleMs?: number;
  /** Default 60 s: a first start takes two seconds on a free machine. */
  readonly startTimeoutMs?: number;
  /** How long after its limit a grade that does not stop by itself is killed. Default 1 s. */
  readonly killGraceMs?: number;
  /** Another way to start a child than a Node process. */
  readonly spawnChild?: SpawnChild;
  /** The child's files, main file first, where they are not beside this one. */
  readonly childFiles?: readonly [string, ...string[]];
  readonly pyodideDir?: string;
};

export type GradeCallOptions = {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly outOfRange?: OutOfRange;
};

/** A grader by its source, or by the id that `compile` gave. */
export type PythonGrader = { readonly source: string } | { readonly id: string };

export type PythonProblem = Omit<SourceIssue, 'code'> & { readonly code: SourceIssue['code'] | 'too_large' };

export type PythonCompileResult =
  | { readonly ok: true; readonly id: string; readonly warnings: readonly PythonProblem[] }
  | { readonly ok: false; readonly problem: PythonProblem };

export type PythonHost = {
  /**
   * Reads a source with Python's own parser and looks for `grade(sample, item)`. Runs nothing of it, so it needs no consent.
   *
   * @throws {AppError} `cancelled`, or `backend_unavailable` when Python does not start
   */
  readonly compile: (source: string, signal?: AbortSignal) => Promise<PythonCompileResult>;
  /** One grade. Failures of the grader are outcomes. @throws {AppError} as `compile`; `not_found` for an unknown id */
  readonly grade: (grader: PythonGrader, input: PythonInput, options?: GradeCallOptions) => Promise<PythonOutcome>;
  /**
   * Many grades, in batches that last about half a second, so that other calls get their turn in between.
   *
   * @param options.onOutcome told of each outcome as it comes, in no particular order when there are several children
   * @returns outcomes in the order of `inputs`
   */
  readonly gradeMany: (
    grader: PythonGrader,
    inputs: readonly PythonInput[],
    options?: GradeCallOptions & { readonly onOutcome?: (index: number, outcome: PythonOutcome) => void },
  ) => Promise<readonly PythonOutcome[]>;
  /** Ends the children and removes the temporary folder. Calls under way throw `backend_unavailable`. */
  readonly close: () => Promise<void>;
};

/** Platform limit of a source, in bytes (rft.md 2.5). */
const SOURCE_LIMIT_BYTES = 256_000;
const KEPT_SOURCES = 1_000;

/** @returns a host whose children start with the first call; call `close` when done with it */
export function createPythonHost(options: PythonHostOptions = {}): PythonHost {
  const defaultTimeoutMs = options.timeoutMs ?? 120_000;
  const memoryLimitMb = options.memoryLimitMb ?? 512;
  const sources = createSources();
  const starter = createStarter({
    memoryLimitMb,
    snapshotDir: options.snapshotDir,
    startTimeoutMs: options.startTimeoutMs,
    spawnChild: options.spawnChild,
    childFiles: options.childFiles,
    pyodideDir: options.pyodideDir,
  });
  const pool = createPool({
    start: starter.start,
    residentLimitBytes: starter.residentLimitBytes,
    children: options.children ?? 1,
    idleMs: options.idleMs ?? 120_000,
    killGraceMs: options.killGraceMs ?? 1_000,
  });

  const compile = createCompile(pool, sources);

  const gradeMany: PythonHost['gradeMany'] = async (grader, inputs, call = {}) => {
    if (inputs.length === 0) return [];
    const batch = {
      grader: sources.find(grader),
      limits: { timeoutMs: call.timeoutMs ?? defaultTimeoutMs, memoryLimitMb, outOfRange: call.outOfRange ?? 'error' },
      signal: call.signal,
    };
    const outcomes = new Array<PythonOutcome>(inputs.length);
    const size = createBatchSizer();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    let cursor = 0;
    let left = inputs.length;
    let failed = false;
    const gradeNext = async (worker: Worker): Promise<void> => {
      if (failed) return;
      const from = cursor;
      const texts = takeBatch(inputs, from, size.next());
      cursor += texts.length;
      // Queued before this batch runs: other children may take the next one, behind whoever waits already.
      if (cursor < inputs.length) void turn();
      const deliver = (index: number, outcome: PythonOutcome): void => {
        outcomes[from + index] = outcome;
        left -= 1;
        size.note(outcome.durationUs);
        call.onOutcome?.(from + index, outcome);
      };
      await worker.grade({ ...batch, inputs: texts, deliver });
    };
    const turn = async (): Promise<void> => {
      try {
        await pool.run(call.signal, gradeNext);
        if (left === 0) resolve(undefined);
      } catch (error) {
        failed = true;
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    void turn();
    await promise;
    return outcomes;
  };

  const grade: PythonHost['grade'] = async (grader, input, call) => {
    const [outcome] = await gradeMany(grader, [input], call);
    invariant(outcome, 'one input gives one outcome');
    return outcome;
  };
  const close = async (): Promise<void> => {
    await pool.close();
    await starter.close();
  };
  return { compile, grade, gradeMany, close };
}

/** What the parser says of a source is the same each time, so each is read once. */
function createCompile(pool: ReturnType<typeof createPool>, sources: Sources): PythonHost['compile'] {
  return async (source, signal) => {
    const size = Buffer.byteLength(source);
    if (size >= SOURCE_LIMIT_BYTES) {
      const message = `The source has ${String(size)} bytes; the platform takes less than 256 kB.`;
      return { ok: false, problem: { code: 'too_large', message } };
    }
    const known = sources.compiled(source);
    if (known !== undefined) return known;
    const answer = await pool.run(signal, (worker) => worker.check(source));
    const id = sources.remember(source);
    const result: PythonCompileResult =
      answer.problem === undefined
        ? { ok: true, id, warnings: answer.warnings ?? [] }
        : { ok: false, problem: answer.problem };
    sources.noteCompiled(id, result);
    return result;
  };
}

/** Sources by the hash that is their id, with what the parser said of them; the oldest of very many are forgotten. */
type Sources = {
  readonly remember: (source: string) => string;
  readonly find: (grader: PythonGrader) => { id: string; source: string };
  readonly compiled: (source: string) => PythonCompileResult | undefined;
  readonly noteCompiled: (id: string, result: PythonCompileResult) => void;
};

function createSources(): Sources {
  const sources = new Map<string, { readonly source: string; compiled?: PythonCompileResult }>();
  const idOf = (source: string): string => createHash('sha256').update(source).digest('hex');
  const remember = (source: string): string => {
    const id = idOf(source);
    if (sources.has(id)) return id;
    const oldest = sources.keys().next().value;
    if (sources.size >= KEPT_SOURCES && oldest !== undefined) sources.delete(oldest);
    sources.set(id, { source });
    return id;
  };
  const find = (grader: PythonGrader): { id: string; source: string } => {
    if ('source' in grader) return { id: remember(grader.source), source: grader.source };
    const known = sources.get(grader.id);
    if (known === undefined)
      throw new AppError('not_found', `No Python grader ${grader.id} is known: compile it first.`);
    return { id: grader.id, source: known.source };
  };
  return {
    remember,
    find,
    compiled: (source) => sources.get(idOf(source))?.compiled,
    noteCompiled(id, result) {
      const known = sources.get(id);
      if (known !== undefined) known.compiled = result;
    },
  };
}
