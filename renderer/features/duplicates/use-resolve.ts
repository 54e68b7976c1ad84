import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import type { DuplicateKind, OpenGroup } from './use-groups.ts';

export type ResolveAction = 'keep' | 'merge' | 'both';
export type Resolve = {
  readonly isBusy: boolean;
  /** Settles the group on the screen with the keeper that is marked. */
  readonly one: (action: ResolveAction) => void;
  /** Settles every open group, each with its own keeper, as one change. */
  readonly all: (action: 'keep' | 'merge') => Promise<void>;
};

export function useResolve(kind: DuplicateKind, open: OpenGroup | null, canWrite: boolean): Resolve {
  const { run, isPending } = useRpcCommand('duplicates.resolve');
  return {
    isBusy: isPending,
    one: (action) => {
      if (open === null || !canWrite || isPending) return;
      void run({ kind, key: open.group.key, keeperId: open.keeper.sampleId, action });
    },
    all: async (action) => {
      if (canWrite && !isPending) await run({ kind, key: null, keeperId: null, action });
    },
  };
}
