import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';
import type { TokenUse } from '../../privacy/mask-texts.ts';
import type { ScannedTexts } from '../../privacy/scan-texts.ts';
import type { SampleTexts } from '../../engine/sample-texts.ts';
import { createScanWriter } from '../../store/private-scans.ts';
import { readTexts, writeTexts, type StoredTexts } from '../../store/private-texts.ts';
import { replaceUses } from '../../store/private-values.ts';
import { scanBatch } from '../checking.ts';
import { stepOf } from './long-action.ts';
import { writeUses } from './mask-sample.ts';
import { BATCH_SAMPLES, createSameCheck, inSizes } from './scan-job.ts';
import { prepareTexts, toScanned } from './texts-of.ts';

/** Where a job that rewrites samples stands: the action it writes, the last sample done, the samples changed. */
export type RewriteState = { readonly actionId: number; after: number; samples: number };

export type Rewriting<S extends RewriteState> = {
  readonly project: ProjectContext;
  readonly io: JobIo;
  readonly state: S;
  readonly stage: string;
  readonly total: number;
  /** @returns ids above `after` that are to be rewritten, in order */
  readonly find: (after: number, limit: number) => readonly number[];
};

/** Goes through the samples of a rewriting job in batches whose texts stay small. */
export async function eachBatch<S extends RewriteState>(
  { project, io, state, stage, total, find }: Rewriting<S>,
  rewrite: (stored: readonly StoredTexts[]) => Promise<void>,
): Promise<void> {
  for (let done = 0; ;) {
    const ids = find(state.after, BATCH_SAMPLES);
    if (ids.length === 0) return;
    for (const stored of inSizes(readTexts(project.db, ids))) await rewrite(stored);
    state.after = ids.at(-1) ?? state.after;
    done += ids.length;
    io.report({ stage, done, total });
    await io.breathe();
  }
}

export type Rewritten = {
  readonly before: StoredTexts;
  readonly texts: SampleTexts & { readonly id: number };
  readonly use: ReadonlyMap<string, TokenUse>;
  /** What the new texts hold; undefined leaves the sample as it is. */
  readonly scanned: ScannedTexts | undefined;
  /** Told when it was written. */
  readonly onWritten: () => void;
};

/**
 * Writes a batch of rewritten samples in one transaction of the job's action, with all that follows from texts: hashes,
 * search, flags and findings. A sample that somebody changed meanwhile stays, and is to be looked through again.
 *
 * @param also written in the same transaction, before the samples
 */
export function writeBatch<S extends RewriteState>(
  { project, io, state }: Pick<Rewriting<S>, 'project' | 'io' | 'state'>,
  batch: readonly Rewritten[],
  also: () => void = () => undefined,
): void {
  stepOf(project, state.actionId, () => {
    also();
    const writeScan = createScanWriter(project.db);
    const isAsRead = createSameCheck(project);
    const changed: number[] = [];
    for (const { before, texts, use, scanned, onWritten } of batch) {
      if (scanned === undefined || !isAsRead(before)) continue;
      writeTexts(project.db, before, texts, prepareTexts(texts));
      replaceUses(project.db, before.id, writeUses(use));
      writeScan(toScanned(texts, scanned, new Set(use.keys())));
      changed.push(before.id);
      onWritten();
    }
    scanBatch(project.db, changed);
    state.samples += changed.length;
    state.after = batch.at(-1)?.before.id ?? state.after;
    io.saveCheckpoint({ ...state });
  });
}
