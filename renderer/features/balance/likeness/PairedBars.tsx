import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { samplesHref } from '../../../data/navigation.ts';
import { formatCount } from '../../../i18n/format.ts';
import classes from './likeness.module.css';
import { formatPoints, formatShare } from './likeness-text.ts';

type PairedRow = {
  readonly key: string;
  readonly label: string;
  /** Of all of a set, 0..1. */
  readonly curated: number;
  readonly production: number;
  /** Samples of the curated set. */
  readonly count: number;
  /** The samples behind it; null when no filter names them. */
  readonly filter: string | null;
};
type Props = {
  readonly rows: readonly PairedRow[];
  readonly label: string;
  /** What else is to be said of them. */
  readonly facts: readonly string[];
};

/** More are shown when asked for. */
const FIRST_ROWS = 7;

/** Each value twice: production pale and outlined above, the curated set in petrol. */
export function PairedBars({ rows, label, facts }: Props) {
  const { t } = useTranslation('likeness');
  const [isLong, setLong] = useState(false);
  const most = Math.max(...rows.flatMap((row) => [row.curated, row.production]), Number.EPSILON);
  const shown = isLong ? rows : rows.slice(0, FIRST_ROWS);
  const table = {
    head: [t('facet.value'), t('facet.production'), t('facet.curated'), t('facet.difference'), t('facet.samples')],
    rows: rows.map((row) => [
      row.label,
      `${formatShare(row.production)} %`,
      `${formatShare(row.curated)} %`,
      formatPoints(row.curated - row.production).text,
      formatCount(row.count),
    ]),
  };
  return (
    <ChartFrame label={label} table={table}>
      <ul className={classes.rows}>
        {shown.map((row) => (
          <li key={row.key}>
            <Row row={row} most={most} />
          </li>
        ))}
      </ul>
      {rows.length > FIRST_ROWS ? (
        <Button size="compact-xs" variant="subtle" className={classes.more} onClick={() => setLong((value) => !value)}>
          {isLong ? t('facet.fewer') : t('facet.more', { count: rows.length - FIRST_ROWS })}
        </Button>
      ) : null}
      {facts.length === 0 ? null : <p className={classes.facts}>{facts.join(' · ')}</p>}
    </ChartFrame>
  );
}

function Row({ row, most }: { readonly row: PairedRow; readonly most: number }) {
  const { t } = useTranslation('likeness');
  const difference = formatPoints(row.curated - row.production);
  const content = (
    <>
      <span className="ell" title={row.label}>
        {row.label}
      </span>
      <span className={classes.pair} aria-hidden>
        <span className={classes.production} style={{ width: `${(row.production / most) * 100}%` }} />
        <span className={classes.curated} style={{ width: `${(row.curated / most) * 100}%` }} />
      </span>
      <span className={classes.share}>{formatShare(row.curated)}</span>
      <span className={classes.points} data-marked={difference.isMarked || undefined}>
        {difference.text}
      </span>
    </>
  );
  if (row.filter === null) return <span className={classes.row}>{content}</span>;
  const name = t('facet.row', {
    label: row.label,
    curated: formatShare(row.curated),
    production: formatShare(row.production),
    difference: difference.text,
  });
  return (
    <Link href={samplesHref(row.filter)} className={classes.row} aria-label={name} title={name}>
      {content}
    </Link>
  );
}
