import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { makeScratchFolder } from '../../platform/scratch.ts';
import { describeLaunch, findChildFiles, findPyodide, spawnNodeChild } from './launch.ts';
import type { SpawnChild } from './launch.ts';
import { PRELOAD, PRELUDE } from './prelude.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';
import { createSnapshotStore } from './snapshot-store.ts';

export type StarterOptions = {
  readonly memoryLimitMb: number;
  readonly snapshotDir: string | undefined;
  readonly startTimeoutMs: number | undefined;
  readonly spawnChild: SpawnChild | undefined;
  readonly childFiles: readonly [string, ...string[]] | undefined;
  readonly pyodideDir: string | undefined;
};

/** Starts children, from the image of an earlier start where there is one. Owns the temporary folder they stand in. */
export type Starter = {
  /** @throws {AppError} `backend_unavailable` */
  readonly start: () => Promise<Session>;
  /** Resident memory that a child within its limits does not reach. */
  readonly residentLimitBytes: number;
  readonly close: () => Promise<void>;
};

const MEGABYTE = 1024 * 1024;
/** The platform has a gigabyte of disk; here files are memory. */
const FILE_LIMIT_MB = 64;
/** Interpreter, its compiled code and JavaScript's heap: seen 230 MB. Files count three times, for the copies they leave. */
const OVERHEAD_MB = 400;
const HEAP_LIMIT_MB = 512;
/** As much as a person reads. */
const OUTPUT_LIMIT_BYTES = 64 * 1024;
/** A first start takes two seconds on a free machine, ten on a busy one. */
const START_TIMEOUT_MS = 60_000;
const FIXED_TIME_MS = Date.UTC(2025, 0, 1);
const SEED = 20_250_101;

export function createStarter(options: StarterOptions): Starter {
  const closed = new AbortController();
  let folder: string | undefined;

  const start = async (): Promise<Session> => {
    const pyodideDir = placeOf(options.pyodideDir);
    folder ??= makeScratchFolder('python');
    const cwd = join(folder, 'empty');
    mkdirSync(cwd, { recursive: true });
    const images = createSnapshotStore(options.snapshotDir ?? join(folder, 'image'), pyodideDir);
    const snapshot = images.plan();
    const readable = snapshot.use === 'load' ? [pyodideDir, snapshot.path] : [pyodideDir];
    try {
      return await startSession({
        spawnChild: options.spawnChild ?? spawnNodeChild,
        launch: describeLaunch(options.childFiles ?? findChildFiles(), readable, { cwd, heapLimitMb: HEAP_LIMIT_MB }),
        startTimeoutMs: options.startTimeoutMs ?? START_TIMEOUT_MS,
        onSnapshot: images.keep,
        signal: closed.signal,
        boot: {
          pyodideDir,
          preload: PRELOAD,
          prelude: PRELUDE,
          memoryLimitBytes: options.memoryLimitMb * MEGABYTE,
          fileLimitBytes: FILE_LIMIT_MB * MEGABYTE,
          outputLimitBytes: OUTPUT_LIMIT_BYTES,
          nowMs: FIXED_TIME_MS,
          seed: SEED,
          snapshot,
        },
      });
    } catch (error) {
      // Perhaps the image is damaged: once more without it.
      if (snapshot.use !== 'load' || closed.signal.aborted) throw error;
      images.discard();
      return start();
    }
  };
  return {
    start,
    residentLimitBytes: (options.memoryLimitMb + 3 * FILE_LIMIT_MB + OVERHEAD_MB) * MEGABYTE,
    close: async () => {
      closed.abort();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** @throws {AppError} `backend_unavailable` when the interpreter is not there */
function placeOf(given: string | undefined): string {
  let place = given;
  let cause: unknown;
  try {
    place ??= findPyodide();
  } catch (error) {
    cause = error;
  }
  if (place !== undefined && existsSync(join(place, 'package.json')) && existsSync(join(place, 'pyodide.mjs')))
    return place;
  const where = place === undefined ? 'beside Assay' : `in ${place}`;
  throw new AppError(
    'backend_unavailable',
    `Python graders cannot run here: the files of Python are not ${where}. Install Assay again.`,
    { cause },
  );
}
