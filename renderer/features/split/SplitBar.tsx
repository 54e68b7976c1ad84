import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { formatCount } from '../../i18n/format.ts';
import { countsOf, sidesShown } from './split-rules.ts';
import classes from './split.module.css';
import { useShown, type Split } from './use-split.ts';

/** How many are on each side. What is stored opens its samples; what the rules would give has none yet. */
export function SplitBar({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { isPreview, outcome } = useShown(split);
  const { stored, rules } = split;
  const counts = countsOf(outcome.splits);
  const label = t('bar.label', counts);
  const segments = sidesShown(counts, rules).map((side) => {
    const found = outcome.splits.find((one) => one.split === side);
    const content = (
      <>
        <b>
          {formatCount(counts[side])}
          {found === undefined || found.locked === 0 ? null : (
            <IconLock size={14} role="img" aria-label={t('bar.locked', { count: found.locked })} />
          )}
        </b>
        <span className="ell">{t(`sides.${side}`)}</span>
      </>
    );
    const style = { flexGrow: counts[side] };
    if (isPreview || found === undefined || found.count === 0)
      return (
        <div key={side} className={classes.segment} data-side={side} style={style}>
          {content}
        </div>
      );
    return (
      <Link
        key={side}
        href={samplesHref(found.filter)}
        className={classes.segment}
        data-side={side}
        style={style}
        aria-label={t('bar.open', { count: found.count, side: t(`inSide.${side}`) })}
      >
        {content}
      </Link>
    );
  });
  return (
    <div className={classes.bar} role="group" aria-label={label}>
      {segments}
      {isPreview || stored.unassigned.count === 0 ? null : (
        <Link
          href={samplesHref(stored.unassigned.filter)}
          className={classes.segment}
          data-side="unassigned"
          style={{ flexGrow: stored.unassigned.count }}
          aria-label={t('bar.openUnassigned', { count: stored.unassigned.count })}
        >
          <b>{formatCount(stored.unassigned.count)}</b>
          <span className="ell">{t('bar.unassigned')}</span>
        </Link>
      )}
    </div>
  );
}
