import { importJob } from '../services/importing/import-job.ts';
import type { JobKind } from './types.ts';
import { flagScanJob } from '../services/flagging.ts';
import { scoreJob } from '../services/scoring/score-job.ts';
import { exportJob } from '../services/exporting/export-job.ts';

/** Every kind of long work. */
export const jobKinds: readonly JobKind[] = [importJob, flagScanJob, scoreJob, exportJob];
