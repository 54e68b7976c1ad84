import { UnstyledButton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTable, type ReactTable } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input } from '../../data/methods.ts';
import { withRange } from '../../state/slices/selection.ts';
import { ErrorState } from '../../ui/ListStates.tsx';
import { COLUMN_LOOKS, columns, features, type GridRow } from './columns.tsx';
import { gridMove } from './grid-keys.ts';
import { GridRowView } from './GridRowView.tsx';
import { headState, isChecked, NOTHING, stretchTo, togglePosition, type Ranges } from './selection.ts';
import classes from './table.module.css';
import { COLUMN_IDS, descendingByDefault, type ColumnId } from './table-settings.ts';
import { useRowPages, type OpenView } from './use-sample-view.ts';

export const ROW_PX = 44;
const HEAD_PX = 28;
const CHECK_PX = 34;
/** Room under the last row, so that the bulk bar covers none. */
const FOOT_PX = 60;

export type Sort = Input<'views.open'>['sort'];
type SamplesTableProps = {
  readonly view: OpenView;
  readonly columnIds: readonly ColumnId[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Position of the row that is read; null: none yet. */
  readonly focus: number | null;
  /** Rises when the focus should also take the keyboard. */
  readonly focusSignal: number;
  readonly onFocus: (position: number) => void;
  readonly onOpen: () => void;
  /** Positions no longer fit, because samples were deleted. */
  readonly onOutdated: () => void;
  readonly checked: Ranges;
  readonly onCheck: (ranges: Ranges) => void;
};

/** Rows of a view. Only those in sight exist; the scroll bar, ranges and the keyboard work on positions. */
export function SamplesTable(props: SamplesTableProps) {
  const { view, focus, checked, onCheck, onFocus } = props;
  const { t } = useTranslation('samples');
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ref: sizeRef, height } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(setScroller, sizeRef);
  const focusAt = Math.min(focus ?? 0, Math.max(0, view.total - 1));
  const [keyboardAt, setKeyboardAt] = useState(focusAt);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay inside this component
  const virtualizer = useVirtualizer({
    count: view.total,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: FOOT_PX,
    paddingEnd: FOOT_PX,
    useFlushSync: false,
    rangeExtractor: (range) => withRows(defaultRangeExtractor(range), [focusAt, keyboardAt], view.total),
  });
  const items = virtualizer.getVirtualItems();
  const inSight = items.filter(({ index }) => index !== focusAt && index !== keyboardAt);
  const pages = useRowPages(view, inSight[0]?.index ?? 0, (inSight.at(-1)?.index ?? 0) + 1);
  const focusPage = useRowPages(view, focusAt, focusAt + 1);
  const keyboardPage = useRowPages(view, keyboardAt, keyboardAt + 1);
  const sampleAt = (position: number): GridRow['sample'] => {
    if (position === focusAt) return focusPage.rowAt(position);
    return position === keyboardAt ? keyboardPage.rowAt(position) : pages.rowAt(position);
  };
  const data = items.map(({ index }): GridRow => ({ position: index, sample: sampleAt(index) }));
  const table = useGrid(data, props.columnIds);
  const stretch = useStretch(checked, onCheck);
  const template = [`${CHECK_PX}px`, ...props.columnIds.map((id) => COLUMN_LOOKS[id].width)].join(' ');
  const minWidth = CHECK_PX + props.columnIds.reduce((sum, id) => sum + COLUMN_LOOKS[id].minPx, 0);

  const scrollTo = virtualizer.scrollToIndex;
  useEffect(() => {
    if (focus !== null) scrollTo(focus, { align: 'auto' });
  }, [focus, view.viewId, scrollTo]);
  const { onOutdated } = props;
  const isOutdated = pages.isShort || focusPage.isShort;
  useEffect(() => {
    if (isOutdated) onOutdated();
  }, [isOutdated, onOutdated]);
  useFocusSignal(scroller, props.focusSignal, focusAt, items.length > 0);

  function onKeyDown(event: KeyboardEvent): void {
    // Keys on the head are its buttons' own.
    if (!(event.target instanceof HTMLElement) || positionOf(event.target) === null) return;
    const move = gridMove(event, focusAt, view.total, Math.max(1, Math.floor((height - HEAD_PX) / ROW_PX) - 1));
    if (move === null || (move.kind === 'clear' && checked.length === 0)) return;
    event.preventDefault();
    if (move.kind === 'check') onCheck(togglePosition(checked, focusAt));
    else if (move.kind === 'checkAll') onCheck(withRange(NOTHING, [0, view.total], true));
    else if (move.kind === 'clear') onCheck(NOTHING);
    else if (move.kind === 'open') props.onOpen();
    else {
      if (move.stretches) stretch.to(focusAt, move.to);
      else stretch.end();
      onFocus(move.to);
    }
  }
  function onRowClick(event: MouseEvent, position: number): void {
    if (event.shiftKey) stretch.to(focusAt, position);
    else if (event.ctrlKey || event.metaKey) onCheck(togglePosition(checked, position));
    else stretch.end();
    onFocus(position);
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey && event.detail === 2) props.onOpen();
  }
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={pages.refetch} />;
  return (
    <div
      ref={ref}
      className={classes.grid}
      role="grid"
      tabIndex={-1}
      aria-label={t('table.label')}
      aria-rowcount={view.total + 1}
      aria-colcount={props.columnIds.length + 1}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onFocus={(event) => setKeyboardAt(positionOf(event.target) ?? keyboardAt)}
    >
      <div style={{ minWidth, height: virtualizer.getTotalSize() + HEAD_PX }} className={classes.sheet}>
        <GridHead {...props} template={template} />
        <div role="rowgroup">
          {table.getRowModel().rows.map((row, index) => (
            <GridRowView
              key={row.original.position}
              row={row}
              top={items[index]?.start ?? 0}
              template={template}
              isFocused={row.original.position === focusAt}
              isRead={focus !== null && row.original.position === focusAt}
              isChecked={isChecked(checked, row.original.position)}
              onClick={onRowClick}
              onToggle={(position, isStretch) => {
                if (isStretch) stretch.to(focusAt, position);
                else onCheck(togglePosition(checked, position));
                onFocus(position);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * The row that is read and the row that has the keyboard always exist. Were they taken away when they are scrolled out of
 * sight, the keyboard would fall out of the table.
 */
function withRows(inSight: number[], kept: readonly number[], total: number): number[] {
  const rows = new Set([...inSight, ...kept.filter((position) => position < total)]);
  return [...rows].sort((a, b) => a - b);
}

function positionOf(element: Element): number | null {
  const position = element.closest('[data-position]')?.getAttribute('data-position');
  return position === undefined || position === null ? null : Number(position);
}

type Grid = ReactTable<typeof features, GridRow>;

function useGrid(data: readonly GridRow[], columnIds: readonly ColumnId[]): Grid {
  const columnVisibility = useMemo(
    () => Object.fromEntries(COLUMN_IDS.map((id) => [id, columnIds.includes(id)])),
    [columnIds],
  );
  return useTable({
    features,
    columns,
    data: data, // the table only reads it
    getRowId: (row) => String(row.position),
    state: { columnVisibility },
  });
}

/** Remembers where a stretch by Shift began, until the focus moves without it. */
function useStretch(checked: Ranges, onCheck: (ranges: Ranges) => void) {
  const anchor = useRef<{ readonly at: number; readonly last: number } | null>(null);
  return {
    to: (from: number, position: number): void => {
      const { at, last } = anchor.current ?? { at: from, last: from };
      anchor.current = { at, last: position };
      onCheck(stretchTo(checked, at, last, position));
    },
    end: (): void => {
      anchor.current = null;
    },
  };
}

/** Gives the keyboard to the focused row when the page asks for it, when the row that had it moved, and when nobody has it. */
function useFocusSignal(scroller: HTMLElement | null, signal: number, focusAt: number, hasRows: boolean): void {
  const last = useRef(signal);
  useEffect(() => {
    const isAsked = last.current !== signal;
    last.current = signal;
    if (scroller === null || !hasRows) return;
    const holdsFocus =
      scroller.contains(document.activeElement) && document.activeElement?.closest('[role="row"]') !== null;
    if (!isAsked && !holdsFocus && document.activeElement !== document.body) return;
    scroller.querySelector<HTMLElement>(`[role="row"][data-position="${focusAt}"]`)?.focus({ preventScroll: true });
  }, [scroller, signal, focusAt, hasRows]);
}

type GridHeadProps = SamplesTableProps & { readonly template: string };

function GridHead({ view, columnIds, sort, onSort, checked, onCheck, template }: GridHeadProps) {
  const { t } = useTranslation('samples');
  const box = useRef<HTMLInputElement>(null);
  const count = checked.reduce((sum, [from, to]) => sum + to - from, 0);
  const state = headState(count, view.total);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
        <span role="columnheader" className={classes.checkCell}>
          <input
            ref={box}
            type="checkbox"
            className={classes.check}
            checked={state === 'all'}
            aria-label={t('table.checkAll', { count: view.total })}
            onChange={() => onCheck(state === 'all' ? NOTHING : withRange(NOTHING, [0, view.total], true))}
          />
        </span>
        {columnIds.map((id) => (
          <HeadCell key={id} id={id} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

function HeadCell({
  id,
  sort,
  onSort,
}: {
  readonly id: ColumnId;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const { t } = useTranslation('samples');
  const look = COLUMN_LOOKS[id];
  const key = look.sort;
  const isSorted = key !== null && sort.key === key;
  const name = t(`columns.names.${id}`);
  return (
    <span
      role="columnheader"
      className={classes.headCell}
      data-align={look.align}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {key === null ? (
        name
      ) : (
        <UnstyledButton
          className={classes.headButton}
          onClick={() => onSort({ key, descending: isSorted ? !sort.descending : descendingByDefault(key) })}
        >
          {name}
          {isSorted ? (
            sort.descending ? (
              <IconArrowDown size={10} aria-hidden />
            ) : (
              <IconArrowUp size={10} aria-hidden />
            )
          ) : null}
        </UnstyledButton>
      )}
    </span>
  );
}
