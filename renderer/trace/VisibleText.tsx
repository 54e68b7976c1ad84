import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivateKind } from '../../shared/model/privacy.ts';
import { rangesOf, type Range } from './find.ts';
import { useFind } from './find-context.ts';
import { PrivateMarksContext } from './private-marks-context.ts';
import { privatePieces } from './private-pieces.ts';
import { visibleSegments } from './visible-text.ts';
import classes from './text.module.css';

type VisibleTextProps = {
  readonly text: string;
  /** Names the text to the find bar; without it nothing is marked. */
  readonly pieceKey?: string;
  /** Matches of the same piece that stand before this text. */
  readonly firstOrdinal?: number;
};

/** Text as text: nothing in it is markup, nothing in it is invisible, and what is searched for is marked. */
export function VisibleText({ text, pieceKey, firstOrdinal = 0 }: VisibleTextProps) {
  const { query, current } = useFind();
  const ranges = pieceKey === undefined ? [] : rangesOf(text, query);
  if (ranges.length === 0) return <Marked text={text} />;
  const currentOrdinal = current?.key === pieceKey ? current?.ordinal : undefined;
  return (
    <>
      {splitAt(text, ranges).map((piece) =>
        piece.ordinal === null ? (
          <Marked key={piece.from} text={piece.text} />
        ) : (
          <mark
            key={piece.from}
            className={classes.match}
            data-current-match={piece.ordinal + firstOrdinal === currentOrdinal ? '' : undefined}
          >
            <Marked text={piece.text} />
          </mark>
        ),
      )}
    </>
  );
}

function Marked({ text }: { readonly text: string }) {
  const marks = use(PrivateMarksContext);
  const pieces = marks === null ? null : privatePieces(text, marks);
  if (pieces === null) return <Shown text={text} />;
  return pieces.map((piece) =>
    piece.mark === null ? (
      <Shown key={piece.from} text={piece.text} />
    ) : (
      <PrivateMark key={piece.from} text={piece.text} {...piece.mark} />
    ),
  );
}

/** The kind is drawn by the style sheet, so that copied text does not gain words. */
function PrivateMark({
  text,
  kind,
  isToken,
}: {
  readonly text: string;
  readonly kind: PrivateKind;
  readonly isToken: boolean;
}) {
  const { t } = useTranslation('privacy');
  const name = t(`kinds.${kind}`);
  if (isToken)
    return (
      <span className={classes.token} title={t('trace.token', { kind: name })}>
        {text}
      </span>
    );
  return (
    <mark className={classes.private} title={t('trace.mark', { kind: name })} data-label={name}>
      <Shown text={text} />
    </mark>
  );
}

function Shown({ text }: { readonly text: string }) {
  const segments = visibleSegments(text);
  if (segments.length === 1 && segments[0]?.kind === 'text') return text;
  return segments.map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      // The order of segments is their identity: the list is made anew with the text.
      <HiddenMark key={index} label={segment.label} name={segment.name} />
    ),
  );
}

/** The label is drawn by the style sheet, so that copied text does not gain characters. */
export function HiddenMark({ label, name }: { readonly label: string; readonly name: string }) {
  return <span className={classes.hidden} role="img" aria-label={name} title={name} data-label={label} />;
}

type Piece = { readonly from: number; readonly text: string; readonly ordinal: number | null };

function splitAt(text: string, ranges: readonly Range[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  ranges.forEach((range, ordinal) => {
    if (range.from > from) pieces.push({ from, text: text.slice(from, range.from), ordinal: null });
    pieces.push({ from: range.from, text: text.slice(range.from, range.to), ordinal });
    from = range.to;
  });
  if (from < text.length) pieces.push({ from, text: text.slice(from), ordinal: null });
  return pieces;
}
