import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SourceRow } from '../../../shared/model/source.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { markedText } from '../../trace/visible-text.ts';
import classes from './collect.module.css';

/** Samples in which anything was found; those that are masked by now count, too. */
export function PrivacyStat() {
  const { t } = useTranslation('privacy');
  const { data } = useRpcQuery('privacy.summary', {});
  const value = data === undefined || data.scanned === 0 ? '–' : formatCount(data.foundSamples);
  const label = t('collect.stat');
  return (
    <Link href="/privacy" className={classes.stat} aria-label={t('collect.openStat', { label, value })}>
      <b className={data !== undefined && data.openSamples > 0 ? 'c-warn' : undefined}>{value}</b>
      <span>{label}</span>
    </Link>
  );
}

/** The same for one source; nothing is told before it was looked through. */
export function PrivacyCell({ source }: { readonly source: Pick<SourceRow, 'id' | 'name'> }) {
  const { t } = useTranslation('privacy');
  const { data } = useRpcQuery('privacy.summary', { filter: '', sourceId: source.id });
  if (data === undefined || data.scanned === 0) return <span className="t3">–</span>;
  if (data.foundSamples === 0) return <span className="t3">{formatCount(0)}</span>;
  const value = formatCount(data.foundSamples);
  return (
    <Link
      href={`/privacy?source=${source.id}`}
      className={classes.number}
      aria-label={t('collect.openSource', { count: data.foundSamples, name: markedText(source.name) })}
    >
      {value}
    </Link>
  );
}
