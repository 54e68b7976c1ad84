import type { z } from 'zod';
import type { reviews, Verdict } from '../../../shared/contract/reviews.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { ProjectContext } from '../context.ts';
import { setDecision } from '../store/decision-rows.ts';
import { hasSubmitted, putReview, raiseNeedsWork, settleFlags } from '../store/reviews.ts';

type Submit = z.output<(typeof reviews)['submit']['input']>;
type Draft = z.output<(typeof reviews)['saveDraft']['input']>;

const VERB: Readonly<Record<Verdict, string>> = {
  accept: 'Accept',
  needs_work: 'Needs work on',
  reject: 'Reject',
  skip: 'Skip',
};

/**
 * Stores a verdict with its consequences as one action: Accept includes and dismisses the open flags, Reject excludes
 * and confirms them, Needs work leaves undecided and raises a flag, Skip only moves on.
 */
export function submitReview(project: ProjectContext, input: Submit): number {
  const { db } = project;
  const now = project.app.clock.now();
  const action = {
    kind: `review.${input.verdict}`,
    label: `${VERB[input.verdict]} ${sampleRef(input.sampleId)}`,
    tables: ['review', 'decision', 'flag'] as const,
  };
  const { value } = project.act(action, () => {
    const id = putReview(db, {
      uid: project.app.ids.uuid(),
      sampleId: input.sampleId,
      reviewer: input.reviewer,
      state: input.verdict === 'needs_work' ? 'second_look' : 'submitted',
      verdict: input.verdict,
      note: input.note ?? null,
      reason: input.reason ?? null,
      spentMs: input.spentMs ?? null,
      now,
      scores: input.scores ?? null,
    });
    applyVerdict(project, input, now);
    return id;
  });
  return value;
}

function applyVerdict(project: ProjectContext, input: Submit, at: number): void {
  const { db } = project;
  const decision = { sampleId: input.sampleId, reason: input.reason ?? null, at, reviewer: input.reviewer };
  if (input.verdict === 'accept') {
    setDecision(db, { ...decision, state: 'include' });
    settleFlags(db, input.sampleId, 'dismissed');
  } else if (input.verdict === 'reject') {
    setDecision(db, { ...decision, state: 'exclude' });
    settleFlags(db, input.sampleId, 'confirmed');
  } else if (input.verdict === 'needs_work') {
    setDecision(db, { ...decision, state: 'undecided' });
    raiseNeedsWork(db, input.sampleId, JSON.stringify({ note: input.note ?? '', by: input.reviewer }));
  }
}

/** Keeps half-done work; a submitted review is never turned back into a draft by it. */
export function saveReviewDraft(project: ProjectContext, input: Draft): number {
  if (hasSubmitted(project.db, input.sampleId, input.reviewer)) return 0;
  project.write(['review'], () =>
    putReview(project.db, {
      uid: project.app.ids.uuid(),
      sampleId: input.sampleId,
      reviewer: input.reviewer,
      state: 'draft',
      verdict: null,
      note: input.note,
      reason: null,
      spentMs: null,
      now: project.app.clock.now(),
      scores: input.scores,
    }),
  );
  return 1;
}
