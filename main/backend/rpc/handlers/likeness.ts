import { JobId } from '../../../../shared/model/ids.ts';
import { compare, latest } from '../../services/likeness/comparing.ts';
import { driftOf } from '../../services/likeness/drift-of.ts';
import { keepProfile, setProduction } from '../../services/likeness/marking.ts';
import { includeProposed, propose } from '../../services/likeness/proposing.ts';
import { compileText } from '../../engine/query/filter.ts';
import { candidateRows } from '../../store/candidates.ts';
import { productionSources } from '../../store/production.ts';
import type { Handlers } from '../types.ts';

export const likeness: Handlers<'likeness'> = {
  sources: ({ project }) => productionSources(project.db),
  setProduction: ({ project }, { sourceId, isProduction }) => ({
    changed: setProduction(project, sourceId, isProduction),
  }),
  keepProfile: async ({ project, signal }, { sourceId }) => ({
    changed: await keepProfile(project, sourceId, signal),
  }),
  compare: ({ project }, input) => compare(project, input),
  latest: ({ project }) => latest(project),
  measure: ({ project }, input) => ({
    jobId: JobId.parse(project.jobs.start('likeness.measure', 'production', input)),
  }),
  async quick({ project, signal }, { filter }) {
    const ids = candidateRows(project.db, compileText(filter)).map((row) => row.id);
    const drift = await driftOf(project, ids, signal);
    return drift === null ? null : { value: drift.value, facet: drift.facet, title: drift.title };
  },
  propose: ({ project }, input) => propose(project, input),
  include: ({ project }, input) => ({ changed: includeProposed(project, input) }),
};
