import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { markedText } from '../../trace/visible-text.ts';
import { Note } from '../../ui/Badges.tsx';
import { ErrorState } from '../../ui/ListStates.tsx';
import classes from './balance.module.css';
import { SeedField } from './SeedField.tsx';
import type { Balance, Preview } from './use-balance.ts';

/** Shortages that are written out; the table holds them all. */
const SHORTAGES = 2;

type Props = { readonly balance: Balance; readonly canWrite: boolean };

/** What applying would do, before it is done. */
export function PreviewStrip({ balance, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const { shown, preview } = balance;
  return (
    <div className={classes.preview}>
      <div className={classes.panelLine}>
        <h2>{t('preview.title')}</h2>
        <span className={classes.grow} />
        <SeedField seed={balance.seed} isOff={!canWrite} onSeed={(seed) => balance.change({ seed })} />
      </div>
      {preview.error !== null && shown === null ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : null}
      {preview.error !== null && shown !== null ? <Note tone="err">{preview.error.message}</Note> : null}
      {shown === null ? null : (
        <div className={balance.isCurrent ? classes.result : classes.resultOld}>
          <Bar shown={shown} />
          <Notes shown={shown} balance={balance} canWrite={canWrite} />
        </div>
      )}
    </div>
  );
}

function Bar({ shown }: { readonly shown: Preview }) {
  const { t } = useTranslation('balance');
  const { stay, added, setAside } = shown;
  const parts = [
    { key: 'stay', group: stay, mark: classes.stayMark, text: t('preview.stay', { count: stay.count }) },
    { key: 'added', group: added, mark: classes.addedMark, text: t('preview.added', { count: added.count }) },
    { key: 'aside', group: setAside, mark: classes.asideMark, text: t('preview.aside', { count: setAside.count }) },
  ];
  const label = t('preview.bar', { stay: stay.count, added: added.count, aside: setAside.count });
  return (
    <>
      <div className={classes.bar} role="img" aria-label={label}>
        {parts.map(({ key, group, mark }) =>
          group.count === 0 ? null : <span key={key} className={mark} style={{ flexGrow: group.count }} />,
        )}
      </div>
      <div className={classes.counts} role="status">
        {parts.map(({ key, group, mark, text }) => (
          <Opens key={key} filter={group.filter}>
            <span className={`${classes.key} ${mark}`} /> {text}
          </Opens>
        ))}
      </div>
    </>
  );
}

/** Leads to the samples behind a number, where they can be named. */
function Opens({ filter, children }: { readonly filter: string | null; readonly children: React.ReactNode }) {
  if (filter === null) return <span className={classes.opens}>{children}</span>;
  return (
    <Link href={samplesHref(filter)} className={`${classes.opens} ${classes.link}`}>
      {children}
    </Link>
  );
}

type NotesProps = Props & { readonly shown: Preview };

function Notes({ shown, balance, canWrite }: NotesProps) {
  const { t } = useTranslation('balance');
  const short = shown.cells.filter((cell) => cell.short > 0).toSorted((a, b) => b.short - a.short);
  return (
    <>
      {short.length === 0 ? null : (
        <Note tone="warn">
          {short.slice(0, SHORTAGES).map((cell) => (
            <p key={cell.label}>
              {t('preview.short', {
                value: markedText(cell.label),
                wanted: cell.wanted,
                available: cell.available,
                short: cell.short,
              })}
            </p>
          ))}
          {short.length > SHORTAGES ? <p>{t('preview.moreShort', { count: short.length - SHORTAGES })}</p> : null}
          {canWrite ? (
            <Button
              size="xs"
              mt={4}
              onClick={() => balance.setQuotas(keptQuotas(shown), 'count')}
              title={t('preview.lowerHint')}
            >
              {t('preview.lower')}
            </Button>
          ) : null}
        </Note>
      )}
      {shown.over > 0 ? <Note>{t('preview.over', { count: shown.over })}</Note> : null}
      {shown.belowFloor.slice(0, SHORTAGES).map((value) => (
        <Note key={`${value.facet} ${value.value}`}>
          {t(value.available < value.wanted ? 'preview.floorFew' : 'preview.floorFull', {
            value: markedText(value.label),
            kept: value.kept,
            wanted: value.wanted,
            available: value.available,
          })}
        </Note>
      ))}
      {shown.leftOut.length === 0 ? null : (
        <p className={classes.leftOut}>
          <span>{t('preview.leftOut')}</span>
          {shown.leftOut.map(({ reason, count, filter }) => (
            <Opens key={reason} filter={filter}>
              {t(`preview.reasons.${reason}`, { count })}
            </Opens>
          ))}
        </p>
      )}
    </>
  );
}

function keptQuotas({ cells }: Preview): { values: string[]; amount: number }[] {
  return cells.flatMap((cell) => (cell.kept > 0 ? [{ values: cell.values, amount: cell.kept }] : []));
}
