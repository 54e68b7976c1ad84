import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

export type ReviewDraft = {
  readonly score: number | null;
  readonly note: string;
  readonly setScore: (score: number | null) => void;
  readonly setNote: (note: string) => void;
  /** ms since the sample came on the desk */
  readonly spentMs: () => number;
};

type Values = { readonly score: number | null; readonly note: string };
const EMPTY: Values = { score: null, note: '' };
const SAVE_AFTER_MS = 600;

/** Note and score as they are typed: kept in the project, so that a crash loses at most the last half second. */
export function useReviewDraft(sampleId: SampleId | null, reviewer: string, canWrite: boolean): ReviewDraft {
  const { data } = useRpcQuery('reviews.forSample', sampleId === null ? null : { sampleId });
  const { run } = useRpcCommand('reviews.saveDraft');
  const [values, setValues] = useState<Values>(EMPTY);
  const loaded = useRef<SampleId | null>(null);
  const since = useRef(performance.now());
  const save = useDebouncedCallback(
    (id: SampleId, next: Values) =>
      void run({
        sampleId: id,
        reviewer,
        note: next.note,
        scores: next.score === null ? [] : [{ attemptId: null, itemKey: '', value: next.score }],
      }),
    { delay: SAVE_AFTER_MS, flushOnUnmount: true },
  );

  // What was stored comes in once a sample; what is typed since then is the reviewer's.
  useEffect(() => {
    if (data === undefined || sampleId === null || loaded.current === sampleId) return;
    loaded.current = sampleId;
    since.current = performance.now();
    const own = data.find((review) => review.reviewer === reviewer);
    setValues({ note: own?.note ?? '', score: own?.scores.find((one) => one.itemKey === '')?.value ?? null });
  }, [data, sampleId, reviewer]);

  function change(next: Values): void {
    setValues(next);
    if (sampleId !== null && canWrite) save(sampleId, next);
  }
  const isLoaded = loaded.current === sampleId;
  return {
    score: isLoaded ? values.score : null,
    note: isLoaded ? values.note : '',
    setScore: (score) => change({ ...values, score }),
    setNote: (note) => change({ ...values, note }),
    spentMs: () => Math.round(performance.now() - since.current),
  };
}
