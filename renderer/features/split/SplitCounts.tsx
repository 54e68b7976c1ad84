import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './split.module.css';

const ACCEPTED = 'decision:include';
/** Counting builds the whole package in memory, so larger sets wait to be asked for. */
const MOST_AT_ONCE = 5_000;

type Props = { readonly seed: number; readonly validationShare: number };

/** The package as it would be split now; nothing is written. */
export function SplitCounts({ seed, validationShare }: Props) {
  const { t } = useTranslation('split');
  const stats = useRpcQuery('stats.get', {});
  return (
    <Card title={t('counts.title')} fact={t('counts.fact', { seed: String(seed) })} className={classes.card}>
      <ListStates
        query={stats}
        skeleton={<RowSkeleton rows={2} />}
        isEmpty={({ decisions }) => (decisions['include'] ?? 0) === 0}
        empty={<NothingAccepted />}
      >
        {({ decisions }) => (
          <Counted seed={seed} validationShare={validationShare} accepted={decisions['include'] ?? 0} />
        )}
      </ListStates>
    </Card>
  );
}

function NothingAccepted() {
  const { t } = useTranslation('split');
  return (
    <EmptyState title={t('counts.none')} text={t('counts.noneText')}>
      <Button component={Link} href="/review">
        {t('counts.openReview')}
      </Button>
    </EmptyState>
  );
}

function Counted({ seed, validationShare, accepted }: Props & { readonly accepted: number }) {
  const { t } = useTranslation('split');
  const [isAsked, setAsked] = useState(false);
  const target = useRpcQuery('exports.targets', {}).data?.[0]?.id;
  const isOn = target !== undefined && (isAsked || accepted <= MOST_AT_ONCE);
  const preview = useRpcQuery(
    'exports.preview',
    isOn
      ? { target, filter: ACCEPTED, graderId: null, version: null, seed, validationShare, leaveOutErrors: true }
      : null,
    { keepPrevious: true },
  );
  if (!isAsked && accepted > MOST_AT_ONCE)
    return (
      <div className={classes.text}>
        <p>{t('counts.large', { count: accepted })}</p>
        <div>
          <Button onClick={() => setAsked(true)}>{t('counts.count')}</Button>
        </div>
      </div>
    );
  return (
    <ListStates query={preview} skeleton={<RowSkeleton rows={2} />}>
      {(counts) => <Sides counts={counts} accepted={accepted} />}
    </ListStates>
  );
}

function Sides({ counts, accepted }: { readonly counts: Output<'exports.preview'>; readonly accepted: number }) {
  const { t } = useTranslation('split');
  const { train, validation } = counts;
  const { linesWithErrors } = counts.problemCount;
  return (
    <div className={classes.text}>
      <div className={classes.bar} role="img" aria-label={t('counts.bar', { train, validation })}>
        <span className={classes.train} style={{ flexGrow: train }} />
        <span className={classes.validation} style={{ flexGrow: validation }} />
      </div>
      <div className={classes.sides}>
        <span>
          <span className={classes.trainKey} /> <b>{formatCount(train)}</b> {t('counts.train')}
        </span>
        <span>
          <span className={classes.validationKey} /> <b>{formatCount(validation)}</b> {t('counts.validation')}
        </span>
        <Link href={samplesHref(ACCEPTED)} className={classes.link}>
          {t('counts.accepted', { count: accepted })}
        </Link>
      </div>
      {linesWithErrors === 0 ? null : (
        <Note tone="warn">
          {t('counts.leftOut', { count: linesWithErrors })} {t('counts.leftOutWhere')}
        </Note>
      )}
    </div>
  );
}
