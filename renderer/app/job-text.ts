import type { JobRow } from '../../shared/model/job.ts';
import { translate } from '../i18n/index.ts';

const KINDS = {
  'sources.import': 'import',
  'flags.scan': 'scan',
  'scores.run': 'score',
  'exports.run': 'export',
} as const;

/** `Import claims.jsonl` */
export function jobTitle(job: Pick<JobRow, 'kind' | 'subject'>): string {
  const known = Object.entries(KINDS).find(([kind]) => kind === job.kind)?.[1];
  if (known !== undefined) return translate(`shell:jobs.kinds.${known}`, { subject: job.subject }).trim();
  return translate('shell:jobs.kinds.other', { kind: job.kind, subject: job.subject });
}

/** Shown only after this long: before, the estimate is a guess. */
const ESTIMATE_AFTER_MS = 5_000;

/** @returns how long a running job will take at its pace so far, or null while that cannot be said */
export function timeLeftMs(job: Pick<JobRow, 'startedAt' | 'done' | 'total'>, now: number): number | null {
  if (job.startedAt === null || job.total === null || job.done <= 0) return null;
  const spentMs = now - job.startedAt;
  if (spentMs < ESTIMATE_AFTER_MS) return null;
  return Math.round(((spentMs / job.done) * Math.max(0, job.total - job.done)) / 1_000) * 1_000;
}
