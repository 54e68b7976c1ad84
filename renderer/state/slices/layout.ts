import type { SetState } from '../store.ts';

/** Sizes as Mantine's Splitter gives them: numbers share what is left, `px` is fixed. */
export type PaneSize = number | `${number}%` | `${number}px` | `${number}rem`;

export type LayoutSlice = {
  /** null: by the window's width, a rail below 1280. */
  readonly isSidebarOpen: boolean | null;
  /** By layout id; kept per project as the settings `layout.<id>`. */
  readonly paneSizes: Readonly<Record<string, readonly PaneSize[]>>;
  readonly sidebarToggled: (isOpen: boolean) => void;
  readonly panesResized: (layoutId: string, sizes: readonly PaneSize[]) => void;
};

export function layoutSlice(set: SetState): LayoutSlice {
  return {
    isSidebarOpen: null,
    paneSizes: {},
    sidebarToggled: (isSidebarOpen) => set({ isSidebarOpen }),
    panesResized: (layoutId, sizes) => set((state) => ({ paneSizes: { ...state.paneSizes, [layoutId]: sizes } })),
  };
}
