import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineNode } from './timeline.ts';
import classes from './timeline.module.css';
import { TimelineStep } from './TimelineStep.tsx';

/** A mark of the rail, or the line where the prompt ends. */
export type StepRow = { readonly key: string; readonly node: TimelineNode | null };
export type StepRowsHandle = { readonly scrollTo: (nodeKey: string) => void };

type StepRowsProps = {
  readonly ref?: Ref<StepRowsHandle>;
  readonly rows: readonly StepRow[];
  readonly scroller: HTMLElement | null;
  readonly currentKey: string | null;
  readonly attemptNumber: number | null;
  readonly isCompared: boolean;
  readonly onFocus: (key: string) => void;
};

/** Shorter trajectories are drawn whole: the browser's own search, selection and printing then see all of it. */
const VIRTUAL_FROM = 60;
const ESTIMATED_STEP_PX = 96;
/** Drawn before the window's size is known, and where there is no window. */
const FIRST_RECT = { width: 544, height: 900 };

export function StepRows(props: StepRowsProps) {
  return props.rows.length > VIRTUAL_FROM ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows({ ref, ...props }: StepRowsProps) {
  useImperativeHandle(ref, () => ({
    scrollTo: (nodeKey) =>
      props.scroller?.querySelector(`[data-node="${CSS.escape(nodeKey)}"]`)?.scrollIntoView({ block: 'nearest' }),
  }));
  return (
    <div role="list">
      {props.rows.map((row, index) => (
        <div key={row.key}>
          <RowContent {...props} row={row} index={index} />
        </div>
      ))}
    </div>
  );
}

function VirtualRows({ ref, ...props }: StepRowsProps) {
  const { rows, scroller } = props;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay inside this component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ESTIMATED_STEP_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    initialRect: FIRST_RECT,
    overscan: 6,
    useFlushSync: false,
  });
  useImperativeHandle(ref, () => ({
    scrollTo: (nodeKey) => {
      const index = rows.findIndex((row) => row.key === nodeKey);
      if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' });
    },
  }));
  return (
    <div className={classes.virtual} role="list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item): ReactNode => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={classes.virtualItem}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <RowContent {...props} row={row} index={item.index} />
          </div>
        );
      })}
    </div>
  );
}

type RowContentProps = Omit<StepRowsProps, 'ref' | 'scroller'> & { readonly row: StepRow; readonly index: number };

function RowContent({ row, index, rows, currentKey, attemptNumber, isCompared, onFocus }: RowContentProps) {
  const { t } = useTranslation('trace');
  if (row.node === null) {
    return <div className={classes.divider}>{t('node.promptEnd', { number: attemptNumber ?? 1 })}</div>;
  }
  return (
    <TimelineStep
      node={row.node}
      isCurrent={row.key === currentKey}
      isLast={index === rows.length - 1}
      isCompared={isCompared}
      onFocus={onFocus}
    />
  );
}
