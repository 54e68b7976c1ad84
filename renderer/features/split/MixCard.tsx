import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SplitName } from '../../../shared/contract/splits.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { formatCount } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FacetMix } from './FacetMix.tsx';
import classes from './mix.module.css';
import { distanceText, MIX_LIMIT, mixTone, shareText } from './mix.ts';
import { countsOf, sidesShown } from './split-rules.ts';
import { useShown, type Split } from './use-split.ts';

/** Whether every side has the same mix of the facets that matter. */
export function MixCard({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { isPreview, outcome } = useShown(split);
  const counts = countsOf(outcome.splits);
  const sides = sidesShown(counts, split.rules).filter((side) => side !== 'test' || counts.test > 0);
  const { mixDistance } = outcome;
  // A facet that no sample has a value of says nothing.
  const mix = outcome.mix.filter(({ values }) => values.length > 0);
  const isEmpty = counts.train + counts.validation + counts.test === 0;
  return (
    <Card
      title={t(sides.length > 2 ? 'mix.titleThree' : 'mix.title')}
      className={classes.card}
      actions={
        mixDistance === null ? null : (
          <Distance value={mixDistance} smallest={Math.min(...sides.map((side) => counts[side]))} />
        )
      }
    >
      {isEmpty ? <EmptyState title={t('mix.noSplit')} text={t('mix.noSplitText')} /> : null}
      {!isEmpty && mix.length === 0 ? <EmptyState title={t('mix.none')} text={t('mix.noneText')} /> : null}
      {isEmpty || mix.length === 0 ? null : (
        // What scrolls must be reachable.
        <div className={classes.body} role="group" aria-label={t('mix.title')} tabIndex={0}>
          <Legend sides={sides} />
          <ChartFrame
            label={mixDistance === null ? t('mix.labelUnknown') : t('mix.label', { value: distanceText(mixDistance) })}
            table={{
              head: [
                t('mix.facet'),
                t('mix.value'),
                ...sides.map((side) => t('mix.legend', { side: t(`sides.${side}`) })),
              ],
              rows: mix.flatMap((facet) =>
                facet.values.map((value) => [
                  facet.title,
                  value.label,
                  ...sides.map((side) => `${shareText(value.shares[side])} (${formatCount(value.counts[side])})`),
                ]),
              ),
            }}
          >
            {mix.map((facet) => (
              <FacetMix key={facet.facet} facet={facet} sides={sides} isPreview={isPreview} />
            ))}
          </ChartFrame>
        </div>
      )}
    </Card>
  );
}

function Distance({ value, smallest }: { readonly value: number; readonly smallest: number }) {
  const { t } = useTranslation('split');
  const tone = mixTone(value, smallest);
  const text = distanceText(value);
  const icon = { ok: <IconCheck aria-hidden />, warn: <IconAlertTriangle aria-hidden />, neutral: null }[tone];
  const hint = t('mix.distance', { value: text, limit: MIX_LIMIT.toFixed(1) });
  return (
    <span title={tone === 'neutral' ? `${hint} ${t('mix.small')}` : hint}>
      <ToneBadge tone={tone} icon={icon}>
        {text}
      </ToneBadge>
    </span>
  );
}

function Legend({ sides }: { readonly sides: readonly SplitName[] }) {
  const { t } = useTranslation('split');
  return (
    <p className={classes.legend}>
      {sides.map((side) => (
        <span key={side}>
          <span className={classes.key} data-side={side} /> {t('mix.legend', { side: t(`sides.${side}`) })}
        </span>
      ))}
    </p>
  );
}
