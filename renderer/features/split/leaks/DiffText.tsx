import { useTranslation } from 'react-i18next';
import { foldEqual } from '../../../trace/fold-equal.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import type { Piece } from '../../../trace/word-diff.ts';
import classes from './leaks.module.css';

type Props = {
  readonly pieces: readonly Piece[];
  readonly side: 'left' | 'right';
  /** Long equal stretches are left out. */
  readonly isFolded?: boolean;
};

/** One side of a comparison. The order of pieces is their identity: the list is made anew with the texts. */
export function DiffText({ pieces, side, isFolded = false }: Props) {
  const { t } = useTranslation('split');
  return (isFolded ? foldEqual(pieces) : pieces).map((piece, at) => {
    if ('gap' in piece)
      return (
        <span key={at} className={classes.gap}>
          {t('pair.gap', { count: piece.gap })}
        </span>
      );
    if (!piece.isChanged) return <VisibleText key={at} text={piece.text} />;
    return (
      <mark key={at} className={classes.changed} data-side={side}>
        <VisibleText text={piece.text} />
      </mark>
    );
  });
}
