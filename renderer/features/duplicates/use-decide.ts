import type { Input } from '../../data/methods.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { removedKind, type Shown } from './settings.ts';
import type { OpenCluster } from './use-clusters.ts';
import type { Settings } from './use-settings.ts';

type Action = 'keepOnly' | 'keepBoth' | 'notDuplicates';
export type Decide = {
  readonly isBusy: boolean;
  /** Decides about the cluster on the screen with the keeper that is marked. */
  readonly one: (action: Action) => void;
  /** Keeps one of each cluster that is shown, each with its own keeper, as one change. */
  readonly all: () => Promise<void>;
};
type Resolve = Input<'duplicates.resolve'>;

export function useDecide(settings: Settings, shown: Shown, open: OpenCluster | null, canWrite: boolean): Decide {
  const { run, isPending } = useRpcCommand('duplicates.resolve');
  const { asked: setup, moveAttempts } = settings;
  const remove = moveAttempts ? 'merge' : 'keep';
  return {
    isBusy: isPending,
    one: (action) => {
      if (open === null || !canWrite || isPending) return;
      const { cluster, keeper } = open;
      const input: Resolve = { setup, key: cluster.key, keeperId: keeper.sampleId, action: remove };
      if (action === 'keepOnly') void run(input);
      else if (action === 'keepBoth') void run({ ...input, action: 'both' });
      else void run({ ...input, action: 'apart', memberId: takenOut(open)?.sampleId ?? null });
    },
    all: async () => {
      const kind = removedKind(shown);
      if (canWrite && !isPending && kind !== null) await run({ setup, key: null, kind, action: remove });
    },
  };
}

/** @returns the only sample that "not duplicates" takes out, null when the whole cluster is none */
export function takenOut({ cluster, compared }: OpenCluster): OpenCluster['compared'] | null {
  return cluster.size === 2 || cluster.kind === 'template' ? null : compared;
}
