import { useState } from 'react';
import type { LeakKind, LeakPair, SplitName } from '../../../../shared/contract/splits.ts';
import type { Output } from '../../../data/methods.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { placeOf } from './leak-kinds.ts';
import { useLeakCheck } from './use-leak-check.ts';

export type LeakSummary = Output<'leaks.summary'>;
export type LeakState = LeakPair['state'];
export const PAGE = 100;

/** Pairs across splits: which are shown, which one is open, and what can be done. */
export function useLeaks(canWrite: boolean, hasTest: boolean) {
  const summary = useRpcQuery('leaks.summary', {});
  const list = usePairs();
  const decide = useRpcCommand('leaks.decide');
  const fixAll = useRpcCommand('leaks.fixAll');
  const isBusy = decide.isPending || fixAll.isPending;
  const fix = summary.data?.fix;
  const canFixAll = canWrite && !isBusy && (fix?.fixes ?? 0) > 0;
  const act = (input: Parameters<typeof decide.run>[0]): void => {
    if (canWrite && !isBusy) void decide.run(input);
  };
  return {
    summary,
    ...list,
    check: useLeakCheck(),
    canWrite,
    /** Whether there is a test side to move to. */
    hasTest,
    isBusy,
    canFixAll,
    fixAll: () => {
      if (canFixAll) void fixAll.run({});
    },
    move: (sampleId: number, to: SplitName) => act({ action: 'move', sampleId, to }),
    drop: (pair: LeakPair, sampleId: number) => act({ action: 'drop', sampleId, key: pair.key }),
    accept: (pair: LeakPair, reason: string) => act({ action: 'accept', keys: [pair.key], reason }),
    reopen: (pair: LeakPair) => act({ action: 'reopen', keys: [pair.key] }),
  };
}
export type Leaks = ReturnType<typeof useLeaks>;

const NO_ROWS: readonly LeakPair[] = [];
const START = { key: null, at: 0 } as const;

/** The list, a page at a time, and the place in it. */
function usePairs() {
  const [shown, setShown] = useState<{ kind: LeakKind | null; state: LeakState; from: number }>({
    kind: null,
    state: 'open',
    from: 0,
  });
  const [picked, setPicked] = useState<{ key: string | null; at: number }>(START);
  const pairs = useRpcQuery('leaks.pairs', { ...shown, limit: PAGE }, { keepPrevious: true });
  const rows = pairs.data?.rows ?? NO_ROWS;
  const at = placeOf(rows, picked);
  const pick = (to: number): void => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))];
    if (row !== undefined) setPicked({ key: row.key, at: rows.indexOf(row) });
  };
  const show = (part: Partial<typeof shown>): void => {
    setShown({ ...shown, from: 0, ...part });
    setPicked(START);
  };
  return {
    pairs,
    rows,
    at,
    open: rows[at] ?? null,
    pick,
    step: (by: number) => pick(at + by),
    ...shown,
    show,
  };
}
