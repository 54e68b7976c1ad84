import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SplitWarning } from '../../../shared/contract/splits.ts';
import { samplesHref } from '../../data/navigation.ts';
import { Note } from '../../ui/Badges.tsx';
import classes from './split.module.css';

/** Where a warning is dealt with when it is not about samples of its own. */
const WAYS = {
  not_scanned: { href: '/duplicates', text: 'scan' },
  under_limit: { href: '/review', text: 'review' },
  over_limit: { href: '/balance', text: 'balance' },
} as const;

/** What speaks against the split, in words, each with a way on. */
export function Warnings({ warnings }: { readonly warnings: readonly SplitWarning[] }) {
  const { t } = useTranslation('split');
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label={t('warnings.label')}>
      {warnings.map(({ code, severity, message, filter }) => (
        <li key={`${code} ${message}`}>
          <Note tone={severity === 'stop' ? 'err' : 'warn'}>
            {message} <WayOn code={code} filter={filter} />
          </Note>
        </li>
      ))}
    </ul>
  );
}

function WayOn({ code, filter }: Pick<SplitWarning, 'code' | 'filter'>) {
  const { t } = useTranslation('split');
  const way = Object.entries(WAYS).find(([name]) => name === code)?.[1];
  if (way !== undefined)
    return (
      <Link href={way.href} className={classes.link}>
        {t(`warnings.${way.text}`)}
      </Link>
    );
  if (filter === null) return null;
  return (
    <Link href={samplesHref(filter)} className={classes.link}>
      {t('warnings.samples')}
    </Link>
  );
}
