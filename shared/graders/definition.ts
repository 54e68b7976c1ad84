import { z } from 'zod';
import { EndpointGrader } from './endpoint.ts';
import { LabelModel } from './label-model.ts';
import { MultiGrader } from './multi.ts';
import { PythonGrader } from './python.ts';
import { ScoreModel } from './score-model.ts';
import { StringCheck } from './string-check.ts';
import { TextSimilarity } from './text-similarity.ts';

/** `grader.json` of the OpenAI fine-tuning API. */
export const GraderDefinition = z.discriminatedUnion('type', [
  StringCheck,
  TextSimilarity,
  PythonGrader,
  MultiGrader,
  ScoreModel,
  LabelModel,
  EndpointGrader,
]);
export type GraderDefinition = z.infer<typeof GraderDefinition>;

export type GraderType = GraderDefinition['type'];

/** Types whose scores Assay computes itself. */
export const RUNNABLE_TYPES = ['string_check', 'text_similarity', 'python', 'multi'] as const;
export type RunnableGraderType = (typeof RUNNABLE_TYPES)[number];
export type RunnableDefinition = Extract<GraderDefinition, { type: RunnableGraderType }>;

/** The schema of each type, for problems that name the field rather than the whole union. */
export const SCHEMA_BY_TYPE = {
  string_check: StringCheck,
  text_similarity: TextSimilarity,
  python: PythonGrader,
  multi: MultiGrader,
  score_model: ScoreModel,
  label_model: LabelModel,
  endpoint: EndpointGrader,
} as const satisfies Record<GraderType, z.ZodObject>;

export const GRADER_TYPES = Object.keys(SCHEMA_BY_TYPE);

/** @returns whether the text names a known grader type, runnable here or not */
export function isGraderType(type: unknown): type is GraderType {
  return typeof type === 'string' && Object.hasOwn(SCHEMA_BY_TYPE, type);
}

/** @returns whether scores of the type are computed here */
export function isRunnable(definition: GraderDefinition): definition is RunnableDefinition {
  return RUNNABLE_TYPES.some((type) => type === definition.type);
}

/** @returns why a type gives no scores here, one sentence and a half; null for types that run */
export function notRunnableReason(type: GraderType): string | null {
  switch (type) {
    case 'score_model':
    case 'label_model':
      return `${type} graders need a judge, which this version of Assay cannot call. Scores for it are left out.`;
    case 'endpoint':
      return 'endpoint graders need a server, which this version of Assay does not call. Scores for it are left out.';
    default:
      return null;
  }
}
