import { z } from 'zod';
import type { JobKind } from '../../jobs/types.ts';
import { fingerprint } from '../../store/likeness-rows.ts';
import { saveLikeness } from '../../store/likeness-results.ts';
import { comparisonKey } from './comparing.ts';
import { measureLikeness } from './measure.ts';
import { setsOf } from './sets.ts';

const Params = z.object({ filter: z.string().nullable(), reference: z.int().nullable(), text: z.boolean() });

/** Compares the curated set with production traffic. In a project that is read-only the result is only the job's. */
export const likenessJob: JobKind = {
  kind: 'likeness.measure',
  resumable: false,
  writesOutside: true,
  async run(project, rawParams, io) {
    const params = Params.parse(rawParams);
    const sets = setsOf(project, params);
    const measuredOn = fingerprint(project.db, sets.full, sets.where);
    const result = await measureLikeness(project, sets, params.text, io);
    if (project.journal !== null)
      project.write(['production'], () => {
        saveLikeness(project.db, comparisonKey(params), {
          fingerprint: measuredOn,
          measuredAt: project.app.clock.now(),
          result,
        });
      });
    return result;
  },
};
