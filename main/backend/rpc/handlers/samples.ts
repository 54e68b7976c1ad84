import { AppError } from '../../../../shared/rpc/errors.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { createSample, duplicateSample, editSample, pasteSamples } from '../../services/editing.ts';
import { setNeedWork } from '../../store/need-work.ts';
import { sampleRows } from '../../store/sample-rows.ts';
import { getAttempt, getDecision, getSampleBody, listAttempts, listFlags } from '../../store/samples.ts';
import { nameTarget } from '../name-target.ts';
import type { Handlers } from '../types.ts';

/** Longer raw text is cut for display; the project keeps it whole. */
const RAW_CHARS = 500_000;

export const samples: Handlers<'samples'> = {
  get({ project }, { sampleId }) {
    const body = getSampleBody(project.db, sampleId);
    const [row] = sampleRows(project.db, [sampleId]);
    if (body === undefined || row === undefined)
      throw new AppError('not_found', `There is no sample ${sampleRef(sampleId)} in this project.`);
    const decision = getDecision(project.db, sampleId);
    return {
      row,
      prompt: body.prompt,
      tools: body.tools,
      reference: body.reference,
      extras: body.extras,
      sourceRef: body.sourceRef,
      taskKey: body.taskKey,
      attempts: listAttempts(project.db, sampleId),
      flags: listFlags(project.db, sampleId),
      decisionReason: decision.reason,
      decisionNote: decision.note,
    };
  },
  attempt({ project }, { attemptId }) {
    const attempt = getAttempt(project.db, attemptId);
    if (attempt === undefined) throw new AppError('not_found', `There is no attempt ${attemptId} in this project.`);
    return attempt;
  },
  raw({ project }, { sampleId, attemptId }) {
    const value = attemptId === null ? getSampleBody(project.db, sampleId) : getAttempt(project.db, attemptId);
    const isOther = value !== undefined && 'summary' in value && value.sampleId !== sampleId;
    if (value === undefined || isOther)
      throw new AppError(
        'not_found',
        attemptId === null
          ? `There is no sample ${sampleRef(sampleId)} in this project.`
          : `${sampleRef(sampleId)} has no attempt ${attemptId}.`,
      );
    const text = JSON.stringify(value, null, 2);
    return { text: text.slice(0, RAW_CHARS), truncated: text.length > RAW_CHARS };
  },
  create: ({ project }, draft) => ({ sampleId: createSample(project, draft) }),
  paste: ({ project }, { text }) => pasteSamples(project, text),
  duplicate: ({ project }, { sampleId }) => ({ sampleId: duplicateSample(project, sampleId) }),
  update: ({ project }, { sampleId, change }) => ({ changed: editSample(project, sampleId, definedOf(change)) }),
  needWork({ app, project }, input) {
    const { value } = project.act(
      (changed: number) => ({
        kind: 'sample.needWork',
        label: `Needs work on ${nameTarget(input.target, changed)}`,
        tables: ['decision', 'flag'],
      }),
      () => setNeedWork(project.db, input, { reviewer: project.actor(), now: app.clock.now() }),
    );
    return { changed: value };
  },
};

/** Drops members that zod gives as undefined, so that an absent field leaves the sample as it is. */
function definedOf<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Members that are undefined are filtered out, which is what the type says.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
