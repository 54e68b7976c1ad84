import { z } from 'zod';
import { PrivateKind } from '../../../../shared/model/privacy.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { unmaskSpots } from '../../privacy/mask-texts.ts';
import { openTexts } from '../../privacy/texts.ts';
import { kindOfToken } from '../../privacy/tokens.ts';
import type { StoredTexts } from '../../store/private-texts.ts';
import { maskedSamples, usesOf, valueOfToken } from '../../store/private-values.ts';
import { beginLongAction, endLongAction, revertLongAction } from './long-action.ts';
import { addCounts, sumOf } from './mask-job.ts';
import { readUses, type MaskCounts } from './mask-sample.ts';
import { eachBatch, writeBatch } from './rewriting.ts';
import { createScanner } from './scanner.ts';
import { withoutDerivedTitle } from './texts-of.ts';

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
    const find = (after: number, limit: number): number[] => maskedSamples(project.db, scope, after, limit);
    try {
      await eachBatch({ project, io, state, stage: 'unmask', total, find }, async (stored) => {
        const work = stored.map((before) => unmask(project, before));
        const found = await scanner.scan(
          work.map(({ texts }) => texts),
          io.signal,
        );
        const batch = work.map(({ counts, ...one }, at) => ({
          ...one,
          scanned: found[at],
          onWritten: () => addCounts(state.unmasked, counts),
        }));
        writeBatch({ project, io, state }, batch);
      });
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
