import { JobId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import { acceptPairs, dropLeak, fixLeaks, moveLeak, reopenPairs } from '../../services/splitting/decide-leaks.ts';
import { listLeaks, summariseLeaks } from '../../services/splitting/leaks.ts';
import {
  applySplit,
  clearSplit,
  getSplit,
  lockSplits,
  moveSamples,
  previewSplit,
  splitOptions,
} from '../../services/splitting/splitting.ts';
import type { Handlers } from '../types.ts';

export const splits: Handlers<'splits'> = {
  get: ({ project }) => getSplit(project),
  options: ({ project }) => splitOptions(project),
  preview: ({ project }, { rules }) => previewSplit(project, rules),
  apply: ({ project }, { rules }) => applySplit(project, rules),
  lock: ({ project }, input) => ({ changed: lockSplits(project, input.splits, true) }),
  unlock: ({ project }, input) => ({ changed: lockSplits(project, input.splits, false) }),
  move: ({ project }, { target, split }) => moveSamples(project, target, split),
  clear: ({ project }, { evenLocked }) => ({ changed: clearSplit(project, evenLocked) }),
};

export const leaks: Handlers<'leaks'> = {
  check: ({ project }, input) => ({
    jobId: JobId.parse(project.jobs.start('leaks.check', 'leaks', Json.parse(input))),
  }),
  summary: ({ project }) => summariseLeaks(project),
  pairs: ({ project }, input) => listLeaks(project, input),
  decide({ project }, input) {
    switch (input.action) {
      case 'move':
        return { changed: moveLeak(project, input.sampleId, input.to) };
      case 'drop':
        return { changed: dropLeak(project, input.sampleId, input.key) };
      case 'accept':
        return { changed: acceptPairs(project, input.keys, input.reason) };
      case 'reopen':
        return { changed: reopenPairs(project, input.keys) };
    }
  },
  fixAll: ({ project }) => fixLeaks(project),
};
