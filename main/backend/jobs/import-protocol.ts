import type { FileOptions } from '../../../shared/contract/sources.ts';
import type { Per } from '../../../shared/model/sample.ts';
import type { LossReport } from '../../../shared/model/source.ts';
import type { UntoldSample } from '../store/prepared.ts';

/** What the parsing thread is given. Paths were registered by a host. */
export type ImportTask = {
  readonly path: string;
  readonly name: string;
  readonly format: string;
  readonly per: Per;
  readonly options: FileOptions;
  /** Records already committed by an earlier run. */
  readonly skipRecords: number;
  /** The most tokens a prompt with its tools may have before it is flagged. */
  readonly promptTokens: number;
};

export type PreparedIssue = {
  readonly line: number | null;
  readonly offset: number | null;
  readonly code: string;
  readonly message: string;
  readonly raw: string | null;
  readonly rejected: boolean;
  /** Number of the record. */
  readonly index: number | null;
};

/** Whole records only: a batch ends where a record ends, so its counts and checkpoint agree. The writer joins several. */
export type ImportBatch = {
  readonly samples: readonly UntoldSample[];
  readonly issues: readonly PreparedIssue[];
  readonly seen: number;
  readonly kept: number;
  /** Characters of its texts. */
  readonly chars: number;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
};

export type WorkerMessage =
  | { readonly t: 'identified'; readonly sourceUid: string; readonly sha256: string; readonly bytes: number }
  | { readonly t: 'batch'; readonly batch: ImportBatch }
  | { readonly t: 'done'; readonly loss: LossReport }
  | { readonly t: 'failed'; readonly code: string; readonly message: string };

/**
 * What the main thread says: the next file; once it is identified, whether to read it; and one credit for each batch, so that
 * at most a few are in memory. Each file ends with `done`, `failed` or `skip`.
 */
export type WorkerOrder =
  | { readonly t: 'task'; readonly task: ImportTask }
  | { readonly t: 'go' }
  | { readonly t: 'skip' }
  | { readonly t: 'credit' };

/** Batches that may be on their way at once. */
export const BATCHES_AHEAD = 6;
/** Few, so that the texts of a batch are sent before the thread's garbage collector has to carry them over. */
export const BATCH_RECORDS = 200;
/** A batch also ends once its texts reach this many characters, so that huge records do not pile up. */
export const BATCH_CHARS = 1_000_000;
