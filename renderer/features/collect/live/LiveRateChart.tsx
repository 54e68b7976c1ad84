import { useTranslation } from 'react-i18next';
import { MinuteBars } from '../../../charts/MinuteBars.tsx';
import type { LiveStatus } from '../../../data/use-live.ts';
import { formatCount, formatMean } from '../../../i18n/format.ts';
import { liveRate, RECENT_MINUTES } from './rate.ts';
import classes from './live.module.css';

type RateProps = { readonly status: LiveStatus; readonly at: number };

/** How much comes, of late and over the last hour. */
export function LiveRateChart({ status, at }: RateProps) {
  const { t } = useTranslation('live');
  const { minutes, recent, most } = liveRate(status, at);
  const rate = recent < 10 ? formatMean(recent) : formatCount(recent);
  const unit = t(status.proxy === null ? 'rate.spans' : status.otlp === null ? 'rate.exchanges' : 'rate.both');
  const label = most === 0 ? t('rate.sentenceNone') : t('rate.sentence', { rate, unit, most });
  return (
    <div className={classes.rate}>
      <div className={classes.rateHead}>
        <b>{rate}</b>
        <span>{unit}</span>
        <span className={classes.spacer} />
        <span className="meta">{t('rate.last')}</span>
      </div>
      <MinuteBars minutes={minutes} label={label} head={[t('rate.time'), t('rate.received')]} recent={RECENT_MINUTES} />
    </div>
  );
}
