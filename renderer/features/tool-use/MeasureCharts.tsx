import { useTranslation } from 'react-i18next';
import { Histogram } from '../../charts/Histogram.tsx';
import { useOpenSamples } from '../../data/navigation.ts';
import { showErrorToast, showToast } from '../../data/toasts.tsx';
import { useRpcFetch } from '../../data/use-rpc-query.ts';
import { Card } from '../../ui/Card.tsx';
import {
  barsOf,
  formatMeasure,
  marksOf,
  MEASURES,
  toScale,
  type Bin,
  type Charts,
  type Measure,
  type Spread,
  type Stats,
} from './measures.ts';
import classes from './tool-use.module.css';

type Props = {
  readonly stats: Stats;
  /** The set compared with, null without one. */
  readonly other: Stats | null;
  readonly charts: Charts;
  readonly filter: string;
};

/** How each measure lies, with its middle and its tail marked; a bar opens its samples. */
export function MeasureCharts({ stats, other, charts, filter }: Props) {
  const { t } = useTranslation('toolUse');
  return (
    <>
      {other === null ? null : (
        <p className={classes.legend}>
          <span className={classes.keyThese} aria-hidden />
          {t('chart.these')}
          <span className={classes.keyOthers} aria-hidden />
          {t('chart.others')}
        </p>
      )}
      <div className={classes.charts}>
        {MEASURES.map((measure) => (
          <MeasureCard key={measure} {...{ measure, stats, other, filter }} bins={charts[measure]} />
        ))}
      </div>
    </>
  );
}

type CardProps = Omit<Props, 'charts'> & { readonly measure: Measure; readonly bins: readonly Bin[] };

function MeasureCard({ measure, bins, stats, other, filter }: CardProps) {
  const { t } = useTranslation('toolUse');
  const open = useOpenBar(filter, measure);
  const title = t(`measures.${measure}`);
  const spread = stats.spreads[measure];
  const text = (value: number): string => formatMeasure(measure, value);
  const bars = barsOf(bins);
  const isAllZero = bins.length === 1 && bins[0]?.from === 0 && bins[0].to === 1;
  const fact =
    spread === null || isAllZero ? undefined : t('chart.fact', { p50: text(spread.p50), p95: text(spread.p95) });
  return (
    <Card title={title} fact={fact}>
      <div className={classes.chart}>
        {spread === null ? (
          <p className={classes.nothing}>
            {measure === 'parallel' ? t('chart.notMeasuredSteps') : t('chart.notMeasured')}
          </p>
        ) : isAllZero ? (
          <p className={classes.nothing}>{t('chart.allZero')}</p>
        ) : (
          <Histogram
            bins={bars}
            height={104}
            label={t('chart.sentence', { title, finding: findingOf({ measure, spread, other }, t) })}
            nameBin={(bar) => nameOf(measure, bins[bars.indexOf(bar)], t)}
            ticks={ticksOf(measure, bins, t)}
            marks={marksOf(bars, spread)}
            onBinClick={(at) => void open(bins[at])}
            {...(other === null
              ? {}
              : { baseline: toScale(bins), seriesNames: [t('chart.these'), t('chart.others')] as const })}
          />
        )}
      </div>
    </Card>
  );
}

type Translate = ReturnType<typeof useTranslation<'toolUse'>>['t'];
type Finding = { readonly measure: Measure; readonly spread: Spread; readonly other: Stats | null };

function findingOf({ measure, spread, other }: Finding, t: Translate): string {
  const text = (value: number): string => formatMeasure(measure, value);
  const against = other?.spreads[measure] ?? null;
  const own = { p50: text(spread.p50), p95: text(spread.p95) };
  return against === null
    ? t('chart.spread', { ...own, max: text(spread.max) })
    : t('chart.against', { ...own, otherP50: text(against.p50), otherP95: text(against.p95) });
}

/** Whole numbers by themselves, others by their range, the tail by where it begins. */
function nameOf(measure: Measure, bin: Bin | undefined, t: Translate): string {
  if (bin === undefined) return '';
  const from = formatMeasure(measure, bin.from);
  if (bin.to === null) return t('chart.above', { from });
  const width = bin.to - bin.from;
  if (width === 1) return from;
  return measure === 'latency'
    ? t('chart.below', { from, to: formatMeasure(measure, bin.to) })
    : t('chart.range', { from, to: formatMeasure(measure, bin.to - 1) });
}

/** Under the first, the middle and the last bar. */
function ticksOf(measure: Measure, bins: readonly Bin[], t: Translate): string[] {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return [];
  const middle = bins.length < 3 ? undefined : bins[Math.floor((bins.length - 1) / 2)];
  const isWide = first.to === null || first.to - first.from > 1;
  const end = isWide && last.to !== null ? formatMeasure(measure, last.to) : nameOf(measure, last, t);
  const between = middle === undefined ? [] : [formatMeasure(measure, middle.from)];
  return bins.length === 1 && !isWide ? [end] : [formatMeasure(measure, first.from), ...between, end];
}

/** Opens the samples behind a bar, and says when it cannot or only nearly. */
function useOpenBar(filter: string, measure: Measure): (bin: Bin | undefined) => Promise<void> {
  const { t } = useTranslation('toolUse');
  const fetch = useRpcFetch();
  const openSamples = useOpenSamples();
  return async (bin) => {
    if (bin === undefined) return;
    try {
      const behind = await fetch('toolUse.behind', { filter, measure, from: bin.from, to: bin.to });
      if (behind.filter === null) {
        showToast({ title: t('opening.tooMany'), message: t('opening.tooManyText', { count: behind.samples }) });
        return;
      }
      if (!behind.isExact) showToast({ title: t('opening.near'), message: t('opening.nearText') });
      openSamples(behind.filter);
    } catch (error) {
      showErrorToast(error);
    }
  };
}
