import { unpack } from './decompress.ts';
import type { Compression, UnpackProblem } from './decompress.ts';
import { peek, toBuffers } from './bytes.ts';
import type { ByteInput } from './bytes.ts';
import { HEAD_BYTES, LIMITS } from './limits.ts';

/** Why a file cannot be read at all: one sentence for people. */
export type Refusal = { readonly code: string; readonly message: string };

export type Unwrapped = {
  /** Outermost first: `gzip`, `zstd`. */
  readonly layers: readonly string[];
  readonly head: Buffer;
  readonly ended: boolean;
  readonly bytes: AsyncGenerator<Buffer, void, undefined>;
  readonly refusal: Refusal | null;
  readonly packed: Packed | null;
};

/**
 * Takes compression off a file, layer by layer, and names what cannot be read. Decided from the bytes, never from a
 * name: real files are zips called `.eval` and pointers called `.jsonl`.
 *
 * @param onProblem told when a compressed layer ends early; what came before it is still given
 */
export async function unwrapContainers(
  input: ByteInput,
  onProblem: (problem: UnpackProblem) => void,
  signal?: AbortSignal,
): Promise<Unwrapped> {
  const layers: string[] = [];
  let current = await peek(toBuffers(input, signal), HEAD_BYTES);
  for (;;) {
    const kind = compressionOf(current.head);
    const refusal = kind === null ? refuse(current.head, current.ended) : null;
    if (kind === null || layers.length >= LIMITS.layers) {
      const tooDeep = kind === null ? null : TOO_DEEP;
      const { head, ended, all } = current;
      return { layers, head, ended, bytes: all, refusal: refusal ?? tooDeep, packed: packedAs(head) };
    }
    layers.push(kind);
    current = await peek(unpack(current.all, kind, onProblem), HEAD_BYTES);
  }
}

const TOO_DEEP: Refusal = {
  code: 'too_many_layers',
  message: 'The file is compressed more than three times over. Unpack it and import the result.',
};

function compressionOf(head: Buffer): Compression | null {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip';
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd';
  return null;
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

type Signature = { readonly code: string; readonly magic: readonly number[] | string; readonly message: string };

// What people drop on the window that is not text. Each sentence says what to do instead.
const SIGNATURES: readonly Signature[] = [
  {
    code: 'sqlite',
    magic: 'SQLite format 3\0',
    message: 'This is an SQLite database, which cannot be imported. Export the records from it as JSON lines first.',
  },
  {
    code: 'arrow',
    magic: 'ARROW1',
    message: 'This is an Arrow file, which this version cannot read. Save the set as JSON lines first.',
  },
  {
    code: 'avro',
    magic: 'Obj\u0001',
    message: 'This is an Avro file, which this version cannot read. Save the records as JSON lines first.',
  },
  { code: 'pdf', magic: '%PDF-', message: 'This is a PDF document, not a log of traffic.' },
  { code: 'bzip2', magic: 'BZh', message: 'This is a bzip2 archive. Unpack it and import the file inside.' },
  {
    code: 'xz',
    magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
    message: 'This is an xz archive. Unpack it and import the file inside.',
  },
  {
    code: '7z',
    magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
    message: 'This is a 7-Zip archive. Unpack it and import the files inside.',
  },
  {
    code: 'old_excel',
    magic: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    message: 'This is an old Office document. Save the sheet as CSV first.',
  },
  {
    code: 'lz4',
    magic: [0x04, 0x22, 0x4d, 0x18],
    message: 'This is an lz4 archive. Unpack it and import the file inside.',
  },
];

function refuse(head: Buffer, ended: boolean): Refusal | null {
  if (head.length === 0) return { code: 'empty_file', message: 'The file is empty.' };
  if (head.subarray(0, 40).toString('latin1').startsWith('version https://git-lfs')) {
    return {
      code: 'lfs_pointer',
      message:
        'This is a Git LFS pointer, not the data: the file was never downloaded. Run "git lfs pull" where it came from.',
    };
  }
  if (packedAs(head) === 'parquet' && ended && head.subarray(-4).toString('latin1') !== 'PAR1') return PARQUET_CUT_OFF;
  for (const { code, magic, message } of SIGNATURES) {
    const bytes = typeof magic === 'string' ? [...Buffer.from(magic, 'latin1')] : magic;
    if (startsWith(head, bytes)) return { code, message };
  }
  if (head.subarray(257, 262).toString('latin1') === 'ustar') {
    return { code: 'tar', message: 'This is a tar archive. Unpack it and import the files inside.' };
  }
  return null;
}

const PARQUET_CUT_OFF: Refusal = {
  code: 'parquet_cut_off',
  message: 'This is a Parquet file that was cut off: its end is missing. Download it again.',
};

/** Forms that are read from their end, and so not as a stream. */
export type Packed = 'parquet' | 'zip';

function packedAs(head: Buffer): Packed | null {
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'zip';
  return head.subarray(0, 4).toString('latin1') === 'PAR1' ? 'parquet' : null;
}
