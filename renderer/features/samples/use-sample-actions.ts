import { useCallback, useMemo } from 'react';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import type { SampleId } from '../../../shared/model/ids.ts';
import type { Decision } from '../../../shared/model/sample.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import type { Ranges } from './selection.ts';
import type { OpenView } from './use-sample-view.ts';

/** Which samples an act means, and how many they are. */
export type Target = { readonly samples: SampleTarget; readonly count: number };

export type SampleActions = {
  readonly decide: (state: Decision) => void;
  readonly needsWork: () => void;
  readonly tag: (add: readonly string[], remove: readonly string[]) => void;
  readonly flag: (note: string) => void;
};

/** @returns the checked rows, else the sample that is read; null when there is neither */
export function targetOf(view: OpenView | null, checked: Ranges, sampleId: SampleId | null): Target | null {
  const count = checked.reduce((sum, [from, to]) => sum + to - from, 0);
  if (view !== null && count > 0) {
    const ranges = checked.map(([from, to]): [number, number] => [from, to]);
    return { samples: { by: 'view', viewId: view.viewId, ranges }, count };
  }
  return sampleId === null ? null : { samples: { by: 'ids', ids: [sampleId] }, count: 1 };
}

/** One command each, however many samples; undo comes with the toast of the command. */
export function useSampleActions(target: Target | null): SampleActions {
  const { run: setDecision } = useRpcCommand('decisions.set');
  const { run: needWork } = useRpcCommand('samples.needWork');
  const { run: setTags } = useRpcCommand('tags.set');
  const { run: raiseFlag } = useRpcCommand('flags.raise');
  const act = useCallback(
    (run: (samples: SampleTarget) => Promise<unknown>) => {
      if (target !== null) void run(target.samples);
    },
    [target],
  );
  return useMemo(
    () => ({
      decide: (state) => act(async (samples) => setDecision({ target: samples, state })),
      needsWork: () => act(async (samples) => needWork({ target: samples })),
      tag: (add, remove) => act(async (samples) => setTags({ target: samples, add: [...add], remove: [...remove] })),
      flag: (note) => act(async (samples) => raiseFlag({ target: samples, note })),
    }),
    [act, setDecision, needWork, raiseFlag, setTags],
  );
}
