import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SourceRow } from '../../../shared/model/source.ts';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import classes from './collect.module.css';
import { PrivacyStat } from './PrivacyNumbers.tsx';

type StatStripProps = { readonly sources: readonly SourceRow[]; readonly onIssues: () => void };

/** Five numbers; those that stand for samples or issues open them. */
export function StatStrip({ sources, onIssues }: StatStripProps) {
  const { t } = useTranslation('collect');
  const { data: stats } = useRpcQuery('stats.get', {});
  const seen = sources.reduce((sum, source) => sum + source.seen, 0);
  const refused = sources.reduce((sum, source) => sum + source.rejected, 0);
  const links = [
    { label: t('stats.attempts'), count: stats?.attempts, href: samplesHref('attempts>0') },
    { label: t('stats.samples'), count: stats?.samples, href: samplesHref('') },
  ];
  const refusedText = formatCount(refused);
  return (
    <div className={classes.stats} role="group" aria-label={t('stats.label')}>
      <div className={classes.stat}>
        <b>{formatCount(seen)}</b>
        <span>{t('stats.records')}</span>
      </div>
      {links.map(({ label, count, href }) => {
        const value = count === undefined ? '–' : formatCount(count);
        return (
          <Link key={label} href={href} className={classes.stat} aria-label={t('stats.openSamples', { label, value })}>
            <b>{value}</b>
            <span>{label}</span>
          </Link>
        );
      })}
      <UnstyledButton
        className={classes.stat}
        aria-label={t('stats.openIssues', { label: t('stats.refused'), value: refusedText })}
        onClick={onIssues}
      >
        <b className={refused > 0 ? 'c-warn' : undefined}>{refusedText}</b>
        <span>{t('stats.refused')}</span>
      </UnstyledButton>
      <PrivacyStat />
    </div>
  );
}
