import { z } from 'zod';
import type { ProjectContext } from '../../context.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { countToScan, createScanWriter, toScan, type PrivacyScope } from '../../store/private-scans.ts';
import { readTexts, textSize, type StoredTexts } from '../../store/private-texts.ts';
import { usesOf } from '../../store/private-values.ts';
import { createScanner, type Scanner } from './scanner.ts';
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

/** Looks through what of a scope needs it, in batches. */
export async function scanScope(project: ProjectContext, run: ScanRun): Promise<Counts> {
  const { io, again, filter, sourceId, state = { after: 0, scanned: 0, raised: 0, cleared: 0 } } = run;
  const scope = { filter, sourceId };
  const total = state.scanned + countToScan(project.db, scope, again);
  if (total === 0) return state;
  const scanner = createScanner(total);
  try {
    for (;;) {
      const ids = toScan(project.db, scope, again, state.after, BATCH_SAMPLES);
      if (ids.length === 0) return state;
      for (const texts of inSizes(readTexts(project.db, ids))) await scanBatch(project, texts, scanner, { io, state });
      state.after = ids.at(-1) ?? state.after;
      io.report({ stage: 'personal data', done: state.scanned, total });
      await io.breathe();
    }
  } finally {
    await scanner.close();
  }
}

async function scanBatch(
  project: ProjectContext,
  texts: readonly StoredTexts[],
  scanner: Scanner,
  { io, state }: { readonly io: JobIo; readonly state: Counts },
): Promise<void> {
  const found = await scanner.scan(texts, io.signal);
  project.write([], () => {
    const write = createScanWriter(project.db);
    for (const [at, one] of texts.entries()) {
      const scanned = found[at];
      // Somebody may have changed it while it was looked through: then it stays to be looked through.
      if (scanned === undefined || !isSame(project, one)) continue;
      const own = new Set(usesOf(project.db, one.id).map(({ token }) => token));
      const counts = write(toScanned(one, scanned, own));
      state.raised += counts.raised;
      state.cleared += counts.cleared;
    }
    state.scanned += texts.length;
    state.after = texts.at(-1)?.id ?? state.after;
    io.saveCheckpoint({ ...state });
  });
}

/** @returns whether a sample still has these texts */
export function isSame(project: ProjectContext, texts: StoredTexts): boolean {
  const [now] = readTexts(project.db, [texts.id]);
  return now !== undefined && JSON.stringify(now) === JSON.stringify(texts);
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
