import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BalanceCell } from '../../../shared/contract/balance.ts';
import { samplesHref } from '../../data/navigation.ts';
import { formatCount } from '../../i18n/format.ts';
import { markedText } from '../../trace/visible-text.ts';
import classes from './balance.module.css';
import { amountOf, valueFilter, withAmount } from './quotas.ts';
import type { Balance } from './use-balance.ts';

type Props = { readonly balance: Balance; readonly title: string; readonly canWrite: boolean };

/** Rows shown at first; a pair of facets may have hundreds. */
const MOST_ROWS = 100;
/** A change of this part of what there is now is marked. */
const MARKED = 0.25;

/** One row a value: how many there are now, how many are wanted, and what that changes. */
export function QuotaTable({ balance, title, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const [rows, setRows] = useState(MOST_ROWS);
  const { shown, draft } = balance;
  if (shown === null) return null;
  if (shown.cells.length === 0) return <p className={classes.empty}>{t('table.empty')}</p>;
  const isShare = draft.aim === 'custom' && draft.unit === 'share';
  const nowFilter = shown.isIncluded ? 'decision:include' : shown.filter;
  return (
    <>
      <table className={classes.table} aria-label={t('table.title', { facet: title })}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.hidden}>{t('table.value')}</span>
            </th>
            <th scope="col">{t('table.now')}</th>
            <th scope="col">{isShare ? t('table.targetShare') : t('table.target')}</th>
            <th scope="col">{t('table.kept')}</th>
            <th scope="col">{t('table.change')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.cells.slice(0, rows).map((cell) => (
            <QuotaRow
              key={JSON.stringify(cell.values)}
              cell={cell}
              href={cell.term === null ? null : samplesHref(valueFilter(nowFilter, cell.term))}
              amount={draft.aim === 'custom' ? amountOf(balance.quotas, cell.values) : cell.wanted}
              isShare={isShare}
              canWrite={canWrite}
              onAmount={(amount) =>
                balance.setQuotas(
                  withAmount(draft.aim === 'custom' ? balance.quotas : balance.counted(), cell.values, amount),
                  isShare ? 'share' : 'count',
                )
              }
            />
          ))}
        </tbody>
      </table>
      {shown.isShared ? <p className={classes.empty}>{t('table.shared')}</p> : null}
      {shown.cells.length > rows ? (
        <button type="button" className={classes.more} onClick={() => setRows(rows + MOST_ROWS)}>
          {t('table.more', { count: shown.cells.length - rows })}
        </button>
      ) : null}
    </>
  );
}

type RowProps = {
  readonly cell: BalanceCell;
  readonly href: string | null;
  readonly amount: number;
  readonly isShare: boolean;
  readonly canWrite: boolean;
  readonly onAmount: (amount: number) => void;
};

function QuotaRow({ cell, href, amount, isShare, canWrite, onAmount }: RowProps) {
  const { t } = useTranslation('balance');
  const label = markedText(cell.label);
  const kept = cell.kept + cell.over;
  const change = cell.after - cell.now;
  const isMarked = Math.abs(change) >= Math.max(1, cell.now * MARKED) && change < 0;
  const shown = isShare ? Math.round(amount * 1_000) / 10 : amount;
  return (
    <tr>
      <th scope="row">
        {href === null ? (
          <span className={classes.value}>{label}</span>
        ) : (
          <Link href={href} className={classes.value} title={t('table.openValue', { value: label })}>
            {label}
          </Link>
        )}
        {cell.short > 0 ? <span className={classes.short}>{t('table.short', { count: cell.short })}</span> : null}
        {cell.over > 0 ? <span className={classes.over}>{t('table.over', { count: cell.over })}</span> : null}
      </th>
      <td className="t3">{formatCount(cell.now)}</td>
      <td>
        <NumberInput
          size="xs"
          className={classes.quota ?? ''}
          aria-label={t('table.quotaOf', { value: label })}
          hideControls
          decimalScale={isShare ? 1 : 0}
          allowNegative={false}
          max={isShare ? 100 : 10_000_000}
          clampBehavior="strict"
          disabled={!canWrite}
          value={shown}
          onChange={(next) => {
            const number = typeof next === 'number' ? next : 0;
            if (number !== shown) onAmount(isShare ? number / 100 : number);
          }}
        />
      </td>
      <td>{formatCount(kept)}</td>
      <td className={isMarked ? classes.marked : 't2'}>{signed(change)}</td>
    </tr>
  );
}

function signed(change: number): string {
  if (change === 0) return '0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}
