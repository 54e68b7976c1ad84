import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import type { Transform } from 'node:stream';
import { LIMITS } from './limits.ts';

export type Compression = 'gzip' | 'zstd';

/** Why unpacking stopped before the end; what came before was given. */
export type UnpackProblem = {
  readonly code: 'archive_cut_off' | 'archive_damaged' | 'archive_too_large';
  readonly message: string;
};

// Small slices, because the output of the slice in which an error is found is lost; smallest at the start, so that a
// little file with rubbish behind it does not lose everything.
const SLICE = 4 * 1024;
const FIRST_SLICE = 64;
const FIRST_BYTES = 16 * 1024;

/**
 * Unpacks a stream member by member (all gzip members, all zstd frames) with bounded memory.
 *
 * A cut-off or damaged archive does not throw: everything before the cut (before damage: all but the last few kB) is
 * given and `onProblem` is told once. The engine is fed slice by slice and drained before the next, since a stream that
 * fails drops what it has buffered.
 */
export async function* unpack(
  input: AsyncIterable<Buffer>,
  kind: Compression,
  onProblem: (problem: UnpackProblem) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const engine = createEngine(kind);
  let read = 0;
  let written = 0;
  try {
    for await (const chunk of input) {
      for (let from = 0; from < chunk.length;) {
        const slice = chunk.subarray(from, from + (read < FIRST_BYTES ? FIRST_SLICE : SLICE));
        from += slice.length;
        read += slice.length;
        for await (const out of engine.write(slice)) {
          written += out.length;
          yield out;
        }
        if (isBomb(read, written)) {
          onProblem({ code: 'archive_too_large', message: TOO_LARGE });
          return;
        }
        if (engine.failed()) break;
      }
      if (engine.failed()) break;
    }
    if (!engine.failed()) yield* engine.end();
    const problem = engine.problem();
    if (problem !== null) onProblem(problem);
  } finally {
    engine.close();
  }
}

const TOO_LARGE =
  'The archive unpacks to far more than its size explains; reading stopped. Unpack it and import the file.';

function isBomb(read: number, written: number): boolean {
  if (written > LIMITS.unpackedBytes) return true;
  return written > LIMITS.suspiciousBytes && written > read * LIMITS.suspiciousRatio;
}

type Engine = {
  readonly write: (slice: Buffer) => AsyncGenerator<Buffer, void, undefined>;
  readonly end: () => AsyncGenerator<Buffer, void, undefined>;
  readonly failed: () => boolean;
  readonly problem: () => UnpackProblem | null;
  readonly close: () => void;
};

function createEngine(kind: Compression): Engine {
  const stream: Transform =
    kind === 'gzip'
      ? createGunzip({ chunkSize: 64 * 1024 })
      : createZstdDecompress({
          chunkSize: 64 * 1024,
          // 128 MB windows, as `zstd --long` writes; the default refuses them.
          params: { [constants.ZSTD_d_windowLogMax]: 27 },
        });
  let error: NodeJS.ErrnoException | null = null;
  let settled = false;
  let wake: () => void = () => undefined;
  stream.on('error', (reason: NodeJS.ErrnoException) => {
    error = reason;
    settled = true;
    wake();
  });
  stream.on('readable', () => wake());
  stream.on('end', () => {
    settled = true;
    wake();
  });

  async function* drainUntilSettled(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      for (let out = readChunk(stream); out !== null; out = readChunk(stream)) yield out;
      if (settled) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        // Something may have come between the last read and this line.
        if (settled || stream.readableLength > 0) resolve();
      });
    }
  }

  return {
    async *write(slice) {
      settled = false;
      stream.write(slice, () => {
        settled = true;
        wake();
      });
      yield* drainUntilSettled();
    },
    async *end() {
      settled = false;
      stream.end();
      yield* drainUntilSettled();
    },
    failed: () => error !== null,
    problem: () => (error === null ? null : describe(error, kind)),
    close: () => stream.destroy(),
  };
}

function readChunk(stream: Transform): Buffer | null {
  const out: unknown = stream.read();
  return Buffer.isBuffer(out) ? out : null;
}

function describe(error: NodeJS.ErrnoException, kind: Compression): UnpackProblem {
  // Z_BUF_ERROR is zlib's "the input ended too early"; Node gives the same code for zstd.
  const cutOff = error.code === 'Z_BUF_ERROR' || error.code === 'ZSTD_error_srcSize_wrong';
  return cutOff
    ? { code: 'archive_cut_off', message: `The ${kind} file ends early; everything before the cut was read.` }
    : { code: 'archive_damaged', message: `The ${kind} file is damaged; it was read up to the damage.` };
}
