import type { AttemptId, SampleId } from '../../../../shared/model/ids.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { ScoreRow } from '../../../../shared/model/score.ts';
import type { ProjectContext } from '../../context.ts';
import { answerFromText, referenceAnswer, toGradedSample, toItem } from '../../graders/sample-view.ts';
import type { GradeInput } from '../../graders/types.ts';
import { attemptBodies, getSampleBody, type SampleBody } from '../../store/samples.ts';
import { getSetting } from '../../store/settings.ts';

/** One thing to grade, or the reason why it cannot be. */
export type Gradable = {
  readonly sampleId: SampleId;
  readonly attemptId: AttemptId | null;
  readonly revision: number;
  readonly on: ScoreRow['on'];
} & ({ readonly input: GradeInput } | { readonly skip: string });

/** The project's response format, null when it has none: then `sample.output_json` is empty, as on the platform. */
export function responseFormat(project: ProjectContext): JsonValue {
  return getSetting(project.db, 'responseFormat') ?? null;
}

/** What of a sample is graded: each attempt; without attempts its reference answer, or nothing with the reason. */
export function gradablesOf(
  project: ProjectContext,
  sampleId: SampleId,
  options: { withoutAttempts: 'reference' | 'skip'; responseFormat: JsonValue },
): Gradable[] {
  const body = getSampleBody(project.db, sampleId);
  if (body === undefined) return [];
  const item = toItem(body.prompt, body.tools, body.reference);
  const base = { sampleId, revision: body.revision };
  const attempts = attemptBodies(project.db, sampleId);
  if (attempts.length > 0)
    return attempts.map((attempt) => ({
      ...base,
      attemptId: attempt.id,
      on: 'attempt',
      input: { item, sample: toGradedSample(attempt.messages, { responseFormat: options.responseFormat }) },
    }));
  if (options.withoutAttempts === 'skip')
    return [{ ...base, attemptId: null, on: 'reference', skip: 'The sample has no attempts.' }];
  return [{ ...base, attemptId: null, on: 'reference', ...onReference(body, options.responseFormat) }];
}

function onReference(body: SampleBody, format: JsonValue): { input: GradeInput } | { skip: string } {
  const answer = referenceAnswer(body.reference);
  if (answer === null) return { skip: 'The sample has neither attempts nor a reference answer.' };
  return {
    input: {
      item: toItem(body.prompt, body.tools, body.reference),
      sample: answerFromText(answer.text, { responseFormat: format }),
    },
  };
}
