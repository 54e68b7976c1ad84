import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { z } from 'zod';
import type { PaneSize } from '../state/slices/layout.ts';
import { useAppStore } from '../state/store.ts';
import { useRpcCommand } from './use-rpc-command.tsx';
import { useRpcQuery } from './use-rpc-query.ts';

const Sizes = z.array(
  z.union([
    z.number(),
    z.custom<PaneSize>((value) => typeof value === 'string' && /^\d+(?:\.\d+)?(?:px|rem|%)$/.test(value)),
  ]),
);
const SAVE_AFTER_MS = 600;

/** Sizes of a `PaneLayout`, remembered per project: `<PaneLayout {...usePaneSizes('samples')} panes={…} />`. */
export function usePaneSizes(layoutId: string): {
  sizes: readonly PaneSize[] | undefined;
  onSizesChange: (sizes: readonly PaneSize[]) => void;
} {
  const key = `layout.${layoutId}`;
  const current = useAppStore((state) => state.paneSizes[layoutId]);
  const panesResized = useAppStore((state) => state.panesResized);
  const { data: settings } = useRpcQuery('settings.project', {});
  // Failing to remember a width is no reason for a toast, for example in a read-only project.
  const { run } = useRpcCommand('settings.setProject', { onError: () => true });
  const save = useDebouncedCallback(
    (sizes: readonly PaneSize[]) => void run({ key, value: [...sizes] }),
    SAVE_AFTER_MS,
  );
  const onSizesChange = useCallback(
    (sizes: readonly PaneSize[]) => {
      panesResized(layoutId, sizes);
      save(sizes);
    },
    [layoutId, panesResized, save],
  );
  const stored = Sizes.safeParse(settings?.[key]);
  return { sizes: current ?? (stored.success ? stored.data : undefined), onSizesChange };
}
