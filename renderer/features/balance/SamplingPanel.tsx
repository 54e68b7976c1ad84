import { Button, Checkbox, NumberInput, SegmentedControl, Select, Slider } from '@mantine/core';
import { IconRotate2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BALANCE_POOL, BalanceAim } from '../../../shared/contract/balance.ts';
import { formatCount } from '../../i18n/format.ts';
import classes from './balance.module.css';
import { NO_DRAFT } from './quotas.ts';
import { QuotaTable } from './QuotaTable.tsx';
import { ScopeField } from './ScopeField.tsx';
import type { Balance, Facet } from './use-balance.ts';

type Props = { readonly balance: Balance; readonly facets: readonly Facet[]; readonly canWrite: boolean };

/** How much, like what, by what, and where from. */
export function SamplingPanel(props: Props) {
  const { t } = useTranslation('balance');
  const { balance, facets, canWrite } = props;
  const titles = balance.keys.map((key) => facets.find((facet) => facet.key === key)?.title ?? key);
  return (
    <>
      <div className={classes.panelHead}>
        <h2>{t('sampling.title')}</h2>
        <span className={classes.grow} />
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          leftSection={<IconRotate2 size={14} aria-hidden />}
          disabled={!canWrite || balance.draft === NO_DRAFT}
          onClick={() => balance.change(NO_DRAFT)}
        >
          {t('sampling.reset')}
        </Button>
      </div>
      <TargetSize balance={balance} canWrite={canWrite} />
      <Aim balance={balance} canWrite={canWrite} />
      <QuotaBy {...props} />
      <QuotaTable balance={balance} title={titles.join(' · ')} canWrite={canWrite} />
      <Pool balance={balance} canWrite={canWrite} />
    </>
  );
}

type PartProps = { readonly balance: Balance; readonly canWrite: boolean };

function TargetSize({ balance, canWrite }: PartProps) {
  const { t } = useTranslation('balance');
  const { draft, shown } = balance;
  const isSum = draft.aim === 'custom' && draft.unit === 'count';
  const size = isSum ? sumOf(balance) : (draft.size ?? shown?.now ?? 0);
  const most = Math.max(shown?.pool ?? 1, size, 1);
  const set = (next: number): void => balance.setSize(next > 0 ? next : null);
  const isOff = !canWrite || shown === null || (isSum && size === 0);
  return (
    <div className={classes.block}>
      <div className={classes.panelLine}>
        <label htmlFor="balance-size" className={classes.label}>
          {t('sampling.size')}
        </label>
        <span className={classes.grow} />
        <NumberInput
          id="balance-size"
          className={classes.size ?? ''}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          max={10_000_000}
          clampBehavior="strict"
          disabled={isOff}
          value={size}
          onChange={(next) => {
            if (typeof next === 'number' && next !== size) set(next);
          }}
        />
      </div>
      <Slider
        size={4}
        label={null}
        thumbLabel={t('sampling.sizeSlider')}
        min={1}
        max={most}
        disabled={isOff}
        value={Math.max(1, size)}
        onChange={set}
      />
      <div className={`${classes.panelLine} meta num`}>
        <span>1</span>
        <span className={classes.grow} />
        <span>{formatCount(most)}</span>
      </div>
    </div>
  );
}

function sumOf(balance: Balance): number {
  return balance.quotas.reduce((sum, quota) => sum + quota.amount, 0);
}

function Aim({ balance, canWrite }: PartProps) {
  const { t } = useTranslation('balance');
  const { draft, shown, change } = balance;
  function aimFor(value: string): void {
    const aim = BalanceAim.parse(value);
    if (aim === 'custom' && balance.quotas.length === 0) balance.setQuotas(balance.counted(), 'count');
    else change({ aim });
  }
  return (
    <div className={classes.block}>
      <span id="balance-aim" className={classes.label}>
        {t('sampling.aim')}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="balance-aim"
        disabled={!canWrite}
        value={draft.aim}
        onChange={aimFor}
        data={BalanceAim.options.map((aim) => ({ value: aim, label: t(`sampling.aims.${aim}`) }))}
      />
      {draft.aim === 'production' && (shown?.basis === 'set' || shown?.basis === 'estimated') ? (
        <p className="meta">{t(`sampling.basis.${shown.basis}`)}</p>
      ) : null}
      <Checkbox
        size="xs"
        label={t('sampling.keepReviewed')}
        disabled={!canWrite}
        checked={draft.keepReviewed}
        onChange={(event) => change({ keepReviewed: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t('sampling.floor', { count: draft.atLeast })}
        disabled={!canWrite}
        checked={draft.hasFloor}
        onChange={(event) => change({ hasFloor: event.currentTarget.checked })}
      />
    </div>
  );
}

function QuotaBy({ balance, facets, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const { keys, draft, change } = balance;
  const [first = null, second = ''] = keys;
  const options = facets
    .filter((facet) => facet.key !== 'decision')
    .map((facet) => ({ value: facet.key, label: facet.title }));
  return (
    <div className={classes.quotaBy}>
      <div className={classes.panelLine}>
        <span className={`${classes.label} ${classes.grow}`}>{t('sampling.facet')}</span>
        {draft.aim === 'custom' ? (
          <SegmentedControl
            size="xs"
            aria-label={t('sampling.unit')}
            disabled={!canWrite}
            value={draft.unit}
            onChange={(unit) => changeUnit(balance, unit === 'share' ? 'share' : 'count')}
            data={[
              { value: 'count', label: t('sampling.units.count') },
              { value: 'share', label: t('sampling.units.share') },
            ]}
          />
        ) : null}
      </div>
      <div className={classes.facets}>
        <Select
          size="xs"
          aria-label={t('sampling.facet')}
          allowDeselect={false}
          data={options}
          value={first}
          disabled={!canWrite}
          onChange={(key) =>
            change({
              facets: [key ?? '', second]
                .filter((one) => one !== '' && one !== second)
                .concat(second === '' || second === key ? [] : [second]),
            })
          }
        />
        <Select
          size="xs"
          aria-label={t('sampling.second')}
          allowDeselect={false}
          data={[{ value: '', label: t('sampling.noSecond') }, ...options.filter((option) => option.value !== first)]}
          value={second}
          disabled={!canWrite}
          onChange={(key) => change({ facets: [first ?? '', key ?? ''].filter((one) => one !== '') })}
        />
      </div>
    </div>
  );
}

/** Counts become parts of their sum, and parts become counts of the size. */
function changeUnit(balance: Balance, unit: 'count' | 'share'): void {
  if (unit === balance.draft.unit) return;
  if (unit === 'count') {
    balance.setQuotas(balance.counted(), 'count');
    return;
  }
  const sum = sumOf(balance);
  balance.setQuotas(
    balance.quotas.map((quota) => ({ ...quota, amount: sum === 0 ? 0 : quota.amount / sum })),
    'share',
  );
}

function Pool({ balance, canWrite }: PartProps) {
  const { t } = useTranslation('balance');
  const [isOpen, setOpen] = useState(false);
  const { draft, shown } = balance;
  return (
    <div className={classes.pool}>
      <div className={classes.panelLine}>
        <span className="meta">{t('sampling.pool', { count: shown?.pool ?? 0 })}</span>
        <span className={classes.grow} />
        <Button size="xs" variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('sampling.changePool')}
        </Button>
      </div>
      {isOpen ? (
        <ScopeField
          scope={draft.filter ?? BALANCE_POOL}
          isOff={!canWrite}
          onScope={(filter) => balance.change({ filter: filter === BALANCE_POOL ? null : filter })}
        />
      ) : null}
    </div>
  );
}
