import { z } from 'zod';
import type { ProjectContext } from '../../context.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import type { ScannedTexts } from '../../privacy/scan-texts.ts';
import { countToScan, createScanWriter, toScan, type PrivacyScope } from '../../store/private-scans.ts';
import { areSameTexts, createTextReader, readTexts, textSize, type StoredTexts } from '../../store/private-texts.ts';
import { createUseReader } from '../../store/private-values.ts';
import { createScanner } from './scanner.ts';
import { toScanned } from './texts-of.ts';

const Params = z.object({ filter: z.string(), sourceId: z.int().nullable(), again: z.boolean() });
const Checkpoint = z.object({ after: z.int(), scanned: z.int(), raised: z.int(), cleared: z.int() });
type Counts = z.infer<typeof Checkpoint>;

/** A batch ends with either, so that neither memory nor the window suffers. */
export const BATCH_SAMPLES = 200;
export const BATCH_CHARS = 4_000_000;

/** Looks for personal data in samples that were not looked through as they are now, and flags what it finds. */
export const privacyScanJob: JobKind = {
  kind: 'privacy.scan',
  resumable: true,
  async run(project, rawParams, io) {
    const params = Params.parse(rawParams);
    const state =
      io.checkpoint === null ? { after: 0, scanned: 0, raised: 0, cleared: 0 } : Checkpoint.parse(io.checkpoint);
    const counts = await scanScope(project, { ...params, io, state });
    project.announce(['flag', 'privacy'], null);
    return { scanned: counts.scanned, raised: counts.raised, cleared: counts.cleared };
  },
};

type ScanRun = PrivacyScope & { readonly again: boolean; readonly io: JobIo; readonly state?: Counts };

/** Looks through what of a scope needs it, in batches: the next is looked through while one is written. */
export async function scanScope(project: ProjectContext, run: ScanRun): Promise<Counts> {
  const { io, again, filter, sourceId, state = { after: 0, scanned: 0, raised: 0, cleared: 0 } } = run;
  const scope = { filter, sourceId };
  const total = state.scanned + countToScan(project.db, scope, again);
  if (total === 0) return state;
  const scanner = createScanner(total);
  const batches = batchesOf(project, (after) => toScan(project.db, scope, again, after, BATCH_SAMPLES), state.after);
  const begin = (): Batch | undefined => {
    const { value: texts } = batches.next();
    if (texts === undefined) return undefined;
    const found = scanner.scan(texts, io.signal);
    // It may fail while the one before is written; it is told where it is waited for.
    found.catch(() => undefined);
    return { texts, found };
  };
  try {
    let now = begin();
    while (now !== undefined) {
      const next = begin();
      writeBatch(project, now.texts, await now.found, { io, state });
      io.report({ stage: 'personal data', done: state.scanned, total });
      await io.breathe();
      now = next;
    }
    return state;
  } finally {
    await scanner.close();
  }
}

type Batch = { readonly texts: readonly StoredTexts[]; readonly found: Promise<readonly ScannedTexts[]> };

function* batchesOf(
  project: ProjectContext,
  idsAfter: (after: number) => readonly number[],
  from: number,
): Generator<readonly StoredTexts[], undefined, undefined> {
  for (let after = from; ;) {
    const ids = idsAfter(after);
    if (ids.length === 0) return;
    yield* inSizes(readTexts(project.db, ids));
    after = ids.at(-1) ?? after;
  }
}

function writeBatch(
  project: ProjectContext,
  texts: readonly StoredTexts[],
  found: readonly ScannedTexts[],
  { io, state }: { readonly io: JobIo; readonly state: Counts },
): void {
  project.write([], () => {
    const write = createScanWriter(project.db);
    const isAsRead = createSameCheck(project);
    const usesIn = createUseReader(project.db);
    for (const [at, one] of texts.entries()) {
      const scanned = found[at];
      // Somebody may have changed it while it was looked through: then it stays to be looked through.
      if (scanned === undefined || !isAsRead(one)) continue;
      const counts = write(toScanned(one, scanned, new Set(usesIn(one.id).map(({ token }) => token))));
      state.raised += counts.raised;
      state.cleared += counts.cleared;
    }
    state.scanned += texts.length;
    state.after = texts.at(-1)?.id ?? state.after;
    io.saveCheckpoint({ ...state });
  });
}

/** @returns whether a sample still has the texts that were read */
export function createSameCheck(project: ProjectContext): (texts: StoredTexts) => boolean {
  const read = createTextReader(project.db);
  return (texts) => {
    const now = read(texts.id);
    return now !== undefined && areSameTexts(now, texts);
  };
}

/** Splits samples so that the texts of a batch stay small. */
export function* inSizes(texts: readonly StoredTexts[]): Generator<readonly StoredTexts[], void, undefined> {
  let batch: StoredTexts[] = [];
  let size = 0;
  for (const one of texts) {
    batch.push(one);
    size += textSize(one);
    if (size < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
