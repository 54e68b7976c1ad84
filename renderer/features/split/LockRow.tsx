import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SIDES } from './split-rules.ts';
import classes from './split.module.css';
import { lockedIn, type Split } from './use-split.ts';

/** Freezes sides. A side counts as locked when all of it is. */
export function LockRow({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { stored, canWrite } = split;
  if (!stored.isSplit) return null;
  const sides = SIDES.flatMap((side) => stored.splits.filter((one) => one.split === side && one.count > 0));
  const locked = lockedIn(stored.splits);
  const total = sides.reduce((sum, side) => sum + side.count, 0);
  return (
    <div className={classes.rowTop} role="group" aria-label={t('lock.title')}>
      <span className={classes.rowLabel}>{t('lock.title')}</span>
      <div className={classes.locks}>
        <div className={classes.switches}>
          {sides.map((side) => (
            <Switch
              key={side.split}
              label={t(`sides.${side.split}`)}
              aria-label={t('lock.side', { side: t(`inSide.${side.split}`) })}
              disabled={!canWrite || split.isLocking}
              checked={side.locked === side.count}
              onChange={(event) => split.setLock(side.split, event.currentTarget.checked)}
            />
          ))}
        </div>
        <p>{locked === 0 ? t('lock.none') : t('lock.some', { count: locked, total })}</p>
      </div>
    </div>
  );
}
