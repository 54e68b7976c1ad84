import { importJob } from '../services/importing/import-job.ts';
import type { JobKind } from './types.ts';
import { flagScanJob } from '../services/flagging.ts';
import { scoreJob } from '../services/scoring/score-job.ts';
import { exportJob } from '../services/exporting/export-job.ts';
import { privacyScanJob } from '../services/privacy/scan-job.ts';
import { privacyMaskJob } from '../services/privacy/mask-job.ts';
import { privacyPurgeJob } from '../services/privacy/purge.ts';
import { privacyUnmaskJob } from '../services/privacy/unmask-job.ts';
import { mapJob } from '../services/similarity/mapping.ts';
import { duplicatesScanJob } from '../services/similarity/scan-job.ts';
import { likenessJob } from '../services/likeness/likeness-job.ts';
import { leakCheckJob } from '../services/splitting/leak-check.ts';

/** Every kind of long work. */
export const jobKinds: readonly JobKind[] = [
  importJob,
  flagScanJob,
  scoreJob,
  exportJob,
  privacyScanJob,
  privacyMaskJob,
  privacyUnmaskJob,
  privacyPurgeJob,
  duplicatesScanJob,
  mapJob,
  likenessJob,
  leakCheckJob,
];
