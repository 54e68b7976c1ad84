import { useTranslation } from 'react-i18next';
import type { RunId } from '../../../shared/model/ids.ts';
import { useOpenSamples } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount, formatPercent, formatScore } from '../../i18n/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import classes from './results.module.css';
import { baselineOf, inRun, wallShare, type Histogram, type Run } from './run-view.ts';
import { partKeys } from './score-view.ts';
import { ScoreHistogram } from './ScoreHistogram.tsx';
import type { GraderSession } from './use-grader-session.ts';
import type { Scoring } from './use-scoring.ts';

type Props = { readonly session: GraderSession; readonly scoring: Scoring };

/** How the scores of the latest run spread, beside those of the version before. Every bar opens its samples. */
export function Distribution({ session, scoring }: Props) {
  const { t } = useTranslation('graders');
  const { run, before, isLoaded } = scoring;
  if (run === null) return isLoaded ? <EmptyState title={t('results.none')} text={t('results.noneText')} /> : null;
  return <RunCharts run={run} before={before} keys={partKeys(session.details.files)} />;
}

type ChartsProps = { readonly run: Run; readonly before: Run | null; readonly keys: readonly string[] };

function RunCharts({ run, before, keys }: ChartsProps) {
  const { t } = useTranslation('graders');
  const openSamples = useOpenSamples();
  const shown = useRpcQuery('scores.histogram', { runId: run.id, part: null }, { keepPrevious: true });
  const { data: earlier } = useRpcQuery('scores.histogram', before === null ? null : { runId: before.id, part: null });
  const { data: parts = [] } = useRpcQuery('scores.parts', { runId: run.id });
  return (
    <ListStates query={shown}>
      {(histogram) => (
        <div className={classes.charts}>
          <ScoreHistogram
            bins={histogram.bins}
            baseline={baselineOf(histogram, earlier)}
            baselineName={before === null ? null : t('results.before', { version: before.version })}
            label={findingOf(run, histogram)}
            onOpen={(bin) => openSamples(inRun(bin.term, run.id))}
          />
          <Facts histogram={histogram} earlier={earlier ?? null} before={before} />
          <div className={classes.parts}>
            {parts
              .toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
              .map((part) => (
                <PartChart key={part.key} runId={run.id} partKey={part.key} mean={part.mean} />
              ))}
          </div>
        </div>
      )}
    </ListStates>
  );

  function findingOf({ version }: Run, histogram: Histogram): string {
    const walls = wallShare(histogram);
    if (histogram.mean === null || walls === null) return t('results.chartNone', { version });
    return t('results.chart', {
      scored: histogram.scored,
      version,
      mean: formatScore(histogram.mean),
      walls: formatPercent(walls),
    });
  }
}

type FactsProps = { readonly histogram: Histogram; readonly earlier: Histogram | null; readonly before: Run | null };

function Facts({ histogram, earlier, before }: FactsProps) {
  const { t } = useTranslation('graders');
  const walls = wallShare(histogram);
  const wallsBefore = earlier === null ? null : wallShare(earlier);
  const was = (value: string): string => (before === null ? '' : t('results.was', { version: before.version, value }));
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('results.mean')}</dt>
        <dd>{histogram.mean === null ? t('results.noMean') : formatScore(histogram.mean)}</dd>
        {earlier?.mean == null ? null : <dd className={classes.was}>{was(formatScore(earlier.mean))}</dd>}
      </div>
      <div>
        <dt>{t('results.walls')}</dt>
        <dd>{walls === null ? t('results.noMean') : formatPercent(walls)}</dd>
        {wallsBefore === null ? null : <dd className={classes.was}>{was(formatPercent(wallsBefore))}</dd>}
      </div>
      <div>
        <dt>{t('results.distinct')}</dt>
        <dd>{formatCount(histogram.distinct)}</dd>
      </div>
    </dl>
  );
}

type PartProps = { readonly runId: RunId; readonly partKey: string; readonly mean: number | null };

function PartChart({ runId, partKey, mean }: PartProps) {
  const { t } = useTranslation('graders');
  const openSamples = useOpenSamples();
  const { data } = useRpcQuery('scores.histogram', { runId, part: partKey }, { keepPrevious: true });
  const meanText = mean === null ? t('results.noMean') : t('results.meanOf', { value: formatScore(mean) });
  return (
    <div>
      <h3 className={classes.partTitle}>
        <span className="ell">{partKey}</span>
        <span className="num">{meanText}</span>
      </h3>
      {data === undefined ? (
        <div className={classes.partPlot} />
      ) : (
        <ScoreHistogram
          bins={data.bins}
          isSmall
          label={t('results.partChart', {
            key: partKey,
            mean: mean === null ? t('results.noMean') : formatScore(mean),
          })}
          onOpen={(bin) => openSamples(inRun(bin.term, runId))}
        />
      )}
    </div>
  );
}
