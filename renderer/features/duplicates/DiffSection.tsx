import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import { foldEqual, type Gap, type Piece, type Section } from './compare.ts';
import classes from './duplicates.module.css';

type Props = { readonly section: Section; readonly which: 'left' | 'right' };

/** One side of one comparison. Long equal stretches are folded away. */
export function DiffSection({ section, which }: Props) {
  const { t } = useTranslation('duplicates');
  const [isWhole, setWhole] = useState(false);
  const pieces = section[which];
  const folded = pieces === null || section.key === 'calls' ? [] : foldEqual(pieces);
  const hasGap = folded.some((piece) => 'gap' in piece);
  return (
    <div className={classes.section}>
      <div className={classes.sectionHead}>
        <h3>{t(`sections.${section.key}`)}</h3>
        {which === 'right' && !section.isSame ? <ToneBadge tone="warn">{t('differs')}</ToneBadge> : null}
      </div>
      {pieces === null ? <p className="t3">{t(`none.${section.key}`)}</p> : null}
      {pieces !== null && section.key === 'calls' ? <Calls pieces={pieces} /> : null}
      {pieces !== null && section.key !== 'calls' ? (
        <div className={classes.text} data-code={section.key === 'reference' || undefined} dir="auto">
          <Pieces pieces={isWhole ? pieces : folded} />
        </div>
      ) : null}
      {hasGap ? (
        <UnstyledButton className={classes.fold} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showLess') : t('showAll')}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

/** The order of pieces is their identity: the list is made anew with the texts. */
function Pieces({ pieces }: { readonly pieces: readonly (Piece | Gap)[] }) {
  const { t } = useTranslation('duplicates');
  return pieces.map((piece, at) => {
    if ('gap' in piece)
      return (
        <span key={at} className={classes.gap}>
          {t('gap', { count: piece.gap })}
        </span>
      );
    if (!piece.isChanged) return <VisibleText key={at} text={piece.text} />;
    return (
      <mark key={at} className={classes.changed}>
        <VisibleText text={piece.text} />
      </mark>
    );
  });
}

function Calls({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <ol className={classes.calls}>
      {pieces.map((piece, at) => (
        <li key={at} className={classes.call}>
          {piece.isChanged ? (
            <mark className={classes.changed}>
              <VisibleText text={piece.text} />
            </mark>
          ) : (
            <VisibleText text={piece.text} />
          )}
        </li>
      ))}
    </ol>
  );
}
