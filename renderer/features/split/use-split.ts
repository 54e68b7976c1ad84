import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { SplitName, SplitRules } from '../../../shared/contract/splits.ts';
import type { Output } from '../../data/methods.ts';
import { useDraft } from '../../data/use-draft.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { nextSeed, readDraft, sameRules, SIDES, toDraft } from './split-rules.ts';

export type StoredSplit = Output<'splits.get'>;
export type PreviewedSplit = Output<'splits.preview'>;
const PREVIEW_AFTER_MS = 200;

/** The split as stored, the rules as they are on the screen, and what splitting by them would do. */
export function useSplit(stored: StoredSplit, canWrite: boolean) {
  const rules = useRules(stored);
  const preview = usePreview(rules.rules, canWrite && stored.scope > 0);
  const apply = useRpcCommand('splits.apply', { onSuccess: rules.discard });
  const lock = useRpcCommand('splits.lock');
  const unlock = useRpcCommand('splits.unlock');
  const { shown } = preview;
  const changes = shown === null ? null : shown.moved + shown.added + shown.removed;
  const canApply = canWrite && preview.isCurrent && !apply.isPending && (rules.isChanged || changes !== 0);
  return {
    stored,
    ...rules,
    ...preview,
    changes,
    canWrite,
    canApply,
    isApplying: apply.isPending,
    apply: () => {
      if (canApply) void apply.run({ rules: rules.rules });
    },
    newSeed: () => {
      if (canWrite) rules.change({ seed: nextSeed(rules.rules.seed, Math.random()) });
    },
    isLocking: lock.isPending || unlock.isPending,
    setLock: (split: SplitName, isLocked: boolean) => {
      void (isLocked ? lock : unlock).run({ splits: [split] });
    },
  };
}
export type Split = ReturnType<typeof useSplit>;

/** The rules of the split until someone changes them; changes are kept until they are used or discarded. */
function useRules({ rules: stored, isSplit }: StoredSplit) {
  const [kept, keep] = useDraft('split');
  const draft = useMemo(() => readDraft(kept), [kept]);
  const rules = draft ?? stored;
  const change = useCallback((part: Partial<SplitRules>) => keep(toDraft({ ...rules, ...part })), [keep, rules]);
  const discard = useCallback(() => keep(null), [keep]);
  return { rules, change, discard, isChanged: isSplit && !sameRules(rules, stored) };
}

/** Asked for once typing rests. */
function usePreview(rules: SplitRules, isOn: boolean) {
  const [asked] = useDebouncedValue(rules, PREVIEW_AFTER_MS);
  const preview = useRpcQuery('splits.preview', isOn ? { rules: asked } : null, { keepPrevious: true });
  const shown = isOn ? (preview.data ?? null) : null;
  return {
    preview,
    shown,
    /** The preview is of what is on the screen, so that what is done is what was read. */
    isCurrent: shown !== null && sameRules(asked, rules) && !preview.isPlaceholderData,
  };
}

/** What the charts and the bar tell of: the split, or what the changed rules would give. */
export function useShown(split: Split) {
  const { stored, shown, isChanged } = split;
  const isPreview = shown !== null && (isChanged || !stored.isSplit);
  return { isPreview, outcome: isPreview ? shown : stored };
}

/** @returns how many samples of the split are locked */
export function lockedIn(splits: StoredSplit['splits']): number {
  return SIDES.reduce((sum, side) => sum + (splits.find(({ split }) => split === side)?.locked ?? 0), 0);
}
