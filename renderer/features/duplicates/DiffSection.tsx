import { UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import type { Section } from './compare.ts';
import classes from './diff.module.css';
import { foldEqual, type Gap } from '../../trace/fold-equal.ts';
import { jsonTones, tonedParts, type JsonPart } from './json-text.ts';
import type { Piece } from '../../trace/word-diff.ts';

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
      <div className={classes.head}>
        {section.key === 'reference' ? <IconBookmark size={12} className="c-gold" aria-hidden /> : null}
        <h3>{t(`sections.${section.key}`)}</h3>
        {section.key === 'reference' && which === 'right' && !section.isSame ? (
          <ToneBadge tone="warn">{t('differs')}</ToneBadge>
        ) : null}
      </div>
      <Body section={section} pieces={pieces} shown={isWhole ? (pieces ?? []) : folded} />
      {hasGap ? (
        <UnstyledButton className={classes.fold} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showLess') : t('showAll')}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

type BodyProps = {
  readonly section: Section;
  readonly pieces: readonly Piece[] | null;
  readonly shown: readonly (Piece | Gap)[];
};

function Body({ section, pieces, shown }: BodyProps) {
  const { t } = useTranslation('duplicates');
  if (pieces === null) return <p className="t3">{t(`none.${section.key}`)}</p>;
  if (section.key === 'calls') return <Calls pieces={pieces} />;
  const isCode = section.key === 'reference';
  return (
    <div className={classes.text} data-code={isCode || undefined} dir="auto">
      {isCode ? <JsonPieces pieces={shown} /> : <Pieces pieces={shown} />}
    </div>
  );
}

/** The order of pieces is their identity: the list is made anew with the texts. */
function Pieces({ pieces }: { readonly pieces: readonly (Piece | Gap)[] }) {
  return pieces.map((piece, at) =>
    'gap' in piece ? (
      <GapMark key={at} gap={piece.gap} />
    ) : piece.isChanged ? (
      <mark key={at} className={classes.changed}>
        <VisibleText text={piece.text} />
      </mark>
    ) : (
      <VisibleText key={at} text={piece.text} />
    ),
  );
}

/** The same, with keys, texts and numbers told apart. */
function JsonPieces({ pieces }: { readonly pieces: readonly (Piece | Gap)[] }) {
  const parts = useMemo(() => tonedPieces(pieces), [pieces]);
  return parts.map((piece, at) =>
    'gap' in piece ? (
      <GapMark key={at} gap={piece.gap} />
    ) : piece.isChanged ? (
      <mark key={at} className={classes.changed}>
        <Parts parts={piece.parts} />
      </mark>
    ) : (
      <Parts key={at} parts={piece.parts} />
    ),
  );
}

type TonedPiece = Gap | { readonly isChanged: boolean; readonly parts: readonly JsonPart[] };

function tonedPieces(pieces: readonly (Piece | Gap)[]): readonly TonedPiece[] {
  const textOf = (piece: Piece | Gap): string => ('gap' in piece ? '' : piece.text);
  const tones = jsonTones(pieces.map(textOf).join(''));
  let from = 0;
  return pieces.map((piece) => {
    if ('gap' in piece) return piece;
    const parts = tonedParts(tones, from, piece.text);
    from += piece.text.length;
    return { isChanged: piece.isChanged, parts };
  });
}

function Parts({ parts }: { readonly parts: readonly JsonPart[] }) {
  return parts.map(({ text, tone }, at) =>
    tone === null ? (
      <VisibleText key={at} text={text} />
    ) : (
      <span key={at} className={classes.tone} data-tone={tone}>
        <VisibleText text={text} />
      </span>
    ),
  );
}

function GapMark({ gap }: Gap) {
  const { t } = useTranslation('duplicates');
  return <span className={classes.gap}>{t('gap', { count: gap })}</span>;
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
