import { z } from 'zod';
import { LinkKind, SimilarScope } from '../../../../shared/model/similar.ts';
import type { JobKind } from '../../jobs/types.ts';
import { scanFacts } from '../../store/similar.ts';
import { scanSimilar } from './scan.ts';

export const ScanParams = z.object({ scopes: z.array(SimilarScope).min(1), kinds: z.array(LinkKind).min(1) });

/** Finds samples like each other. Resumed, it leaves alone what was whole and takes vectors that were kept. */
export const duplicatesScanJob: JobKind = {
  kind: 'duplicates.scan',
  resumable: true,
  async run(project, rawParams, io) {
    const { scopes, kinds } = ScanParams.parse(rawParams);
    await scanSimilar(project, io, { scopes, kinds });
    const scans = scopes.flatMap((scope) =>
      kinds.map((kind) => ({ scope, kind, pairs: scanFacts(project.db, kind, scope)?.pairs ?? 0 })),
    );
    return { scans };
  },
};
