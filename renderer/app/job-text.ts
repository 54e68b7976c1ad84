import type { JobRow } from '../../shared/model/job.ts';
import { formatBytes, formatCount, formatPercent } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';
import { shareOf } from '../data/use-job.ts';
import { markedText } from '../trace/visible-text.ts';

type KindName =
  | 'import'
  | 'scan'
  | 'similar'
  | 'likeness'
  | 'map'
  | 'score'
  | 'export'
  | 'privacyScan'
  | 'mask'
  | 'unmask'
  | 'purge'
  | 'other';
/** By the kind that the job's row carries. */
const KINDS: Readonly<Record<string, KindName>> = {
  import: 'import',
  'sources.import': 'import',
  'flags.scan': 'scan',
  'duplicates.scan': 'similar',
  'likeness.measure': 'likeness',
  'map.make': 'map',
  'scores.run': 'score',
  'exports.run': 'export',
  'privacy.scan': 'privacyScan',
  'privacy.mask': 'mask',
  'privacy.unmask': 'unmask',
  'privacy.purge': 'purge',
};

function kindName(kind: string): KindName {
  return KINDS[kind] ?? 'other';
}

/** `Import claims.jsonl` */
export function jobTitle(job: Pick<JobRow, 'kind' | 'subject'>): string {
  return translate(`shell:jobs.kinds.${kindName(job.kind)}`, {
    kind: job.kind,
    subject: markedText(job.subject),
  }).trim();
}

/** `Import 62 %`, for narrow places. */
export function jobShort(job: Pick<JobRow, 'kind' | 'done' | 'total'>): string {
  const title = translate(`shell:jobs.short.${kindName(job.kind)}`, { kind: job.kind });
  const share = shareOf(job);
  return share === null ? title : translate('shell:jobs.percent', { title, percent: formatPercent(share) });
}

/** `180 of 291`; an import counts the bytes it has read: `4.5 MB of 70.9 MB`. */
export function jobCount(job: Pick<JobRow, 'kind' | 'done' | 'total'>): string {
  const shown = isImport(job) ? formatBytes : formatCount;
  const done = shown(job.done);
  return job.total === null
    ? translate('shell:jobs.done', { done })
    : translate('shell:jobs.of', { done, total: shown(job.total) });
}

/** @returns whether a job brings files in */
export function isImport(job: Pick<JobRow, 'kind'>): boolean {
  return kindName(job.kind) === 'import';
}

const PLACES: Readonly<Record<KindName, string>> = {
  import: '/collect',
  scan: '/samples',
  map: '/map',
  likeness: '/balance',
  similar: '/duplicates',
  score: '/graders',
  export: '/export',
  privacyScan: '/privacy',
  mask: '/privacy',
  unmask: '/privacy',
  purge: '/privacy',
  other: '/history',
};

/** The screen that shows what a job made. */
export function jobPlace(job: Pick<JobRow, 'kind'>): string {
  return PLACES[kindName(job.kind)];
}

/** Shown only after this long: before, the estimate is a guess. */
const ESTIMATE_AFTER_MS = 5_000;

/** @returns how long a running job will take at its pace so far, or null while that cannot be said */
export function timeLeftMs(job: Pick<JobRow, 'startedAt' | 'done' | 'total'>, now: number): number | null {
  if (job.startedAt === null || job.total === null || job.done <= 0) return null;
  const spentMs = now - job.startedAt;
  if (spentMs < ESTIMATE_AFTER_MS) return null;
  return Math.round((spentMs / job.done) * Math.max(0, job.total - job.done));
}
