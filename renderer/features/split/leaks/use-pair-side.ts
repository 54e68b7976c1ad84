import type { SampleDetail } from '../../../../shared/model/sample.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { bestAttempt, type Side } from './pair-text.ts';

export type LoadedSide = Side & { readonly detail: SampleDetail };

/** A sample with its best attempt; null until both are there. */
export function usePairSide(sampleId: number) {
  const sample = useRpcQuery('samples.get', { sampleId });
  const best = sample.data === undefined ? null : bestAttempt(sample.data.attempts);
  const attempt = useRpcQuery('samples.attempt', best === null ? null : { attemptId: best.id });
  const isThere = sample.data !== undefined && (best === null || attempt.data !== undefined);
  const side: LoadedSide | null = isThere
    ? {
        detail: sample.data,
        prompt: sample.data.prompt,
        reference: sample.data.reference,
        messages: attempt.data?.messages ?? null,
      }
    : null;
  return { side, query: sample.error === null ? attempt : sample };
}
