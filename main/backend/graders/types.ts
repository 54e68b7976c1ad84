import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import type { GraderFiles } from '../../../shared/contract/graders.ts';

/** What graders see of the answer: `sample.*` of rft.md 2.10. `output_json` is null without a response format. */
export type GradedSample = {
  readonly output_text: string;
  readonly output_json: JsonValue;
  readonly output_tools: readonly JsonValue[];
  readonly choices: readonly JsonValue[];
  readonly output_reasoning_summary?: JsonValue;
};

/** The data line: `messages`, `tools` when offered, and the reference fields under their own keys. */
export type GradedItem = JsonObject;

export type GradeInput = { readonly item: GradedItem; readonly sample: GradedSample };

/** A compiled grader. `gradeMany` answers in order; failures are results with `state: 'errored'`, never throws (but for cancel). */
export type CompiledGrader = {
  readonly type: string;
  readonly gradeMany: (inputs: readonly GradeInput[], signal: AbortSignal) => Promise<readonly ScorePart[]>;
};

export type CompileResult =
  | { readonly ok: true; readonly grader: CompiledGrader; readonly problems: readonly GraderProblem[] }
  | { readonly ok: false; readonly problems: readonly GraderProblem[] };

export type { GraderFiles };
