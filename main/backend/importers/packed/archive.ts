import { createZstdDecompress } from 'node:zlib';
import { type Readable, pipeline } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { LIMITS } from '../shared/limits.ts';

/** A file in an archive. `open` gives its bytes unpacked. */
export type Member = { readonly name: string; readonly size: number; readonly open: () => Promise<Readable> };

export type Archive = {
  readonly members: readonly Member[];
  /** Files that are left out, and why: encrypted, packed in a way nobody reads, unpacking to far too much. */
  readonly left: readonly { readonly name: string; readonly why: string }[];
  readonly close: () => void;
};

const STORED = 0;
const DEFLATED = 8;
/** Newer tools pack with zstd, which zip readers do not know. */
const ZSTD = 93;
const ENCRYPTED = 1;
const MOST_MEMBERS = 100_000;

/**
 * Lists what a zip holds, without folders and the files that systems leave in them.
 *
 * @returns null when it cannot be read as a zip
 */
export async function openArchive(path: string): Promise<Archive | null> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch {
    return null;
  }
  const members: Member[] = [];
  const left: { name: string; why: string }[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('/') || isLitter(name)) continue;
      const why = members.length < MOST_MEMBERS ? whyNot(entry) : 'the archive holds too many files';
      if (why === null) members.push({ name, size: entry.uncompressedSize, open: () => openEntry(zip, entry) });
      else left.push({ name, why });
    }
  } catch {
    zip.close();
    return null;
  }
  return { members, left, close: () => zip.close() };
}

function isLitter(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/.test(name);
}

function whyNot(entry: Entry): string | null {
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return 'it is encrypted';
  if (![STORED, DEFLATED, ZSTD].includes(entry.compressionMethod))
    return 'it is packed in a way that is not known here';
  const { compressedSize, uncompressedSize } = entry;
  const isBomb =
    uncompressedSize > LIMITS.suspiciousBytes && uncompressedSize > compressedSize * LIMITS.suspiciousRatio;
  return isBomb || uncompressedSize > LIMITS.unpackedBytes ? 'it unpacks to far more than its size explains' : null;
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== ZSTD) return zip.openReadStreamPromise(entry);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const { compressedSize, uncompressedSize } = entry;
  // The library's promise form of this call is broken (yauzl 3.4.0 calls another method).
  const raw = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStreamLowLevel(
      fileDataStart,
      compressedSize,
      0,
      compressedSize,
      false,
      uncompressedSize,
      (error, stream) => (error === null ? resolve(stream) : reject(error)),
    );
  });
  const unpacked = createZstdDecompress();
  // A broken entry ends the stream that is read, with its error.
  pipeline(raw, unpacked, () => undefined);
  return unpacked;
}
