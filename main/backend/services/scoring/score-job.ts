import { z } from 'zod';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { ScorePart } from '../../../../shared/model/score.ts';
import { AppError, invariant } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { ENGINE_VERSION } from '../../graders/compile.ts';
import type { CompiledGrader } from '../../graders/types.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { versionFiles } from '../../store/graders.ts';
import {
  createScoreWriter,
  deleteRun,
  finishRun,
  getRun,
  insertRun,
  scoredSamples,
  type ScoreWrite,
} from '../../store/scores.ts';
import { countAttempts, filterIds } from '../../store/targets.ts';
import { compileTrusted } from './compile.ts';
import { gradablesOf, responseFormat, type Gradable } from './inputs.ts';

const Params = z.object({
  graderId: z.int(),
  version: z.int(),
  filter: z.string(),
  withoutAttempts: z.enum(['reference', 'skip']),
});
const Checkpoint = z.object({ runId: z.int() });

/** Samples a batch holds: one transaction, and one round trip to the Python child. */
const BATCH_SAMPLES = 64;

/** Scores every attempt in scope. A crash loses at most the batch in flight; a resumed run repeats nothing. */
export const scoreJob: JobKind = {
  kind: 'scores.run',
  resumable: true,
  async run(project, rawParams, io) {
    const params = Params.parse(rawParams);
    const version = versionFiles(project.db, params.graderId, params.version);
    if (version === undefined) throw new AppError('not_found', `This grader has no version ${params.version}.`);
    const grader = await compileTrusted(project, version.files);
    const ids = filterIds(project.db, params.filter);
    const total = countAttempts(project.db, params.filter);
    const runId = io.checkpoint === null ? begin(project, params, total, io) : Checkpoint.parse(io.checkpoint).runId;
    const already = scoredSamples(project.db, runId);
    const open = ids.filter((id) => !already.has(id));
    const counts = { done: 0, failed: 0 };
    const format = responseFormat(project);
    for (let at = 0; at < open.length; at += BATCH_SAMPLES) {
      const gradables = open
        .slice(at, at + BATCH_SAMPLES)
        .flatMap((id) => gradablesOf(project, SampleId.parse(id), { ...params, responseFormat: format }));
      const scores = await gradeAll(grader, gradables, io.signal);
      project.write([], () => {
        const put = createScoreWriter(project.db, runId);
        for (const score of scores) put(score);
      });
      counts.done += scores.length;
      counts.failed += scores.filter((score) => score.part.state === 'errored').length;
      io.report({ stage: 'scores', done: counts.done, total, failed: counts.failed });
      await io.breathe();
    }
    project.write(['score', 'grader', 'sample'], () => finishRun(project.db, runId, project.app.clock.now()));
    const run = getRun(project.db, runId);
    invariant(run, 'a run that was just finished is there');
    return { run };
  },
  async rollback(project, _params, checkpoint) {
    if (checkpoint === null) return;
    project.write(['score'], () => deleteRun(project.db, Checkpoint.parse(checkpoint).runId));
    await Promise.resolve();
  },
};

function begin(project: ProjectContext, params: z.output<typeof Params>, total: number, io: JobIo): number {
  return project.write([], () => {
    const scope: JsonValue = { filter: params.filter, withoutAttempts: params.withoutAttempts };
    const runId = insertRun(project.db, {
      graderId: params.graderId,
      version: params.version,
      engineVersion: ENGINE_VERSION,
      scope,
      jobId: io.jobId,
      total,
      at: project.app.clock.now(),
    });
    io.saveCheckpoint({ runId });
    return runId;
  });
}

async function gradeAll(
  grader: CompiledGrader,
  gradables: readonly Gradable[],
  signal: AbortSignal,
): Promise<ScoreWrite[]> {
  const inputs = gradables.flatMap((one) => ('input' in one ? [one.input] : []));
  const parts = await grader.gradeMany(inputs, signal);
  let next = 0;
  return gradables.map((one) => {
    const part = 'input' in one ? parts[next++] : skipped(grader.type, one.skip);
    invariant(part, 'a grader answers every input');
    return {
      sampleId: one.sampleId,
      attemptId: one.attemptId,
      sampleRevision: one.revision,
      on: one.on,
      part: trim(part),
    };
  });
}

/** A score that was not made, with the reason. */
export function skipped(type: string, reason: string): ScorePart {
  return {
    key: '',
    type,
    state: 'skipped',
    value: null,
    platformValue: null,
    reason,
    detail: {},
    durationUs: null,
    parts: [],
  };
}

/** Rendered inputs are stored for the breakdown; longer ones are cut there, never in what was graded. */
const DETAIL_CHARS = 4_000;

function trim(part: ScorePart): ScorePart {
  const detail: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part.detail)) {
    const text = typeof value === 'string' ? value : null;
    detail[key] = text !== null && text.length > DETAIL_CHARS ? `${text.slice(0, DETAIL_CHARS)}…` : value;
  }
  return { ...part, detail, parts: part.parts.map(trim) };
}
