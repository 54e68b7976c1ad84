import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
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

type Typed = Values & { readonly sampleId: SampleId };

/** Note and score as they are typed: kept in the project, so that a crash loses at most the last half second. */
export function useReviewDraft(sampleId: SampleId | null, reviewer: string, canWrite: boolean): ReviewDraft {
  const { data } = useRpcQuery('reviews.forSample', sampleId === null ? null : { sampleId });
  const { run } = useRpcCommand('reviews.saveDraft');
  const [typed, setTyped] = useState<Typed | null>(null);
  const since = useRef(0);
  const save = useDebouncedCallback(
    ({ sampleId: id, note, score }: Typed) =>
      void run({
        sampleId: id,
        reviewer,
        note,
        scores: score === null ? [] : [{ attemptId: null, itemKey: '', value: score }],
      }),
    { delay: SAVE_AFTER_MS, flushOnUnmount: true },
  );
  useEffect(() => {
    since.current = performance.now();
    // What was typed for this sample is stored before the next one is typed for.
    return () => save.flush();
  }, [sampleId, save]);

  // What is typed stands over what was stored.
  const values = typed?.sampleId === sampleId ? typed : stored(data, reviewer);
  function change(next: Values): void {
    if (sampleId === null || !canWrite) return;
    const whole = { ...next, sampleId };
    setTyped(whole);
    save(whole);
  }
  return {
    score: values.score,
    note: values.note,
    setScore: (score) => change({ note: values.note, score }),
    setNote: (note) => change({ score: values.score, note }),
    spentMs: () => Math.round(performance.now() - since.current),
  };
}

function stored(reviews: Output<'reviews.forSample'> | undefined, reviewer: string): Values {
  const own = reviews?.find((review) => review.reviewer === reviewer);
  if (own === undefined) return EMPTY;
  return { note: own.note ?? '', score: own.scores.find((one) => one.itemKey === '')?.value ?? null };
}
