import type { SampleTarget } from '../../../../shared/contract/target.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson, promptKey } from '../../engine/canonical.ts';
import { contentHash } from '../../engine/hash.ts';
import { inferTools, pairByOrder } from '../../engine/mend.ts';
import type { PreparedAttempt, PreparedSample } from '../../store/prepared.ts';
import { updateSample } from '../../store/sample-edits.ts';
import { refreshSamples } from '../../store/search-index.ts';
import { createStagedReader } from '../../store/staged.ts';
import { targetIds } from '../../store/targets.ts';
import { createAttemptMerger } from '../../store/upsert-attempts.ts';
import { createSettler } from '../../store/upsert-merge.ts';
import { scanBatch } from '../checking.ts';
import { prepareAttempt } from './prepare.ts';

export type MendAction = 'pair_by_order' | 'infer_tools';

const LABELS = {
  pair_by_order: 'Pair tool results by order in',
  infer_tools: 'Add called tools to',
} as const satisfies Record<MendAction, string>;

/**
 * Mends samples that were kept as they stood: results that name no call, tools that are called but not offered. Samples
 * without such a thing stay as they are.
 *
 * @returns how many samples changed
 */
export function mendSamples(project: ProjectContext, target: SampleTarget, action: MendAction): number {
  const { db } = project;
  const { value } = project.act(
    (changed) => ({
      kind: 'sample.mend',
      label: `${LABELS[action]} ${count(changed, 'sample')}`,
      tables: ['sample', 'attempt', 'flag', 'score'],
    }),
    () => {
      const read = createStagedReader(db, (uid) => uid);
      const mend = action === 'pair_by_order' ? createPairer(project) : createInferrer(project);
      const changed = targetIds(db, target).filter((id) => {
        const sample = read(id);
        return sample !== undefined && mend(id, sample);
      });
      refreshSamples(db, changed);
      scanBatch(db, changed);
      return changed.length;
    },
  );
  return value;
}

type Mender = (id: number, sample: PreparedSample) => boolean;

function createPairer({ db }: ProjectContext): Mender {
  const merge = createAttemptMerger(db);
  const settle = createSettler(db);
  return (id, sample) => {
    const attempts = sample.attempts.map((attempt) => paired(attempt, sample.promptHash));
    if (attempts.every((attempt, at) => attempt === sample.attempts[at])) return false;
    settle(id, { isChanged: false, attempts: merge(id, attempts, { whole: true }) });
    return true;
  };
}

function paired(attempt: PreparedAttempt, promptHash: string): PreparedAttempt {
  // Bodies and extras are written by importing from these very types.
  const { messages, paired: pairs } = pairByOrder(JSON.parse(attempt.bodyJson) as Message[]);
  if (pairs === 0) return attempt;
  const { model, outcome, reward, latencyMs, tokens, startedAt, extrasJson } = attempt;
  const facts = { model, outcome, reward, latencyMs, tokens, startedAt, extras: null };
  return { ...prepareAttempt({ messages, ...facts }, attempt.uid, promptHash), extrasJson };
}

function createInferrer({ db }: ProjectContext): Mender {
  return (id, sample) => {
    // As above.
    const prompt = JSON.parse(sample.promptJson) as Message[];
    const bodies = sample.attempts.map((attempt) => JSON.parse(attempt.bodyJson) as Message[]);
    const { tools, added } = inferTools(JSON.parse(sample.toolsJson) as ToolDef[], [prompt, ...bodies]);
    if (added === 0) return false;
    const promptHash = contentHash(promptKey(prompt, tools, canonicalJson(tools)));
    const { referenceJson } = sample;
    updateSample(db, id, {
      ...sample,
      toolsJson: JSON.stringify(tools),
      toolsOffered: tools.length,
      promptHash,
      contentHash: referenceJson === '{}' ? promptHash : contentHash(`${promptHash}\n${referenceJson}`),
    });
    return true;
  };
}
