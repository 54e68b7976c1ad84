import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../shared/model/json.ts';
import { rangesOf } from './find.ts';
import { useFind } from './find-context.ts';
import { withFlipped } from './key-set.ts';
import { toJsonLines, type JsonLine } from './json-lines.ts';
import { RawText } from './RawText.tsx';
import classes from './text.module.css';
import { VisibleText } from './VisibleText.tsx';

type JsonTreeProps = {
  readonly value: JsonValue;
  /** The text it was read from, offered where the tree leaves something out. */
  readonly raw?: string;
  readonly label: string;
  readonly pieceKey?: string;
};

/** Lists longer than this start folded below the first level, so that a page of JSON opens as an outline. */
const OUTLINE_FROM = 60;
const INDENT_PX = 14;

/** A JSON value as lines that fold. While something is searched for, all of it is unfolded. */
export function JsonTree({ value, raw, label, pieceKey }: JsonTreeProps) {
  const { t } = useTranslation('trace');
  const { lines, cut } = useMemo(() => toJsonLines(value), [value]);
  const [isRaw, setIsRaw] = useState(false);
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const { query } = useFind();
  const ordinals = useMemo(() => (query === '' ? null : matchesBefore(lines, query)), [lines, query]);
  if (isRaw) {
    return (
      <>
        <RawText text={raw ?? JSON.stringify(value, null, 2)} label={label} />
        <UnstyledButton className={classes.foldButton} onClick={() => setIsRaw(false)}>
          {t('json.showTree')}
        </UnstyledButton>
      </>
    );
  }
  const isOutline = lines.length > OUTLINE_FROM;
  const isFolded = (line: JsonLine, index: number): boolean =>
    query === '' && line.closesAt !== null && (isOutline && line.depth > 0) !== flipped.has(index);
  return (
    <>
      <div className={`${classes.json} ${classes.mono}`} role="group" aria-label={label}>
        {visibleLines(lines, isFolded).map(({ line, index, folded }) => (
          <TreeLine
            key={index}
            line={line}
            closing={folded ? lines[line.closesAt ?? 0] : undefined}
            firstOrdinal={ordinals?.[index] ?? 0}
            pieceKey={pieceKey}
            onFlip={() => setFlipped(withFlipped(flipped, index))}
          />
        ))}
      </div>
      {cut ? (
        <div className={classes.dim}>
          {t('json.cut')}{' '}
          <UnstyledButton className={classes.foldButton} onClick={() => setIsRaw(true)}>
            {t('json.showRaw')}
          </UnstyledButton>
        </div>
      ) : null}
    </>
  );
}

type TreeLineProps = {
  readonly line: JsonLine;
  /** The line that closes it, when it is folded. */
  readonly closing: JsonLine | undefined;
  readonly firstOrdinal: number;
  readonly pieceKey: string | undefined;
  readonly onFlip: () => void;
};

function TreeLine({ line, closing, firstOrdinal, pieceKey, onFlip }: TreeLineProps) {
  const { t } = useTranslation('trace');
  const { query } = useFind();
  const isFolded = closing !== undefined;
  return (
    <div className={classes.line} style={{ paddingLeft: line.depth * INDENT_PX }}>
      {line.closesAt === null ? (
        <span className={classes.gap} />
      ) : (
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? t('json.unfold') : t('json.fold')} ${line.text}`}
          onClick={onFlip}
        >
          {isFolded ? <IconChevronRight size={10} /> : <IconChevronDown size={10} />}
        </UnstyledButton>
      )}
      <span className={classes.lineText}>
        {query === '' || pieceKey === undefined ? (
          line.tokens.map((token, index) => (
            <span key={index} className={classes[token.kind]}>
              <VisibleText text={token.text} />
            </span>
          ))
        ) : (
          <VisibleText text={line.text} pieceKey={pieceKey} firstOrdinal={firstOrdinal} />
        )}
        {closing === undefined ? null : (
          <Fragment>
            <span className={classes.cut}>…</span>
            <span className={classes.mark}>{closing.text}</span>
            <span className={classes.size}>{t('json.entries', { count: line.size })}</span>
          </Fragment>
        )}
      </span>
    </div>
  );
}

type ShownLine = { readonly line: JsonLine; readonly index: number; readonly folded: boolean };

function visibleLines(
  lines: readonly JsonLine[],
  isFolded: (line: JsonLine, index: number) => boolean,
): readonly ShownLine[] {
  const shown: ShownLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const folded = isFolded(line, index);
    shown.push({ line, index, folded });
    if (folded) index = line.closesAt ?? index;
  }
  return shown;
}

/** How many matches stand before each line. */
function matchesBefore(lines: readonly JsonLine[], query: string): readonly number[] {
  let count = 0;
  return lines.map((line) => {
    const before = count;
    count += rangesOf(line.text, query).length;
    return before;
  });
}
