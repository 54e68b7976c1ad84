import { useTranslation } from 'react-i18next';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { DRIFT_LIMITS } from '../../../shared/model/likeness.ts';
import { parse } from '../../../shared/query/parse.ts';
import type { Output } from '../../data/methods.ts';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount, formatPercent, formatScore } from '../../i18n/format.ts';
import { narrowed } from './export-spec.ts';
import { openPersonalData, privacyHref } from './personal-data.ts';
import { wallShare, WALLS_LIMIT, type Gate, type GateName, type Principle } from './gates.ts';

/** Default limits of the gates that this version cannot measure yet, as they are written on screen. */
const AGREEMENT_LIMIT = 0.7;
const SOMETIMES_LIMIT = 0.3;
const PROBE_LIMIT = 0.25;

/** The four principles for the samples and the grader of the export, from what the project knows. */
export function usePrinciples(spec: ExportSpec): readonly Principle[] {
  const { t } = useTranslation('export');
  const isReadable = parse(spec.filter).problem === null;
  const { data: stats } = useRpcQuery('stats.get', isReadable ? { filter: spec.filter } : null, { keepPrevious: true });
  const flagged = useRpcQuery('filters.check', isReadable ? { filter: narrowed(spec.filter, 'flag:any') } : null, {
    keepPrevious: true,
  }).data;
  const { data: privacy } = useRpcQuery('privacy.summary', isReadable ? { filter: spec.filter } : null, {
    keepPrevious: true,
  });
  const walls = useWalls(spec);
  const drift = useDrift();
  const atLeast = (value: string): string => t('readiness.limit.atLeast', { value });
  const atMost = (value: string): string => t('readiness.limit.atMost', { value });
  return [
    {
      name: 'defined',
      gates: [
        unmeasured('agreement', atLeast(formatScore(AGREEMENT_LIMIT))),
        counted({
          name: 'references',
          count: stats === undefined ? null : stats.samples - stats.references,
          of: stats?.samples ?? 0,
          limit: t('readiness.limit.none'),
          href: samplesHref(narrowed(spec.filter, 'reference:none')),
        }),
        counted({
          name: 'flags',
          count: flagged?.total ?? null,
          of: stats?.samples ?? 0,
          limit: t('readiness.limit.none'),
          href: samplesHref(narrowed(spec.filter, 'flag:any')),
        }),
        counted({
          name: 'personal',
          // What was not looked through may hold any: that is not measured, which is never taken for met.
          count: privacy === undefined || privacy.unscanned > 0 ? null : openPersonalData(privacy.kinds),
          of: stats?.samples ?? 0,
          limit: t('readiness.limit.none'),
          href: privacyHref(spec.filter),
        }),
      ],
    },
    { name: 'mirrors', gates: [drift] },
    { name: 'learnable', gates: [unmeasured('sometimes', atLeast(formatPercent(SOMETIMES_LIMIT)))] },
    {
      name: 'hard',
      gates: [
        unmeasured('probe', atMost(formatScore(PROBE_LIMIT))),
        { ...walls, limit: atMost(formatPercent(WALLS_LIMIT)) },
      ],
    },
  ];
}

/** The last measurement of the included samples. By the upper end of its interval; a wide one has not shown that it is met. */
function useDrift(): Gate {
  const { t } = useTranslation('export');
  const { data } = useRpcQuery('likeness.latest', {});
  const drift = data?.drift ?? null;
  const limit = t('readiness.limit.atMost', { value: formatScore(DRIFT_LIMITS.pass) });
  if (drift === null) return unmeasured('drift', limit);
  return {
    name: 'drift',
    state: drift.state === 'pass' ? 'pass' : drift.isWide ? 'unknown' : 'miss',
    value: drift.value.toFixed(3),
    limit,
    share: null,
    limitShare: 0,
    text: t(drift.isWide ? 'readiness.driftWide' : 'readiness.drift', {
      low: drift.low.toFixed(3),
      high: drift.high.toFixed(3),
      facet: drift.title,
    }),
    href: '/balance',
  };
}

function unmeasured(name: GateName, limit: string, text: string | null = null): Gate {
  return { name, state: 'unknown', value: null, limit, share: null, limitShare: 0, text, href: null };
}

type Counted = {
  readonly name: GateName;
  readonly count: number | null;
  readonly of: number;
  readonly limit: string;
  readonly href: string;
};

/** A count that should be none. Over no samples nothing is measured. */
function counted({ name, count, of, limit, href }: Counted): Gate {
  if (count === null || of === 0) return unmeasured(name, limit);
  return {
    name,
    state: count === 0 ? 'pass' : 'miss',
    value: formatCount(count),
    limit,
    share: null,
    limitShare: 0,
    text: null,
    href: count === 0 ? null : href,
  };
}

/** Scores at the walls in the latest finished run of the chosen grader version. */
function useWalls(spec: ExportSpec): Gate {
  const { t } = useTranslation('export');
  const { graderId } = spec;
  const { data: runs } = useRpcQuery('scores.runs', graderId === null ? null : { graderId });
  const run = graderId === null ? undefined : latestRun(runs, spec.version);
  const { data: histogram } = useRpcQuery('scores.histogram', run === undefined ? null : { runId: run.id, part: null });
  const share = run === undefined ? null : wallShare(histogram);
  if (share === null || histogram === undefined)
    return unmeasured('walls', '', t(graderId === null ? 'readiness.noGrader' : 'readiness.noRun'));
  const unscored = [
    ...(histogram.skipped > 0 ? [t('readiness.skipped', { count: histogram.skipped })] : []),
    ...(histogram.errored > 0 ? [t('readiness.errored', { count: histogram.errored })] : []),
  ];
  const text = t('readiness.distinct', {
    distinct: histogram.distinct,
    scored: t('readiness.scored', { count: histogram.scored }),
  });
  return {
    name: 'walls',
    state: share <= WALLS_LIMIT ? 'pass' : 'miss',
    value: formatPercent(share),
    limit: '',
    share,
    limitShare: WALLS_LIMIT,
    text: [text, ...unscored].join(', '),
    href: histogram.atWalls === 0 || run === undefined ? null : samplesHref(`score@${run.id}:0,1`),
  };
}

function latestRun(
  runs: Output<'scores.runs'> | undefined,
  version: number | null,
): Output<'scores.runs'>[number] | undefined {
  return runs
    ?.filter((run) => run.version === version && run.finishedAt !== null)
    .toSorted((a, b) => b.startedAt - a.startedAt)[0];
}
