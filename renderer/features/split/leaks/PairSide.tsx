import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { samplesHref } from '../../../data/navigation.ts';
import type { Piece } from '../../../trace/word-diff.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { DiffText } from './DiffText.tsx';
import { otherSides } from './leak-kinds.ts';
import classes from './leaks.module.css';
import { callNames, referenceLine, sharedCalls } from './pair-text.ts';
import type { Leaks } from './use-leaks.ts';
import type { LoadedSide } from './use-pair-side.ts';

type Props = {
  readonly which: 'left' | 'right';
  readonly pair: LeakPair;
  readonly side: LoadedSide;
  readonly pieces: readonly Piece[];
  readonly otherCalls: readonly string[];
  readonly leaks: Leaks;
};

/** One sample of the pair with what it asks, its facts and where it can go. */
export function PairSide({ which, pair, side, pieces, otherCalls, leaks }: Props) {
  const { t } = useTranslation('split');
  const own = which === 'left' ? pair.a : pair.b;
  const sample = sampleRef(own.sampleId);
  return (
    <div className={classes.side}>
      <span className={classes.caption}>
        <Link href={samplesHref('', own.sampleId)} className={classes.sampleLink}>
          {t('pair.side', { side: t(`sides.${own.split}`), sample })}
        </Link>
        {own.locked ? <ToneBadge icon={<IconLock aria-hidden />}>{t('pair.locked')}</ToneBadge> : null}
        <span className={classes.grow} />
        {leaks.canWrite && pair.state === 'open' ? <Actions pair={pair} own={own} leaks={leaks} /> : null}
      </span>
      {pieces.length === 0 ? (
        <p className="t3">{t('pair.noText')}</p>
      ) : (
        <p className={classes.prompt} dir="auto">
          <DiffText pieces={pieces} side={which} isFolded />
        </p>
      )}
      <Facts side={side} otherCalls={otherCalls} together={own.together} />
    </div>
  );
}

function Facts({ side, otherCalls, together }: Pick<Props, 'side' | 'otherCalls'> & { readonly together: number }) {
  const { t } = useTranslation('split');
  const calls = callNames(side);
  const reference = referenceLine(side.reference);
  const facts = [
    {
      name: t('pair.reference'),
      value: reference === '' ? t('pair.noReference') : <span className="mono">{reference}</span>,
    },
    {
      name: t('pair.calls'),
      value:
        side.messages === null
          ? t('pair.noAttempt')
          : t('pair.callsShared', { count: calls.length, shared: sharedCalls(calls, otherCalls) }),
    },
    {
      name: t('pair.together'),
      value: together <= 1 ? t('pair.alone') : t('pair.group', { count: together - 1 }),
    },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="ell">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ActionProps = {
  readonly pair: LeakPair;
  readonly own: LeakPair['a'];
  readonly leaks: Leaks;
};

/** Locked samples stay, and the button says so. */
function Actions({ pair, own, leaks }: ActionProps) {
  const { t } = useTranslation('split');
  const sample = sampleRef(own.sampleId);
  const hint = own.locked ? t('pair.lockedHint', { sample, side: t(`inSide.${own.split}`) }) : undefined;
  return (
    <div className={classes.actions} role="group" aria-label={t('pair.actions', { sample })}>
      {otherSides(own.split, leaks.hasTest).map((side) => (
        <Button
          key={side}
          size="xs"
          disabled={own.locked || leaks.isBusy}
          title={hint}
          aria-label={t('pair.moveSample', { sample, side: t(`inSide.${side}`) })}
          onClick={() => leaks.move(own.sampleId, side)}
        >
          {t('pair.moveTo', { side: t(`inSide.${side}`) })}
        </Button>
      ))}
      <Button
        size="xs"
        disabled={leaks.isBusy}
        title={t('pair.dropHint')}
        aria-label={t('pair.dropSample', { sample })}
        onClick={() => leaks.drop(pair, own.sampleId)}
      >
        {t('pair.drop')}
      </Button>
    </div>
  );
}
