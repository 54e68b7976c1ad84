import { Button } from '@mantine/core';
import { createElement, useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import type { Output } from '../../../data/methods.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { columnSides, KIND_ICONS, moveOf } from './leak-kinds.ts';
import classes from './leaks.module.css';
import type { PairDialog } from './LeaksPane.tsx';
import { Pager } from './Pager.tsx';
import type { Leaks } from './use-leaks.ts';

type Props = {
  readonly leaks: Leaks;
  readonly page: Output<'leaks.pairs'>;
  readonly onDialog: (dialog: PairDialog) => void;
};

/** One row a pair; one of them is open below and has the focus of the list. */
export function PairTable({ leaks, page, onDialog }: Props) {
  const { t } = useTranslation('split');
  const sides = columnSides(page.rows);
  const body = useRef<HTMLTableSectionElement>(null);
  const { at } = leaks;
  useEffect(() => {
    const row = body.current?.querySelectorAll('tr')[at];
    row?.scrollIntoView({ block: 'nearest' });
    // The focus goes along when it was in the list; from elsewhere it is not taken.
    if (body.current?.contains(document.activeElement) === true) row?.focus();
  }, [at]);
  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: page.rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    leaks.pick(to);
  }
  return (
    <div className={classes.tableBox}>
      <table className={classes.table} role="grid" aria-label={t('table.title')} onKeyDown={onKeyDown}>
        <colgroup>
          <col style={{ width: 126 }} />
          <col style={{ width: sides === null ? 118 : 66 }} />
          <col style={{ width: sides === null ? 128 : 76 }} />
          <col style={{ width: '24%' }} />
          <col />
          <col style={{ width: 182 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('table.why')}</th>
            <th scope="col">{sides === null ? t('table.trains') : t(`sides.${sides[0]}`)}</th>
            <th scope="col">{sides === null ? t('table.heldOut') : t(`sides.${sides[1]}`)}</th>
            <th scope="col">{t('table.evidence')}</th>
            <th scope="col">{t('table.task')}</th>
            <th scope="col" className={classes.right}>
              {t('table.fix')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {page.rows.map((pair, index) => (
            <tr
              key={pair.key}
              role="row"
              tabIndex={index === at ? 0 : -1}
              aria-selected={index === at}
              onClick={() => leaks.pick(index)}
            >
              <PairCells pair={pair} hasSides={sides === null} />
              <td className={classes.right}>
                <FixButton
                  pair={pair}
                  leaks={leaks}
                  isOpen={index === at}
                  onReview={() => {
                    leaks.pick(index);
                    onDialog('compare');
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager leaks={leaks} page={page} />
    </div>
  );
}

function PairCells({ pair, hasSides }: { readonly pair: LeakPair; readonly hasSides: boolean }) {
  const { t } = useTranslation('split');
  return (
    <>
      <td>
        <ToneBadge icon={createElement(KIND_ICONS[pair.kind], { 'aria-hidden': true })}>
          {t(`kinds.${pair.kind}`)}
        </ToneBadge>
      </td>
      {[pair.a, pair.b].map((side) => (
        <td key={side.sampleId}>
          <span className="mono">{sampleRef(side.sampleId)}</span>
          {hasSides ? <span className={classes.sideName}>{t(`sides.${side.split}`)}</span> : null}
        </td>
      ))}
      <td className="t2">
        <span className={classes.clip} title={pair.evidence}>
          {pair.evidence}
        </span>
      </td>
      <td>
        <span className={classes.clip} title={pair.b.title}>
          {pair.b.title}
        </span>
      </td>
    </>
  );
}

type FixProps = {
  readonly pair: LeakPair;
  readonly leaks: Leaks;
  readonly isOpen: boolean;
  readonly onReview: () => void;
};

/** Only the open row's button is a stop of the Tab key: the others are reached by going there. */
function FixButton({ pair, leaks, isOpen, onReview }: FixProps) {
  const { t } = useTranslation('split');
  const refs = { a: sampleRef(pair.a.sampleId), b: sampleRef(pair.b.sampleId) };
  const move = moveOf(pair);
  const common = { size: 'xs', tabIndex: isOpen ? 0 : -1 } as const;
  if (pair.state === 'accepted' && leaks.canWrite)
    return (
      <Button
        {...common}
        disabled={leaks.isBusy}
        aria-label={t('table.reopenOf', refs)}
        onClick={() => leaks.reopen(pair)}
      >
        {t('table.reopen')}
      </Button>
    );
  if (move === null || !leaks.canWrite)
    return (
      <Button {...common} aria-label={t('table.reviewOf', refs)} onClick={onReview}>
        {t('table.review')}
      </Button>
    );
  return (
    <Button {...common} disabled={leaks.isBusy} onClick={() => leaks.move(move.sampleId, move.to)}>
      {t('table.move', { sample: sampleRef(move.sampleId), side: t(`inSide.${move.to}`) })}
    </Button>
  );
}
