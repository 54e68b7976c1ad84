import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { Delayed, ErrorState, RowSkeleton } from '../../../ui/ListStates.tsx';
import { moveOf } from './leak-kinds.ts';
import classes from './leaks.module.css';
import type { PairDialog } from './LeaksPane.tsx';
import { callNames, sectionsOf } from './pair-text.ts';
import { PairSide } from './PairSide.tsx';
import type { Leaks } from './use-leaks.ts';
import { usePairSide } from './use-pair-side.ts';

type Props = {
  readonly pair: LeakPair;
  readonly leaks: Leaks;
  readonly onDialog: (dialog: PairDialog) => void;
};

/** The open pair: what it shares, and what can be done about it. */
export function PairPanel({ pair, leaks, onDialog }: Props) {
  const { t } = useTranslation('split');
  const refs = { a: sampleRef(pair.a.sampleId), b: sampleRef(pair.b.sampleId) };
  return (
    // What scrolls must be reachable.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.panel} aria-label={t('pair.title', refs)} tabIndex={0}>
      <div className={classes.panelHead}>
        <h3>{t('pair.title', refs)}</h3>
        <ToneBadge>{pair.evidence}</ToneBadge>
        <span className={classes.grow} />
        {leaks.canWrite && pair.state === 'open' ? (
          <Button size="xs" disabled={leaks.isBusy} onClick={() => onDialog('accept')}>
            {t('pair.accept')}
          </Button>
        ) : null}
        {leaks.canWrite && pair.state === 'accepted' ? (
          <Button size="xs" disabled={leaks.isBusy} onClick={() => leaks.reopen(pair)}>
            {t('pair.reopen')}
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" className={classes.sideBySide ?? ''} onClick={() => onDialog('compare')}>
          {t('pair.sideBySide')}
        </Button>
      </div>
      {pair.state === 'accepted' ? <Accepted pair={pair} /> : null}
      <Sides pair={pair} leaks={leaks} />
      <div className={classes.panelFoot}>
        <span>
          <Consequence pair={pair} />
        </span>
        <span className="t3">{t(`harm.${pair.kind}`)}</span>
      </div>
      <div className={classes.foot}>
        <Note>{t('pair.repeatable')}</Note>
      </div>
    </section>
  );
}

function Accepted({ pair }: { readonly pair: LeakPair }) {
  const { t } = useTranslation('split');
  const reason = pair.reason ?? '';
  return (
    <Note>
      {pair.acceptedBy === null
        ? t('pair.accepted', { reason })
        : t('pair.acceptedBy', { name: pair.acceptedBy, reason })}
    </Note>
  );
}

/** What the suggested move leaves, or why none is suggested. */
function Consequence({ pair }: { readonly pair: LeakPair }) {
  const { t } = useTranslation('split');
  const move = moveOf(pair);
  if (move === null) return pair.fix.action === 'review' ? pair.fix.why : null;
  const key = move.after.test > 0 ? 'pair.leavesTest' : 'pair.leaves';
  return t(key, { sample: sampleRef(move.sampleId), ...move.after });
}

function Sides({ pair, leaks }: Pick<Props, 'pair' | 'leaks'>) {
  const left = usePairSide(pair.a.sampleId);
  const right = usePairSide(pair.b.sampleId);
  const sections = useMemo(
    () => (left.side === null || right.side === null ? [] : sectionsOf(left.side, right.side)),
    [left.side, right.side],
  );
  const failed = [left.query, right.query].find(({ error }) => error !== null);
  if (failed?.error != null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (left.side === null || right.side === null)
    return (
      <Delayed>
        <RowSkeleton rows={3} />
      </Delayed>
    );
  const prompt = sections.find(({ key }) => key === 'prompt');
  return (
    <div className={classes.sides}>
      <PairSide
        which="left"
        pair={pair}
        side={left.side}
        pieces={prompt?.left ?? []}
        otherCalls={callNames(right.side)}
        leaks={leaks}
      />
      <PairSide
        which="right"
        pair={pair}
        side={right.side}
        pieces={prompt?.right ?? []}
        otherCalls={callNames(left.side)}
        leaks={leaks}
      />
    </div>
  );
}
