import { z } from 'zod';
import { AttemptId, SampleId } from '../model/ids.ts';
import { PrivateKind } from '../model/privacy.ts';
import { query } from './define.ts';
import { FilterText } from './target.ts';
import { FILTER_TABLES } from './tables.ts';

/**
 * One finding. `place` says where in the sample: `prompt 2`, `attempt 1 message 4`, `arguments of route_status`, `reference
 * customer`, `extras`. `hint` shows its ends only, so that a report holds nothing private itself.
 */
export const PrivacyFinding = z.object({
  sampleId: SampleId,
  attemptId: AttemptId.nullable(),
  place: z.string(),
  kind: PrivateKind,
  /** UTF-16 units in the text of the place, the end not included. */
  start: z.int(),
  end: z.int(),
  hint: z.string(),
});
export type PrivacyFinding = z.infer<typeof PrivacyFinding>;

export const privacy = {
  /** Looks through the texts of all samples of a filter. Kinds in `partial` are found by pattern and dictionary only. */
  scan: query({
    input: z.object({ filter: FilterText.default(''), limit: z.int().min(0).max(100_000).default(10_000) }),
    output: z.object({
      samples: z.int(),
      total: z.int(),
      byKind: z.partialRecord(PrivateKind, z.int()),
      partial: z.array(PrivateKind),
      findings: z.array(PrivacyFinding),
    }),
    reads: [...FILTER_TABLES],
  }),
};
