import { useTranslation } from 'react-i18next';
import type { NumberLikeness } from '../../../../shared/model/likeness.ts';
import { formatCount, formatDuration, formatScore } from '../../../i18n/format.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './likeness.module.css';
import { within } from './likeness-text.ts';
import { PairedBars } from './PairedBars.tsx';

type Props = { readonly measure: NumberLikeness; readonly filter: string };
const KEYS = ['calls', 'steps', 'length', 'tokens', 'latency'] as const;

/** A number of both sets side by side, with the ends that a mean hides. */
export function NumberCard({ measure, filter }: Props) {
  const { t } = useTranslation('likeness');
  const { curated, production, psi, bins } = measure;
  const key = KEYS.find((one) => one === measure.key);
  const title = key === undefined ? measure.title : t(`numbers.${key}`);
  const format = measure.unit === 'ms' ? formatDuration : formatCount;
  const named = (from: number | null, to: number | null): string => {
    if (from === null)
      return to === null ? t('facet.value') : to === 0 ? format(0) : t('numbers.upTo', { to: format(to) });
    if (to === null) return t('numbers.over', { from: format(from) });
    return from === to ? format(from) : t('numbers.range', { from: format(from), to: format(to) });
  };
  const sum = (which: 'curated' | 'production'): number => bins.reduce((total, bin) => total + bin[which], 0) || 1;
  const label = psi === null ? t('numbers.labelNone', { title }) : t('numbers.label', { title, psi: formatScore(psi) });
  const facts =
    curated === null || production === null
      ? []
      : [
          t('numbers.medians', {
            curated: format(curated.p50),
            production: format(production.p50),
            curated95: format(curated.p95),
            production95: format(production.p95),
          }),
        ];
  return (
    <Card
      title={title}
      className={classes.card}
      actions={
        <ToneBadge>{psi === null ? t('numbers.psiNone') : t('numbers.psi', { value: formatScore(psi) })}</ToneBadge>
      }
    >
      <div className={classes.body}>
        <PairedBars
          label={label}
          facts={facts}
          rows={bins.map((bin) => ({
            key: `${bin.from ?? ''}-${bin.to ?? ''}`,
            label: named(bin.from, bin.to),
            curated: bin.curated / sum('curated'),
            production: bin.production / sum('production'),
            count: bin.curated,
            filter: bin.term === null ? null : within(filter, bin.term),
          }))}
        />
      </div>
    </Card>
  );
}
