import { useTranslation } from 'react-i18next';
import { DRIFT_LIMITS, type Likeness } from '../../../../shared/model/likeness.ts';
import { formatCount } from '../../../i18n/format.ts';
import classes from './likeness.module.css';
import { formatDrift, stateText } from './likeness-text.ts';
import { StateBadge } from './StateBadge.tsx';

type Props = {
  readonly result: Likeness;
  readonly isStale: boolean;
  /** What it would be after sampling. */
  readonly after: { readonly value: number; readonly title: string } | null;
};
const ENDS = [0.2, 0.4, 0.6, 1];

/** The gate's value on its scale, with where sampling would bring it. */
export function DriftStrip({ result, isStale, after }: Props) {
  const { t } = useTranslation('likeness');
  const { drift } = result;
  const end = ENDS.find((one) => one >= Math.max(drift?.value ?? 0, after?.value ?? 0)) ?? 1;
  const limit = DRIFT_LIMITS.pass.toFixed(2);
  const at = (value: number): string => `${Math.min(100, (value / end) * 100)}%`;
  const label = [
    drift === null
      ? t('strip.unmeasured')
      : t('strip.meter', {
          value: formatDrift(drift.value),
          low: formatDrift(drift.low),
          high: formatDrift(drift.high),
          end: end.toFixed(2),
          limit,
        }),
    ...(after === null ? [] : [t('strip.meterAfter', { value: formatDrift(after.value) })]),
  ].join(' ');
  return (
    <section className={classes.strip} aria-label={t('strip.region')} data-stale={isStale || undefined}>
      <div className={classes.value}>
        <span className={classes.caption}>{t('strip.title')}</span>
        <span className={classes.valueRow}>
          <span className={classes.big}>{drift === null ? t('strip.unmeasured') : formatDrift(drift.value)}</span>
          {drift === null ? null : (
            <StateBadge state={drift.state} isWide={drift.isWide}>
              {stateText(drift)}
            </StateBadge>
          )}
        </span>
        <span className={classes.caption}>
          {drift === null
            ? t('strip.sets', { count: result.curated, production: formatCount(result.production) })
            : t('strip.interval', { low: formatDrift(drift.low), high: formatDrift(drift.high), facet: drift.title })}
        </span>
      </div>
      <div className={classes.meterBox}>
        <div className={classes.meter} role="img" aria-label={label}>
          <span className={classes.zoneOk} style={{ width: at(DRIFT_LIMITS.pass) }} />
          <span className={classes.zoneWarn} style={{ left: at(DRIFT_LIMITS.pass), width: at(DRIFT_LIMITS.pass) }} />
          {end > DRIFT_LIMITS.stop ? (
            <span className={classes.zoneErr} style={{ left: at(DRIFT_LIMITS.stop) }} />
          ) : null}
          <span className={classes.limit} style={{ left: at(DRIFT_LIMITS.pass) }} />
          {drift === null ? null : (
            <>
              <span
                className={classes.span}
                style={{ left: at(drift.low), width: `calc(${at(drift.high)} - ${at(drift.low)})` }}
              />
              <span className={classes.now} style={{ left: at(drift.value) }} />
            </>
          )}
          {after === null ? null : <span className={classes.after} style={{ left: at(after.value) }} />}
        </div>
        <div className={classes.scale} aria-hidden>
          <span>{end > DRIFT_LIMITS.stop ? t('strip.zero') : t('strip.same')}</span>
          <span className={classes.limitText} style={{ left: at(DRIFT_LIMITS.pass) }}>
            {t('strip.limit', { limit })}
          </span>
          <span>{end.toFixed(2)}</span>
        </div>
      </div>
      {after === null ? null : (
        <div className={classes.value}>
          <span className={classes.caption}>{t('strip.after')}</span>
          <span className={classes.afterValue}>{formatDrift(after.value)}</span>
          <span className={classes.caption}>{t('strip.afterBy', { facet: after.title })}</span>
        </div>
      )}
    </section>
  );
}
