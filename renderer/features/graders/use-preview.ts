import { useQueries } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import type { AttemptSummary } from '../../../shared/model/sample.ts';
import type { ScoreRow } from '../../../shared/model/score.ts';
import type { AppError } from '../../../shared/rpc/errors.ts';
import type { Input } from '../../data/methods.ts';
import { useRpcQuery, useRpcQueryOptions } from '../../data/use-rpc-query.ts';
import { countProblems } from './grader-files.ts';
import { previewState, type PreviewState } from './score-view.ts';
import { mayRun, type Checked } from './trust.ts';
import type { GraderCheck } from './use-grader-check.ts';
import type { PinnedSample } from './use-pinned-sample.ts';

/** What is graded of the pinned sample. */
export type Graded =
  | { readonly kind: 'attempt'; readonly attemptId: AttemptId }
  | { readonly kind: 'reference' }
  | { readonly kind: 'answer' };

export type Preview = {
  readonly state: PreviewState;
  readonly score: ScoreRow | null;
  /** Of the attempts beside the chosen one, by attempt. */
  readonly scores: ReadonlyMap<AttemptId, ScoreRow>;
  readonly isFetching: boolean;
  readonly graded: Graded;
  readonly choose: (graded: Graded) => void;
  readonly answer: string;
  readonly setAnswer: (answer: string) => void;
  /** The files the score was made of. */
  readonly scoredFiles: Checked | null;
};

const ANSWER_AFTER_MS = 300;
/** Attempts beyond these are scored when they are chosen. */
const MAX_BESIDE = 8;

/** Scores the pinned sample with what is typed, as soon as it is right and may run. Older questions are cancelled. */
export function usePreview(check: GraderCheck, pinned: PinnedSample): Preview {
  const { detail } = pinned;
  const attempts = detail?.attempts ?? NO_ATTEMPTS;
  const sampleId = detail?.row.id ?? null;
  const [choice, choose] = useState<Graded | null>(null);
  const [answer, setAnswer] = useState('');
  const [settledAnswer] = useDebouncedValue(answer, ANSWER_AFTER_MS);
  const graded = gradedOf(choice, attempts);
  const valid = check.valid !== null && mayRun(check.valid) ? check.valid : null;
  const input = valid === null || sampleId === null ? null : inputOf(valid, sampleId, graded, settledAnswer);
  const query = useRpcQuery('graders.preview', input, { gcTimeMs: 60_000, keepPrevious: true });
  const score = query.data?.sampleId === sampleId ? query.data : null;
  const isSettled = score !== null && !query.isFetching;
  const scores = useScoresBeside(valid, sampleId, attempts, graded, isSettled);
  return {
    state: stateOf(check, sampleId !== null, query, score !== null),
    score,
    scores: score?.attemptId == null ? scores : new Map(scores).set(score.attemptId, score),
    isFetching: query.isFetching,
    graded,
    choose,
    answer,
    setAnswer,
    scoredFiles: valid,
  };
}

const NO_ATTEMPTS: readonly AttemptSummary[] = [];

function stateOf(
  check: GraderCheck,
  hasSample: boolean,
  query: { readonly error: AppError | null; readonly isPlaceholderData: boolean },
  hasScore: boolean,
): PreviewState {
  return previewState({
    hasSample,
    isUntrusted: check.isUntrusted,
    errors: countProblems(check.checked?.result.problems ?? []).errors,
    hasValid: check.valid !== null,
    hasScore: hasScore && query.error === null,
    isOld: query.isPlaceholderData,
    failure: query.error?.message ?? null,
  });
}

/** The chosen answer while the sample has it, else its first attempt, else its reference. */
function gradedOf(choice: Graded | null, attempts: readonly AttemptSummary[]): Graded {
  if (choice !== null && choice.kind !== 'attempt') return choice;
  const chosen = attempts.find((attempt) => attempt.id === choice?.attemptId) ?? attempts[0];
  return chosen === undefined ? { kind: 'reference' } : { kind: 'attempt', attemptId: chosen.id };
}

function inputOf({ files }: Checked, sampleId: SampleId, graded: Graded, answer: string): Input<'graders.preview'> {
  switch (graded.kind) {
    case 'attempt':
      return { files, sampleId, on: { attemptId: graded.attemptId } };
    case 'reference':
      return { files, sampleId, on: { reference: true } };
    case 'answer':
      return { files, sampleId, on: { answer } };
  }
}

/** After the chosen one, so that it never waits for them. */
function useScoresBeside(
  valid: Checked | null,
  sampleId: SampleId | null,
  attempts: readonly AttemptSummary[],
  graded: Graded,
  isReady: boolean,
): ReadonlyMap<AttemptId, ScoreRow> {
  const optionsFor = useRpcQueryOptions();
  const others = attempts
    .filter((attempt) => graded.kind !== 'attempt' || attempt.id !== graded.attemptId)
    .slice(0, MAX_BESIDE);
  const results = useQueries({
    queries:
      valid === null || sampleId === null
        ? []
        : others.map((attempt) => ({
            ...optionsFor('graders.preview', inputOf(valid, sampleId, { kind: 'attempt', attemptId: attempt.id }, '')),
            enabled: isReady,
            gcTime: 60_000,
          })),
  });
  return new Map(
    results.flatMap(({ data }: { readonly data: ScoreRow | undefined; readonly error: AppError | null }) =>
      data?.attemptId == null ? [] : [[data.attemptId, data] as const],
    ),
  );
}
