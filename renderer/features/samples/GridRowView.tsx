import { FlexRender, type Row } from '@tanstack/react-table';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import { COLUMN_LOOKS, type features, type GridRow } from './columns.tsx';
import classes from './table.module.css';
import type { ColumnId } from './table-settings.ts';

type GridRowViewProps = {
  readonly row: Row<typeof features, GridRow>;
  readonly top: number;
  readonly template: string;
  /** The keyboard is on it, or will be when it enters the table. */
  readonly isFocused: boolean;
  readonly isRead: boolean;
  readonly isChecked: boolean;
  readonly onClick: (event: MouseEvent, position: number) => void;
  readonly onToggle: (position: number, isStretch: boolean) => void;
};

export function GridRowView({ row, top, template, isFocused, isRead, isChecked, onClick, onToggle }: GridRowViewProps) {
  const { t } = useTranslation('samples');
  const { position, sample } = row.original;
  const ref = sample === undefined || sample === null ? String(position + 1) : sampleRef(sample.id);
  return (
    // Keys are heard by the grid, which moves the focus among its rows.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isChecked}
      data-position={position}
      data-read={isRead || undefined}
      data-checked={isChecked || undefined}
      tabIndex={isFocused ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
      onClick={(event) => onClick(event, position)}
    >
      <span role="gridcell" className={classes.checkCell}>
        {/* A part of the row's own click, but for its hit area; Space and X check by keyboard. */}
        <input
          type="checkbox"
          className={classes.check}
          tabIndex={-1}
          checked={isChecked}
          aria-label={t('table.checkRow', { ref })}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) =>
            onToggle(position, event.nativeEvent instanceof PointerEvent && event.nativeEvent.shiftKey)
          }
        />
      </span>
      {row.getVisibleCells().map((cell) => (
        <span
          key={cell.id}
          role="gridcell"
          className={classes.cell}
          data-align={COLUMN_LOOKS[cell.column.id as ColumnId].align} // columns are made from ColumnId alone
        >
          {sample === undefined ? <Pending id={cell.column.id} /> : <FlexRender cell={cell} />}
        </span>
      ))}
    </div>
  );
}

/** Pale bars in the shape of the content, faded in so that a quick answer never shows them. */
function Pending({ id }: { readonly id: string }) {
  return (
    <span className={classes.pending} aria-hidden>
      <span />
      {id === 'title' ? <span /> : null}
    </span>
  );
}
