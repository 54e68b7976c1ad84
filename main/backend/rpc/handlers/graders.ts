import { JobId, SampleId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { starters } from '../../graders/starters.ts';
import { checkFiles, createGrader, graderDetails, previewScore, saveVersion } from '../../services/grading.ts';
import { histogram } from '../../services/scoring/histogram.ts';
import { responseFormat } from '../../services/scoring/inputs.ts';
import { fieldValues } from '../../services/field-values.ts';
import { listFields, missingField } from '../../store/fields.ts';
import { archiveGrader, getGrader, listGraders, putDraft, renameGrader } from '../../store/graders.ts';
import { countScores, partStats, reasonCounts } from '../../store/score-stats.ts';
import { getRun, isStale, latestRunId, listRuns, pageScores, scoresOfSample } from '../../store/scores.ts';
import type { Handlers } from '../types.ts';

/** Ids listed for a missing field; the count is of all. */
const MISSING_LISTED = 200;

export const graders: Handlers<'graders'> = {
  list: ({ project }) => listGraders(project.db),
  get: ({ project }, input) => graderDetails(project, input.graderId, input.version),
  templates: () => starters.map((starter) => ({ ...starter, files: { ...starter.files } })),
  create: ({ project }, input) => ({ graderId: createGrader(project, input.name, input.files) }),
  rename({ project }, input) {
    project.act({ kind: 'grader.rename', label: `Rename grader to ${input.name}`, tables: ['grader'] }, () =>
      renameGrader(project.db, input.graderId, input.name),
    );
    return {};
  },
  archive({ app, project }, { graderId }) {
    const name = getGrader(project.db, graderId)?.name ?? '';
    project.act({ kind: 'grader.archive', label: `Archive grader ${name}`, tables: ['grader'] }, () =>
      archiveGrader(project.db, graderId, app.clock.now()),
    );
    return {};
  },
  saveDraft({ app, project }, input) {
    project.write([], () => putDraft(project.db, input.graderId, input.files, app.clock.now()));
    return {};
  },
  saveVersion: ({ project }, input) => saveVersion(project, input.graderId, input.files, input.note ?? null),
  check: ({ project, signal }, input) => checkFiles(project, input.files, signal),
  preview: ({ project, signal }, input) => previewScore(project, input, signal),
  fields: ({ project }) => listFields(project.db, responseFormat(project)),
  values: ({ project }, input) => fieldValues(project, input.sampleId, input.attemptId),
  trust({ app, project }, input) {
    app.appDb.trust(input.definitionHash, app.clock.now());
    project.announce(['grader'], null);
    return {};
  },
  missing({ project }, { path }) {
    const { count, sampleIds } = missingField(project.db, path, MISSING_LISTED);
    return { count, sampleIds: sampleIds.map((id) => SampleId.parse(id)) };
  },
};

export const scores: Handlers<'scores'> = {
  run({ project }, input) {
    const grader = getGrader(project.db, input.graderId);
    if (grader === undefined) throw new AppError('not_found', 'This grader is gone.');
    const subject = `${grader.name} v${input.version}`;
    return { jobId: JobId.parse(project.jobs.start('scores.run', subject, { ...input })) };
  },
  runs: ({ project }, input) => listRuns(project.db, input.graderId),
  histogram: ({ project }, input) => histogram(project, input.runId, input.part),
  parts: ({ project }, input) => partStats(project.db, input.runId),
  forSample({ project }, input) {
    const runId = input.runId ?? latestRunId(project.db);
    const run = runId === null ? undefined : getRun(project.db, runId);
    if (run === undefined) return { run: null, scores: [], stale: false };
    return {
      run,
      scores: scoresOfSample(project.db, run.id, input.sampleId),
      stale: isStale(project.db, run.id, input.sampleId),
    };
  },
  list: ({ project }, input) => ({
    total: countScores(project.db, input.runId),
    rows: pageScores(project.db, input.runId, input.from, input.limit),
  }),
  reasons: ({ project }, input) =>
    reasonCounts(project.db, input.runId).map((row) => ({ ...row, term: `score@${input.runId}:${row.state}` })),
};
