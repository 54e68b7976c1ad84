import { useTranslation } from 'react-i18next';
import type { FacetLikeness } from '../../../../shared/model/likeness.ts';
import { formatPercent } from '../../../i18n/format.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { Card } from '../../../ui/Card.tsx';
import classes from './likeness.module.css';
import { formatDrift, stateText, within } from './likeness-text.ts';
import { PairedBars } from './PairedBars.tsx';
import { StateBadge } from './StateBadge.tsx';

type Props = {
  readonly facet: FacetLikeness;
  /** The curated set. */
  readonly filter: string;
};

/** One facet of both sets, with how far apart they are. */
export function FacetCard({ facet, filter }: Props) {
  const { t } = useTranslation('likeness');
  const { distance, low, high, pValue } = facet;
  const label =
    distance === null
      ? t('facet.labelNone', { facet: facet.title })
      : t('facet.label', {
          facet: facet.title,
          distance: formatDrift(distance),
          low: formatDrift(low ?? 0),
          high: formatDrift(high ?? 1),
        });
  const facts = [
    ...(low === null || high === null ? [] : [`${formatDrift(low)} to ${formatDrift(high)}`]),
    ...(pValue === null ? [] : [t('facet.chance', { percent: formatPercent(pValue) })]),
    ...(facet.hasSeveral ? [t('facet.several')] : []),
    ...(facet.more > 0 ? [t('facet.notListed', { count: facet.more })] : []),
  ];
  return (
    <Card title={facet.title} actions={<FacetBadge facet={facet} />} className={classes.card}>
      <div className={classes.body}>
        {distance === null ? <p className={classes.quiet}>{t('facet.none')}</p> : null}
        {facet.values.length === 0 ? null : (
          <PairedBars
            label={label}
            facts={facts}
            rows={facet.values.map((value) => ({
              key: value.value,
              label: markedText(value.label),
              curated: facet.curated === 0 ? 0 : value.curated / facet.curated,
              production: facet.production === 0 ? 0 : value.production / facet.production,
              count: value.curated,
              filter: within(filter, value.term),
            }))}
          />
        )}
      </div>
    </Card>
  );
}

/** How far apart, and what the gate says where the facet counts. */
function FacetBadge({ facet: { distance, high, state, isWide, isGated } }: Pick<Props, 'facet'>) {
  const { t } = useTranslation('likeness');
  const isJudged = isGated && distance !== null;
  return (
    <StateBadge state={isJudged ? state : 'unmeasured'} isWide={isJudged && isWide}>
      {distance === null ? t('state.unmeasured') : formatDrift(distance)}
      {isJudged && isWide ? ` ${stateText({ state, isWide, high }).toLowerCase()}` : ''}
    </StateBadge>
  );
}
