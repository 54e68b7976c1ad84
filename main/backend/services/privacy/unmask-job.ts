import { z } from 'zod';
import { PrivateKind } from '../../../../shared/model/privacy.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { unmaskSpots } from '../../privacy/mask-texts.ts';
import { openTexts } from '../../privacy/texts.ts';
import { kindOfToken } from '../../privacy/tokens.ts';
import { createScanWriter } from '../../store/private-scans.ts';
import { readTexts, writeTexts, type StoredTexts } from '../../store/private-texts.ts';
import { maskedSamples, replaceUses, usesOf, valueOfToken } from '../../store/private-values.ts';
import { scanBatch } from '../checking.ts';
import { beginLongAction, endLongAction, revertLongAction, stepOf } from './long-action.ts';
import { addCounts, sumOf } from './mask-job.ts';
import { readUses, writeUses, type MaskCounts } from './mask-sample.ts';
import { BATCH_SAMPLES, inSizes, createSameCheck } from './scan-job.ts';
import { createScanner } from './scanner.ts';
import { prepareTexts, toScanned, withoutDerivedTitle } from './texts-of.ts';

const Params = z.object({ filter: z.string(), sourceId: z.int().nullable() });
const Checkpoint = z.object({
  actionId: z.int(),
  after: z.int(),
  samples: z.int(),
  unmasked: z.partialRecord(PrivateKind, z.int()),
});
type State = z.infer<typeof Checkpoint>;
const KIND = 'privacy.unmask';

/** Puts the originals back where tokens stand for them; one action of many transactions. */
export const privacyUnmaskJob: JobKind = {
  kind: KIND,
  resumable: true,
  async run(project, rawParams, io) {
    const scope = Params.parse(rawParams);
    const state = io.checkpoint === null ? begin(project, io) : Checkpoint.parse(io.checkpoint);
    const total = maskedSamples(project.db, scope, state.after, Number.MAX_SAFE_INTEGER).length;
    const scanner = createScanner(total);
    try {
      for (let done = 0; ;) {
        const ids = maskedSamples(project.db, scope, state.after, BATCH_SAMPLES);
        if (ids.length === 0) break;
        for (const stored of inSizes(readTexts(project.db, ids))) {
          const work = stored.map((before) => unmask(project, before));
          const found = await scanner.scan(
            work.map(({ texts }) => texts),
            io.signal,
          );
          stepOf(project, state.actionId, () => {
            const write = createScanWriter(project.db);
            const isAsRead = createSameCheck(project);
            for (const [at, { before, texts, use, counts }] of work.entries()) {
              const scanned = found[at];
              if (scanned === undefined || !isAsRead(before)) continue;
              writeTexts(project.db, before, texts, prepareTexts(texts));
              replaceUses(project.db, before.id, writeUses(use));
              scanBatch(project.db, [before.id]);
              write(toScanned(texts, scanned, new Set(use.keys())));
              state.samples += 1;
              addCounts(state.unmasked, counts);
            }
            state.after = stored.at(-1)?.id ?? state.after;
            io.saveCheckpoint({ ...state });
          });
        }
        state.after = ids.at(-1) ?? state.after;
        done += ids.length;
        io.report({ stage: 'unmask', done, total });
        await io.breathe();
      }
    } finally {
      await scanner.close();
    }
    const label = `Unmask ${count(sumOf(state.unmasked), 'finding')} in ${count(state.samples, 'sample')}`;
    const actionId = endLongAction(project, state.actionId, KIND, label);
    return { samples: state.samples, unmasked: state.unmasked, actionId };
  },
  async rollback(project, _params, checkpoint) {
    if (checkpoint !== null) revertLongAction(project, Checkpoint.parse(checkpoint).actionId);
    await Promise.resolve();
  },
};

function begin(project: ProjectContext, io: JobIo): State {
  const state: State = {
    actionId: beginLongAction(project, KIND, 'Unmask personal data'),
    after: 0,
    samples: 0,
    unmasked: {},
  };
  project.write([], () => io.saveCheckpoint({ ...state }));
  return state;
}

function unmask(project: ProjectContext, before: StoredTexts) {
  const use = readUses(usesOf(project.db, before.id));
  const own = withoutDerivedTitle(before);
  const opened = openTexts(own);
  const done = unmaskSpots(opened.spots, use, (token) => valueOfToken(project.db, token)?.value);
  const counts: MaskCounts = {};
  for (const [token, n] of done) {
    const kind = kindOfToken(token);
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + n;
    use.delete(token);
  }
  return { before, texts: { ...own, ...opened.close() }, use, counts };
}
