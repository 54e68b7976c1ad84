import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent } from '../i18n/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

export type BarRow = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The same quantity in production, an earlier version or before: a pale outlined bar above. */
  readonly baseline?: number;
  /** A limit on the same scale, as a short dark tick. */
  readonly limit?: number;
};
type Props = {
  readonly rows: readonly BarRow[];
  /** One sentence with the finding. */
  readonly label: string;
  readonly formatValue?: (value: number) => string;
  /** Shows each value's share of the sum beside it. */
  readonly hasShares?: boolean;
  readonly onRowClick?: (key: string) => void;
};

/** Horizontal bars with their labels and numbers. Rows are buttons where they lead to the samples behind them. */
export function Bars({ rows, label, formatValue = formatCount, hasShares = false, onRowClick }: Props) {
  const { t } = useTranslation('charts');
  const most = Math.max(...rows.flatMap((row) => [row.value, row.baseline ?? 0, row.limit ?? 0]), Number.EPSILON);
  const sum = rows.reduce((total, row) => total + row.value, 0);
  const shareOf = (row: BarRow): string => (sum === 0 ? '' : formatPercent(row.value / sum));
  const table = {
    head: [t('value'), t('count'), ...(hasShares ? [t('share')] : [])],
    rows: rows.map((row) => [row.label, formatValue(row.value), ...(hasShares ? [shareOf(row)] : [])]),
  };
  return (
    <ChartFrame label={label} table={table}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.key}>
            <Row onClick={onRowClick === undefined ? undefined : () => onRowClick(row.key)}>
              <span className={classes.rowLabel}>{row.label}</span>
              <span className={classes.track}>
                {row.baseline === undefined ? null : (
                  <span className={classes.rowBaseline} style={{ width: `${(row.baseline / most) * 100}%` }} />
                )}
                <span className={classes.rowBar} style={{ width: `${(row.value / most) * 100}%` }} />
                {row.limit === undefined ? null : (
                  <span className={classes.tick} style={{ left: `${(row.limit / most) * 100}%` }} />
                )}
              </span>
              <span className={classes.rowValue}>{formatValue(row.value)}</span>
              {hasShares ? <span className={classes.rowShare}>{shareOf(row)}</span> : null}
            </Row>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

function Row({ onClick, children }: { onClick: (() => void) | undefined; children: React.ReactNode }) {
  if (onClick === undefined) return <span className={classes.row}>{children}</span>;
  return (
    <button type="button" className={classes.row} onClick={onClick}>
      {children}
    </button>
  );
}
