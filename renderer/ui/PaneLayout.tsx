import { Splitter } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PaneLayout.module.css';

export type PaneSize = number | `${number}%` | `${number}px` | `${number}rem`;
export type Pane = {
  readonly key: string;
  /** Names the landmark; F6 moves between panes. */
  readonly label: string;
  /** `180px` is fixed, a number is a share of what is left. */
  readonly size: PaneSize;
  readonly min?: PaneSize;
  readonly max?: PaneSize;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};
type Props = {
  readonly panes: readonly Pane[];
  readonly orientation?: 'horizontal' | 'vertical';
  /** Remembered sizes; `usePaneSizes(id)` of data/ gives both. */
  readonly sizes?: readonly PaneSize[] | undefined;
  readonly onSizesChange?: (sizes: readonly PaneSize[]) => void;
};

/** Panes edge to edge with draggable 1 px lines. Each is a landmark. */
export function PaneLayout({ panes, orientation = 'horizontal', sizes, onSizesChange }: Props) {
  const known = sizes?.length === panes.length ? [...sizes] : panes.map((pane) => pane.size);
  return (
    <Splitter
      orientation={orientation}
      sizes={known}
      onSizeChange={(next) => onSizesChange?.(next)}
      lineSize={1}
      handleColor="var(--line)"
      withHandle={false}
      step="16px"
      shiftStep="64px"
      className={classes.root}
      classNames={{ handle: classes.handle, pane: classes.pane }}
    >
      {panes.map((pane) => (
        <Splitter.Pane
          key={pane.key}
          defaultSize={pane.size}
          {...(pane.min === undefined ? {} : { min: pane.min })}
          {...(pane.max === undefined ? {} : { max: pane.max })}
        >
          <section
            className={pane.className === undefined ? classes.section : `${classes.section} ${pane.className}`}
            aria-label={pane.label}
            data-pane={pane.key}
            tabIndex={-1}
          >
            {pane.children}
          </section>
        </Splitter.Pane>
      ))}
    </Splitter>
  );
}
