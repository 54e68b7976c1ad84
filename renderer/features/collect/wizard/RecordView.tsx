import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import { RawText } from '../../../trace/RawText.tsx';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { toRecordLines, type RecordLine } from './record-lines.ts';
import { recordFields } from './record-text.ts';
import classes from './wizard.module.css';

type RecordViewProps = {
  readonly inspection: Inspection;
  readonly at: number;
  /** What columns are mapped to, by column. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** The column whose lines are lit. */
  readonly focus: string | null;
};

/** One record line by line; the lines of a column carry what it is mapped to. */
export function RecordView({ inspection, at, tags, focus }: RecordViewProps) {
  const { t } = useTranslation('collect');
  const text = inspection.records[at];
  const names = useMemo(() => inspection.columns.map((column) => column.name), [inspection.columns]);
  const fields = useMemo(
    () => (text === undefined ? null : recordFields(text, inspection.delimiter, names)),
    [text, inspection.delimiter, names],
  );
  const shown = useMemo(() => (fields === null ? null : toRecordLines(fields)), [fields]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.querySelector('[data-lit]')?.scrollIntoView({ block: 'nearest' });
  }, [focus, at]);
  if (text === undefined) return <p className={classes.nothing}>{t('record.none')}</p>;
  if (shown === null) {
    return (
      <div className={classes.paneScroll}>
        <p className={classes.nothing}>{t('record.asText')}</p>
        <div className={classes.rawRecord}>
          <RawText text={text} label={t('record.text', { number: at + 1 })} />
        </div>
      </div>
    );
  }
  return (
    <div
      ref={root}
      className={classes.record}
      // It scrolls, so the keyboard must reach it.
      tabIndex={0}
      role="region"
      aria-label={t('record.line', { number: at + 1 })}
    >
      {shown.lines.map((entry, index) => (
        <Line
          // Lines have no other identity than their place.
          key={index}
          entry={entry}
          number={index + 1}
          tags={entry.isFirst ? (tags.get(entry.column ?? '') ?? []) : []}
          isLit={focus !== null && entry.column === focus}
        />
      ))}
      {shown.cut ? <p className={classes.nothing}>{t('record.cut')}</p> : null}
    </div>
  );
}

type LineProps = {
  readonly entry: RecordLine;
  readonly number: number;
  readonly tags: readonly string[];
  readonly isLit: boolean;
};

const INDENT_CH = 2;

function Line({ entry, number, tags, isLit }: LineProps) {
  const { line } = entry;
  return (
    <div className={classes.recordLine} data-lit={isLit || undefined}>
      <span className={classes.lineNumber} aria-hidden>
        {number}
      </span>
      <span className={classes.lineText} style={{ paddingInlineStart: `${line.depth * INDENT_CH}ch` }}>
        {line.tokens.map((token, index) => (
          <span key={index} data-token={token.kind}>
            <VisibleText text={token.text} />
          </span>
        ))}
      </span>
      {tags.map((tag) => (
        <span key={tag} className={classes.lineTag}>
          {tag}
        </span>
      ))}
    </div>
  );
}
