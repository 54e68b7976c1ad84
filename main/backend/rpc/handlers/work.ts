import { ActionId, JobId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import { describeCluster, listClusters, overviewOf } from '../../services/duplicates/listing.ts';
import { resolveClusters } from '../../services/duplicates/resolving.ts';
import { redo, undo } from '../../services/history.ts';
import { similarRows } from '../../services/similarity/similar-rows.ts';
import { saveReviewDraft, submitReview } from '../../services/reviewing.ts';
import { listActions, nextRedo, nextUndo } from '../../store/actions.ts';
import { countQueue, pageQueue } from '../../store/review-queue.ts';
import { listReviewers, listReviews } from '../../store/reviews.ts';
import { filterPart } from '../../store/targets.ts';
import type { Handlers } from '../types.ts';

export const jobs: Handlers<'jobs'> = {
  list: ({ project }) => [...project.jobs.list()],
  get: ({ project }, { jobId }) => project.jobs.get(jobId),
  cancel({ project }, { jobId }) {
    project.jobs.cancel(jobId);
    return {};
  },
  resume({ project }, { jobId }) {
    project.jobs.resume(jobId);
    return {};
  },
  async discard({ project }, { jobId }) {
    await project.jobs.discard(jobId);
    return {};
  },
  clear({ project }) {
    project.jobs.clear();
    return {};
  },
};

export const history: Handlers<'history'> = {
  list: ({ project }, input) => ({
    rows: listActions(project.db, input.before === null ? null : ActionId.parse(input.before), input.limit),
    canUndo: nextUndo(project.db) ?? null,
    canRedo: nextRedo(project.db) ?? null,
  }),
  undo: ({ project }) => ({ action: undo(project) }),
  redo: ({ project }) => ({ action: redo(project) }),
};

export const duplicates: Handlers<'duplicates'> = {
  overview: ({ project }, { setup }) => overviewOf(project, setup),
  clusters: ({ project }, input) => listClusters(project, input),
  cluster: ({ project }, input) => ({ cluster: describeCluster(project, input.setup, input.key, input.keeperId) }),
  resolve: ({ project }, input) => ({ changed: resolveClusters(project, input) }),
  scan: ({ project }, input) => ({
    jobId: JobId.parse(project.jobs.start('duplicates.scan', 'similar samples', Json.parse(input))),
  }),
  similar: ({ project }, input) => similarRows(project.db, input),
};

export const reviews: Handlers<'reviews'> = {
  queue({ project }, input) {
    const filter = input.filter === null ? null : filterPart(project.db, input.filter);
    return {
      ...countQueue(project.db, filter, input.reviewer),
      items: pageQueue(project.db, filter, input.reviewer, { from: input.from, limit: input.limit }),
    };
  },
  forSample: ({ project }, { sampleId }) => listReviews(project.db, sampleId),
  saveDraft: ({ project }, input) => ({ changed: saveReviewDraft(project, input) }),
  submit: ({ project }, input) => ({ reviewId: submitReview(project, input) }),
  reviewers: ({ project }) => listReviewers(project.db),
};
