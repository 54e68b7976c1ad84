import { JobId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import { readCoverage, readMap } from '../../services/similarity/mapping.ts';
import type { Handlers } from '../types.ts';

export const map: Handlers<'map'> = {
  get: ({ project }, { scope, colour }) => readMap(project, scope, colour),
  coverage: ({ project }, { scope }) => readCoverage(project, scope),
  make: ({ project }, input) => ({
    jobId: JobId.parse(project.jobs.start('map.make', 'map of samples', Json.parse(input))),
  }),
};
