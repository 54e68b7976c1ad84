import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/Badges.tsx';
import { ErrorState } from '../../ui/ListStates.tsx';
import classes from './balance.module.css';
import type { Balance } from './use-balance.ts';

/** Shortages that are written out; the table holds them all. */
const SHORTAGES = 3;

/** What applying would do, before it is done. */
export function PreviewStrip({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation('balance');
  const { shown, preview } = balance;
  if (preview.error !== null && balance.hasQuotas)
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  return (
    <div className={classes.preview}>
      <div className={classes.previewHead}>
        <h2>{t('preview.title')}</h2>
        <span className={classes.grow} />
        <span className="meta">{t('preview.seed', { seed: String(balance.seed) })}</span>
      </div>
      {balance.hasQuotas ? null : <p className="label t2">{t('preview.none')}</p>}
      {shown === null ? null : <Result shown={shown} />}
    </div>
  );
}

function Result({ shown }: { readonly shown: NonNullable<Balance['shown']> }) {
  const { t } = useTranslation('balance');
  const total = Math.max(1, shown.kept + shown.leftOut);
  const short = shown.cells.filter((cell) => cell.short > 0).toSorted((a, b) => b.short - a.short);
  return (
    <>
      <div
        className={classes.split}
        role="img"
        aria-label={t('preview.bar', { kept: shown.kept, leftOut: shown.leftOut })}
      >
        <span className={classes.keptShare} style={{ flexGrow: shown.kept / total }} />
        <span className={classes.leftShare} style={{ flexGrow: shown.leftOut / total }} />
      </div>
      <div className={classes.previewCounts} role="status">
        <span>
          <span className={classes.keyKept} /> {t('preview.kept', { count: shown.kept })}
        </span>
        <span>
          <span className={classes.keyLeft} /> {t('preview.leftOut', { count: shown.leftOut })}
        </span>
        {shown.short > 0 ? <span className="c-warn">{t('preview.short', { count: shown.short })}</span> : null}
      </div>
      {short.length === 0 ? (
        <Note tone="ok">{t('preview.enough')}</Note>
      ) : (
        <Note tone="warn">
          {short.slice(0, SHORTAGES).map((cell) => (
            <p key={cell.value}>
              {t('preview.shortOf', {
                value: cell.label,
                wanted: cell.wanted,
                available: cell.available,
                short: cell.short,
              })}
            </p>
          ))}
          {short.length > SHORTAGES ? <p>{t('preview.moreShort', { count: short.length - SHORTAGES })}</p> : null}
        </Note>
      )}
    </>
  );
}
