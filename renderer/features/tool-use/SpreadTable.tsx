import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMeasure, MEASURES, type Measure, type Spread, type Stats } from './measures.ts';
import classes from './tool-use.module.css';

const COLUMNS = ['mean', 'p50', 'p95', 'p99', 'max'] as const;
const RATES = [
  ['failed', 'errorRate'],
  ['retried', 'retryRate'],
  ['repeated', 'repeatRate'],
] as const;

type Props = { readonly stats: Stats; readonly other: Stats | null };

/** Every measure with its tail, two sets line under line. */
export function SpreadTable({ stats, other }: Props) {
  const { t } = useTranslation('toolUse');
  return (
    <Card title={t('spread.title')} hasLine className={classes.card}>
      <div className={classes.scrollX} tabIndex={0} role="group" aria-label={t('spread.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('spread.measure')}</th>
              {other === null ? null : <th scope="col">{t('spread.set')}</th>}
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={classes.right}>
                  {t(`spread.${column}`)}
                </th>
              ))}
              <th scope="col" className={classes.tailHead}>
                {t('spread.tail')}
              </th>
            </tr>
          </thead>
          {MEASURES.map((measure) => (
            <MeasureRows key={measure} measure={measure} stats={stats} other={other} />
          ))}
        </table>
      </div>
      <dl className={classes.rates}>
        {RATES.map(([name, rate]) => (
          <div key={name}>
            <dt>{t(`spread.${name}`)}</dt>
            <dd>
              {rateText(stats[rate], t('spread.noRate'))}
              {other === null ? null : (
                <span className={classes.other}>
                  {t('spread.insteadOf', { rate: rateText(other[rate], t('spread.noRate')) })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function rateText(rate: number | null, none: string): string {
  return rate === null ? none : formatPercent(rate);
}

function MeasureRows({ measure, stats, other }: Props & { readonly measure: Measure }) {
  const { t } = useTranslation('toolUse');
  const one = stats.spreads[measure];
  const two = other?.spreads[measure] ?? null;
  const top = Math.max(one?.max ?? 0, two?.max ?? 0);
  const name = t(`measures.${measure}`);
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={other === null ? 1 : 2}>
          {name}
        </th>
        {other === null ? null : <td className={classes.set}>{t('spread.these')}</td>}
        <SpreadCells measure={measure} name={name} spread={one} top={top} />
      </tr>
      {other === null ? null : (
        <tr className={classes.otherRow}>
          <td className={classes.set}>{t('spread.others')}</td>
          <SpreadCells measure={measure} name={name} spread={two} top={top} />
        </tr>
      )}
    </tbody>
  );
}

type CellProps = {
  readonly measure: Measure;
  readonly name: string;
  readonly spread: Spread | null;
  /** The highest value of both sets: tails are drawn on one scale. */
  readonly top: number;
};

function SpreadCells({ measure, name, spread, top }: CellProps) {
  const { t } = useTranslation('toolUse');
  if (spread === null)
    return (
      <td colSpan={COLUMNS.length + 1} className={classes.muted}>
        {t('spread.none')}
      </td>
    );
  const text = (value: number): string => formatMeasure(measure, value);
  const share = (value: number): string => `${top === 0 ? 0 : (value / top) * 100}%`;
  const label = t('spread.tailOf', { name, p50: text(spread.p50), p95: text(spread.p95), max: text(spread.max) });
  return (
    <>
      {COLUMNS.map((column) => (
        <td key={column} className={classes.right}>
          {text(spread[column])}
        </td>
      ))}
      <td>
        <span className={classes.tail} role="img" aria-label={label} title={label}>
          <span className={classes.tailMax} style={{ width: share(spread.max) }} />
          <span className={classes.tailP95} style={{ width: share(spread.p95) }} />
          <span className={classes.tailP50} style={{ width: share(spread.p50) }} />
        </span>
      </td>
    </>
  );
}
