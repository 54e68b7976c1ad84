import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bars } from '../../charts/Bars.tsx';
import { useOpenSamples } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatPercent } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './balance.module.css';
import { valueFilter } from './quotas.ts';
import type { Balance, FacetValue } from './use-balance.ts';

/** What a set is usually lopsided in; a facet with one value has nothing to balance. */
const SHOWN = ['source', 'outcome', 'calls', 'tool', 'lang', 'reference'];
const MOST_CARDS = 4;
const MOST_VALUES = 6;

type Props = { readonly balance: Balance; readonly canWrite: boolean };

/** How the samples in scope are spread over other facets: what a quota by one of them would change. */
export function OtherFacets({ balance, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const keys = SHOWN.filter((key) => key !== balance.facet?.key);
  const { data } = useRpcQuery('facets.counts', { filter: balance.draft.scope, keys }, { keepPrevious: true });
  const spread = (data ?? [])
    .map((facet) => ({ ...facet, values: facet.values.filter((value) => value.count > 0) }))
    .filter((facet) => facet.values.length > 1)
    .slice(0, MOST_CARDS);
  if (spread.length === 0 || balance.inScope === null) return null;
  const { inScope } = balance;
  return (
    <div className={classes.others}>
      {spread.map((facet) => (
        <Card
          key={facet.key}
          title={facet.title}
          actions={
            canWrite ? (
              <Button
                size="xs"
                aria-label={t('others.quotaByFacet', { facet: facet.title })}
                onClick={() => balance.change({ facet: facet.key })}
              >
                {t('others.quotaBy')}
              </Button>
            ) : null
          }
        >
          <Spread title={facet.title} values={facet.values} inScope={inScope} scope={balance.draft.scope} />
        </Card>
      ))}
    </div>
  );
}

type SpreadProps = {
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly inScope: number;
  readonly scope: string;
};

function Spread({ title, values, inScope, scope }: SpreadProps) {
  const { t } = useTranslation('balance');
  const openSamples = useOpenSamples();
  const [top] = values.toSorted((a, b) => b.count - a.count);
  const label = t('others.finding', {
    facet: title,
    value: top?.label ?? '',
    share: formatPercent((top?.count ?? 0) / Math.max(1, inScope)),
  });
  return (
    <div className={classes.spread}>
      <Bars
        label={label}
        rows={values
          .slice(0, MOST_VALUES)
          .map((value) => ({ key: value.value, label: value.label, value: value.count }))}
        onRowClick={(key) => {
          const value = values.find((one) => one.value === key);
          if (value !== undefined) openSamples(valueFilter(scope, value.term));
        }}
      />
      {values.length > MOST_VALUES ? (
        <p className="meta">{t('others.more', { count: values.length - MOST_VALUES })}</p>
      ) : null}
    </div>
  );
}
