import type { RunnableDefinition, RunnableGraderType } from '../../../shared/graders/definition.ts';
import type { PartDefinition } from '../../../shared/graders/multi.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import type { WordnetTable } from '../engine/text/wordnet.ts';
import type { PythonHost } from './python/host.ts';
import type { GradeInput } from './types.ts';

/**
 * Scores answers in order. Failures are parts with `state: 'errored'`.
 *
 * @throws the signal's reason when it is aborted, and what stops every grade alike, such as Python that does not start
 */
export type Evaluate = (inputs: readonly GradeInput[], signal: AbortSignal) => Promise<readonly ScorePart[]>;

export type EngineContext = {
  /** The part's key: that of `graders` inside a multi, else the grader's name. */
  readonly key: string;
  readonly pythonHost: () => PythonHost;
  /** Synonyms for the metric meteor; undefined when they cannot be had, which its definition then says. */
  readonly wordnet: () => Promise<WordnetTable | undefined>;
  /** Compiles a part of a multi under its key. */
  readonly compilePart: (key: string, definition: PartDefinition) => Evaluate;
};

/** One grader type: how a checked definition becomes scores. `@name` is already put in. */
export type GraderEngine<T extends RunnableGraderType = RunnableGraderType> = {
  readonly type: T;
  /** Raised when the same definition gives other scores for the same answer. */
  readonly version: number;
  readonly compile: (definition: Extract<RunnableDefinition, { type: T }>, context: EngineContext) => Evaluate;
};
