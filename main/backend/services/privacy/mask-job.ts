import { z } from 'zod';
import { PrivacyPolicy, PrivateKind } from '../../../../shared/model/privacy.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { countFindings, dismissedIn, openSamples } from '../../store/private-scans.ts';
import type { StoredTexts } from '../../store/private-texts.ts';
import { insertValues, usesOf } from '../../store/private-values.ts';
import { createAllocator, type Allocator } from './allocator.ts';
import { beginLongAction, endLongAction, revertLongAction } from './long-action.ts';
import { maskOnce, readUses, type MaskCounts, type Masking } from './mask-sample.ts';
import { policyOf } from './policy.ts';
import { eachBatch, writeBatch } from './rewriting.ts';
import { scanScope } from './scan-job.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { withoutDerivedTitle } from './texts-of.ts';

const Params = z.object({ filter: z.string(), sourceId: z.int().nullable(), policy: PrivacyPolicy.nullable() });
const Counts = z.partialRecord(PrivateKind, z.int());
const Checkpoint = z.object({
  actionId: z.int(),
  after: z.int(),
  samples: z.int(),
  masked: Counts,
  dropped: Counts,
});
type State = z.infer<typeof Checkpoint>;

/** What a replacement uncovers is found by looking again; more rounds than this would be a detector at odds with itself. */
const ROUNDS = 4;
const KIND = 'privacy.mask';

/** Masks and drops open findings; one action of many transactions. */
export const privacyMaskJob: JobKind = {
  kind: KIND,
  resumable: true,
  async run(project, rawParams, io) {
    const { policy: given, ...scope } = Params.parse(rawParams);
    const policy = given ?? policyOf(project);
    if (io.checkpoint === null)
      await scanScope(project, { ...scope, again: false, io: { ...io, saveCheckpoint: () => undefined } });
    const state = io.checkpoint === null ? begin(project, io) : Checkpoint.parse(io.checkpoint);
    const total = openSamples(project.db, scope, state.after, Number.MAX_SAFE_INTEGER).length;
    const scanner = createScanner(total);
    const run: Run = { project, io, state, scanner, policy, allocator: createAllocator(project.db) };
    const find = (after: number, limit: number): number[] => openSamples(project.db, scope, after, limit);
    try {
      await eachBatch({ project, io, state, stage: 'mask', total, find }, (stored) => maskBatch(run, stored));
    } finally {
      await scanner.close();
    }
    const actionId = endLongAction(project, state.actionId, KIND, labelOf(state));
    return {
      samples: state.samples,
      masked: state.masked,
      dropped: state.dropped,
      kept: keptIn(project, scope),
      actionId,
    };
  },
  async rollback(project, _params, checkpoint) {
    if (checkpoint !== null) revertLongAction(project, Checkpoint.parse(checkpoint).actionId);
    await Promise.resolve();
  },
};

type Run = {
  readonly project: ProjectContext;
  readonly io: JobIo;
  readonly state: State;
  readonly scanner: Scanner;
  readonly policy: PrivacyPolicy;
  readonly allocator: Allocator;
};

function begin(project: ProjectContext, io: JobIo): State {
  const actionId = beginLongAction(project, KIND, 'Mask personal data');
  const state: State = { actionId, after: 0, samples: 0, masked: {}, dropped: {} };
  project.write([], () => io.saveCheckpoint({ ...state }));
  return state;
}

async function maskBatch(run: Run, stored: readonly StoredTexts[]): Promise<void> {
  const { project, io, state, scanner, policy, allocator } = run;
  const work = stored.map((before) => ({ before, ...maskingOf(project, before) }));
  let found = await scanner.scan(
    work.map(({ masking }) => masking.texts),
    io.signal,
    true,
  );
  let again = work.map((_, at) => at);
  for (let round = 0; round < ROUNDS && again.length > 0; round += 1) {
    again = again.filter((at) => {
      const [one, scanned] = [work[at], found[at]];
      return (
        one !== undefined &&
        scanned !== undefined &&
        maskOnce(one.masking, scanned, { policy, allocator, dismissed: one.dismissed, isFirst: round === 0 })
      );
    });
    const looked = await scanner.scan(
      again.flatMap((at) => work[at]?.masking.texts ?? []),
      io.signal,
      true,
    );
    found = found.map((before, at) => looked[again.indexOf(at)] ?? before);
  }
  const batch = work.map(({ before, masking }, at) => ({
    before,
    texts: masking.texts,
    use: masking.use,
    scanned: masking.done.length === 0 ? undefined : found[at],
    onWritten: () => {
      addCounts(state.masked, masking.masked);
      addCounts(state.dropped, masking.dropped);
    },
  }));
  writeBatch(run, batch, () => insertValues(project.db, allocator.take()));
}

function maskingOf(project: ProjectContext, stored: StoredTexts) {
  const masking: Masking<ReturnType<typeof withoutDerivedTitle>> = {
    texts: withoutDerivedTitle(stored),
    use: readUses(usesOf(project.db, stored.id)),
    masked: {},
    dropped: {},
    done: [],
  };
  return { masking, dismissed: dismissedIn(project.db, stored.id) };
}

export function addCounts(into: MaskCounts, more: MaskCounts): void {
  for (const kind of PrivateKind.options) {
    const n = more[kind];
    if (n !== undefined) into[kind] = (into[kind] ?? 0) + n;
  }
}

export function sumOf(counts: MaskCounts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

function keptIn(project: ProjectContext, scope: { filter: string; sourceId: number | null }): MaskCounts {
  const kept: MaskCounts = {};
  for (const { kind, state, n } of countFindings(project.db, scope))
    if (state === 'open') kept[kind] = (kept[kind] ?? 0) + n;
  return kept;
}

function labelOf({ masked, dropped, samples }: State): string {
  const [m, d] = [sumOf(masked), sumOf(dropped)];
  const what =
    d === 0
      ? `Mask ${count(m, 'finding')}`
      : m === 0
        ? `Drop ${count(d, 'finding')}`
        : `Mask ${m} and drop ${count(d, 'finding')}`;
  return `${what} in ${count(samples, 'sample')}`;
}
