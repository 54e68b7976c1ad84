import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { samplesHref } from '../../../data/navigation.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Delayed, ErrorState, RowSkeleton } from '../../../ui/ListStates.tsx';
import { DiffText } from './DiffText.tsx';
import classes from './leaks.module.css';
import { sectionsOf, type Section } from './pair-text.ts';
import { usePairSide } from './use-pair-side.ts';

type Props = { readonly pair: LeakPair; readonly isOpen: boolean; readonly onClose: () => void };

/** Both samples in full: prompt, calls and answer of the best attempt, reference. */
export function CompareDialog({ pair, isOpen, onClose }: Props) {
  const { t } = useTranslation('split');
  const refs = { a: sampleRef(pair.a.sampleId), b: sampleRef(pair.b.sampleId) };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('compare.title', refs)} size={1120}>
      <Sides pair={pair} />
    </Modal>
  );
}

function Sides({ pair }: { readonly pair: LeakPair }) {
  const { t } = useTranslation('split');
  const left = usePairSide(pair.a.sampleId);
  const right = usePairSide(pair.b.sampleId);
  const sections = useMemo(
    () => (left.side === null || right.side === null ? null : sectionsOf(left.side, right.side)),
    [left.side, right.side],
  );
  const failed = [left.query, right.query].find(({ error }) => error !== null);
  if (failed?.error != null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (sections === null)
    return (
      <Delayed>
        <RowSkeleton rows={6} />
      </Delayed>
    );
  return (
    <div className={classes.compare}>
      <div className={classes.compareRow}>
        {[pair.a, pair.b].map((side) => (
          <span key={side.sampleId} className={classes.caption}>
            <b>{t('pair.side', { side: t(`sides.${side.split}`), sample: sampleRef(side.sampleId) })}</b>
            <Link href={samplesHref('', side.sampleId)} className={classes.openLink}>
              {t('compare.open', { sample: sampleRef(side.sampleId) })}
            </Link>
          </span>
        ))}
      </div>
      {sections.map((section) => (
        <section key={section.key} aria-label={t(`compare.${section.key}`)}>
          <h3 className={classes.compareHead}>
            {t(`compare.${section.key}`)}
            {section.isSame ? null : <ToneBadge tone="warn">{t('compare.differs')}</ToneBadge>}
          </h3>
          <div className={classes.compareRow}>
            <Half section={section} side="left" />
            <Half section={section} side="right" />
          </div>
        </section>
      ))}
    </div>
  );
}

function Half({ section, side }: { readonly section: Section; readonly side: 'left' | 'right' }) {
  const { t } = useTranslation('split');
  const pieces = section[side];
  if (pieces.every(({ text }) => text === '')) return <p className="t3">{t('compare.none')}</p>;
  if (section.key === 'calls')
    return (
      <ol className={classes.calls}>
        {pieces.map((piece, at) => (
          <li key={at}>
            <DiffText pieces={[piece]} side={side} />
          </li>
        ))}
      </ol>
    );
  return (
    <div className={classes.text} data-code={section.key === 'reference' || undefined} dir="auto">
      <DiffText pieces={pieces} side={side} />
    </div>
  );
}
