import type { JsonValue } from '../../../shared/model/json.ts';
import type { ProjectContext } from '../context.ts';

export type JobProgress = {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly failed?: number;
};

export type JobIo = {
  readonly jobId: number;
  /** What the last committed batch left; null at the first start. */
  readonly checkpoint: JsonValue | null;
  readonly signal: AbortSignal;
  /** Counts only; merged and sent at most every 100 ms. */
  readonly report: (progress: JobProgress) => void;
  /** Call inside the transaction of the batch it belongs to, so that a crash repeats nothing. */
  readonly saveCheckpoint: (checkpoint: JsonValue) => void;
  /** Lets interactive commands slip in between batches; throws when cancelled. */
  readonly breathe: () => Promise<void>;
};

/** A kind of long work. `run` works in batches, each one transaction that also stores the checkpoint. */
export type JobKind = {
  readonly kind: string;
  readonly resumable: boolean;
  /** It writes only outside of the project, so it may run in one that is read-only. */
  readonly writesOutside?: boolean;
  readonly run: (project: ProjectContext, params: JsonValue, io: JobIo) => Promise<JsonValue>;
  /** Takes back what a cancelled, failed or discarded job left behind. Must be repeatable. */
  readonly rollback?: (project: ProjectContext, params: JsonValue, checkpoint: JsonValue | null) => Promise<void>;
};
