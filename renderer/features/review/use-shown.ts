import { useState } from 'react';
import type { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

const NONE: readonly never[] = [];

/** The sample on the desk and the attempt of it that is read: the first until another one is picked. */
export function useShown(sampleId: SampleId | null) {
  const detail = useRpcQuery('samples.get', sampleId === null ? null : { sampleId }, { keepPrevious: true }).data;
  const [picked, pickAttempt] = useState<AttemptId | null>(null);
  const attempts = detail?.attempts ?? NONE;
  const attemptId = (attempts.find((one) => one.id === picked) ?? attempts[0])?.id ?? null;
  const input = attemptId === null ? null : { attemptId };
  const attempt = useRpcQuery('samples.attempt', input, { keepPrevious: true }).data;
  return {
    detail,
    attempts,
    attemptId,
    attempt: attempt?.summary.id === attemptId ? attempt : null,
    pickAttempt,
  };
}
