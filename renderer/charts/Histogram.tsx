import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatScore } from '../i18n/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

export type HistogramBin = { readonly from: number; readonly to: number; readonly count: number };
type Props = {
  readonly bins: readonly HistogramBin[];
  /** One sentence with the finding. */
  readonly label: string;
  readonly height?: number;
  readonly onBinClick?: (index: number) => void;
  readonly selected?: number | null;
  readonly formatValue?: (value: number) => string;
  /** A baseline of the same bins, drawn as a step line: an earlier version, production. */
  readonly baseline?: readonly number[];
};

/** Below this many values the numbers stand on the bars. */
const FEW = 30;

/** Counts by range. Bars are buttons where they lead to the samples behind them. */
export function Histogram({
  bins,
  label,
  height = 120,
  onBinClick,
  selected = null,
  formatValue = formatScore,
  baseline,
}: Props) {
  const { t } = useTranslation('charts');
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  const most = Math.max(1, ...bins.map((bin) => bin.count), ...(baseline ?? []));
  const name = (bin: HistogramBin): string =>
    t('bin', { from: formatValue(bin.from), to: formatValue(bin.to), count: bin.count });
  const table = {
    head: [t('from'), t('to'), t('count')],
    rows: bins.map((bin) => [formatValue(bin.from), formatValue(bin.to), formatCount(bin.count)]),
  };
  return (
    <ChartFrame label={label} table={table}>
      <div className={classes.plot} style={{ height }}>
        <div className={classes.grid} aria-hidden>
          <span />
          <span />
          <span />
        </div>
        {bins.map((bin, index) => (
          <Tooltip key={bin.from} label={name(bin)} openDelay={0}>
            <Bin
              name={name(bin)}
              share={bin.count / most}
              text={total < FEW && bin.count > 0 ? formatCount(bin.count) : null}
              isSelected={index === selected}
              isDimmed={selected !== null && index !== selected}
              onClick={onBinClick === undefined || bin.count === 0 ? undefined : () => onBinClick(index)}
            />
          </Tooltip>
        ))}
        {baseline === undefined ? null : <StepLine values={baseline} most={most} />}
      </div>
      <Axis bins={bins} formatValue={formatValue} />
    </ChartFrame>
  );
}

type BinProps = {
  readonly name: string;
  readonly share: number;
  readonly text: string | null;
  readonly isSelected: boolean;
  readonly isDimmed: boolean;
  readonly onClick: (() => void) | undefined;
};

/** The column is as high as the plot, so that a low bar is as easy to hit as a high one. */
function Bin({ name, share, text, isSelected, isDimmed, onClick, ...rest }: BinProps) {
  const bar = (
    <>
      {text === null ? null : <span className={classes.barText}>{text}</span>}
      <span className={classes.bar} style={{ height: `${share * 100}%` }} data-empty={share === 0 || undefined} />
    </>
  );
  const data = { 'data-selected': isSelected || undefined, 'data-dimmed': isDimmed || undefined };
  if (onClick === undefined) {
    return (
      <span {...rest} className={classes.column} {...data}>
        {bar}
      </span>
    );
  }
  return (
    // The tooltip passes its own class and handlers; ours come after.
    <button
      {...rest}
      type="button"
      className={classes.column}
      aria-label={name}
      aria-pressed={isSelected}
      onClick={onClick}
      {...data}
    >
      {bar}
    </button>
  );
}

function StepLine({ values, most }: { values: readonly number[]; most: number }) {
  const step = 100 / Math.max(1, values.length);
  const path = values
    .map((value, index) => {
      const y = 100 - (value / most) * 100;
      return `${index === 0 ? 'M' : 'L'}${index * step},${y} L${(index + 1) * step},${y}`;
    })
    .join(' ');
  return (
    <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <path className={classes.halo} d={path} vectorEffect="non-scaling-stroke" />
      <path className={classes.step} d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Axis({ bins, formatValue }: { bins: readonly HistogramBin[]; formatValue: (value: number) => string }) {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <div className={classes.axis} aria-hidden>
      <span>{formatValue(first.from)}</span>
      <span>{formatValue((first.from + last.to) / 2)}</span>
      <span>{formatValue(last.to)}</span>
    </div>
  );
}
