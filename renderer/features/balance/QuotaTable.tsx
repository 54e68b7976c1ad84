import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { formatCount } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Badges.tsx';
import classes from './balance.module.css';
import { valueFilter } from './quotas.ts';
import type { Balance, FacetValue } from './use-balance.ts';

type Props = { readonly balance: Balance; readonly canWrite: boolean };

/** One row a value: what is there, how many to keep, what that gives. */
export function QuotaTable({ balance, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const { values, facet, inScope } = balance;
  const cells = new Map(balance.shown?.cells.map((cell) => [cell.value, cell]));
  const present = values.filter((value) => value.count > 0 || cells.has(value.value));
  if (facet === undefined || present.length === 0)
    return <EmptyState title={t('table.empty')} text={t('table.emptyText')} />;
  const most = Math.max(...present.map((value) => value.count), 1);
  const sum = present.reduce((total, value) => total + value.count, 0);
  const wanted = balance.spec.quotas.reduce((total, quota) => total + quota.count, 0);
  return (
    <Card title={t('table.title', { facet: facet.title })} className={classes.card} actions={<Legend />}>
      <table className={classes.table} aria-label={t('table.title', { facet: facet.title })}>
        <thead>
          <tr>
            <th scope="col">{t('table.value')}</th>
            <th scope="col">
              <span className={classes.hidden}>{t('table.share')}</span>
            </th>
            <th scope="col" className={classes.right}>
              {t('table.available')}
            </th>
            <th scope="col" className={classes.right}>
              {t('table.quota')}
            </th>
            <th scope="col" className={classes.right}>
              {t('table.kept')}
            </th>
            <th scope="col" className={classes.right}>
              {t('table.short')}
            </th>
          </tr>
        </thead>
        <tbody>
          {present.map((value) => (
            <QuotaRow
              key={value.value}
              value={value}
              most={most}
              cell={cells.get(value.value)}
              href={samplesHref(valueFilter(balance.draft.scope, value.term))}
              quota={balance.quotas[value.value]}
              canWrite={canWrite}
              onQuota={(count) => balance.setQuotas({ ...balance.quotas, [value.value]: count })}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('table.sum')}</th>
            <td />
            <td className={classes.right}>{inScope === null ? '' : formatCount(inScope)}</td>
            <td className={`${classes.right} ${classes.quotaSum}`}>{formatCount(wanted)}</td>
            <td className={classes.right}>{balance.shown === null ? '' : formatCount(balance.shown.kept)}</td>
            <td className={classes.right}>
              {balance.shown === null || balance.shown.short === 0 ? '' : formatCount(balance.shown.short)}
            </td>
          </tr>
        </tfoot>
      </table>
      {balance.more > 0 ? <p className={classes.foot}>{t('table.more', { count: balance.more })}</p> : null}
      {inScope !== null && sum > inScope ? (
        <div className={classes.foot}>
          <Note>{t('table.several')}</Note>
        </div>
      ) : null}
    </Card>
  );
}

function Legend() {
  const { t } = useTranslation('balance');
  return (
    <span className={classes.legend} aria-hidden>
      <span className={classes.keyAvailable} /> {t('table.legendAvailable')}
      <span className={classes.keyKept} /> {t('table.legendKept')}
    </span>
  );
}

type RowProps = {
  readonly value: FacetValue;
  readonly most: number;
  readonly cell: { readonly kept: number; readonly short: number; readonly available: number } | undefined;
  readonly href: string;
  readonly quota: number | undefined;
  readonly canWrite: boolean;
  readonly onQuota: (count: number) => void;
};

function QuotaRow({ value, most, cell, href, quota, canWrite, onQuota }: RowProps) {
  const { t } = useTranslation('balance');
  const kept = cell?.kept ?? 0;
  return (
    <tr>
      <th scope="row">
        <Link href={href} className={classes.value} title={t('table.openValue', { value: value.label })}>
          {value.label}
        </Link>
      </th>
      <td>
        <span className={classes.track} role="img" aria-label={t('table.bar', { kept, available: value.count })}>
          <span className={classes.available} style={{ width: `${(value.count / most) * 100}%` }} />
          {cell === undefined ? null : <span className={classes.kept} style={{ width: `${(kept / most) * 100}%` }} />}
        </span>
      </td>
      <td className={classes.right}>{formatCount(value.count)}</td>
      <td className={classes.right}>
        <NumberInput
          className={classes.quota ?? ''}
          aria-label={t('table.quotaOf', { value: value.label })}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          max={10_000_000}
          clampBehavior="strict"
          placeholder="0"
          disabled={!canWrite}
          value={quota === undefined || quota === 0 ? '' : quota}
          onChange={(next) => onQuota(typeof next === 'number' ? next : 0)}
        />
      </td>
      <td className={classes.right}>{cell === undefined ? '' : formatCount(kept)}</td>
      <td className={classes.right}>
        {cell === undefined || cell.short === 0 ? '' : <span className={classes.short}>{formatCount(cell.short)}</span>}
      </td>
    </tr>
  );
}
