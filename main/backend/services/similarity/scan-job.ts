import { z } from 'zod';
import { LinkKind, SimilarScope } from '../../../../shared/model/similar.ts';
import type { JobKind } from '../../jobs/types.ts';
import { scanFacts } from '../../store/similar.ts';
import { scanSimilar, type ScanRequest } from './scan.ts';

export const ScanParams = z.object({ scopes: z.array(SimilarScope).min(1), kinds: z.array(LinkKind).min(1) });

/** Finds samples like each other. Resumed, it leaves alone what was whole and takes vectors that were kept. */
export const duplicatesScanJob: JobKind = {
  kind: 'duplicates.scan',
  resumable: true,
  async run(project, rawParams, io) {
    const { scopes, kinds } = ScanParams.parse(rawParams);
    for (const request of withFamilies({ scopes, kinds })) await scanSimilar(project, io, request);
    const scans = scopes.flatMap((scope) =>
      kinds.map((kind) => ({ scope, kind, pairs: scanFacts(project.db, kind, scope)?.pairs ?? 0 })),
    );
    return { scans };
  },
};

/**
 * Families of texts that differ only in numbers or names are found among near texts, and nothing is to be called a duplicate
 * before they are known: meaning alone tells no two numbers apart, and those of trajectories are their prompts' families.
 */
function withFamilies({ scopes, kinds }: ScanRequest): ScanRequest[] {
  return [
    { scopes: scopes.map((scope) => (scope === 'trajectory' ? 'prompt' : scope)), kinds: ['near'] },
    { scopes, kinds },
  ];
}
