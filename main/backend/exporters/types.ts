import type { ExportProblem } from '../../../shared/model/problem.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';

/** A sample as an exporter gets it. */
export type ExportSample = {
  readonly id: number;
  readonly uid: string;
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly reference: JsonObject;
};

/** A problem of one line before it has a file and a number. */
export type LineProblem = Pick<ExportProblem, 'severity' | 'code' | 'message' | 'path'>;

export type LineContext = {
  /** Grader variables `item.*` that every line must have, as paths. */
  readonly itemPaths: readonly string[];
};

/** A trainer's shape. Pure over its input: the same samples, seed and options give the same bytes. */
export type Exporter = {
  readonly id: string;
  /** Raised when the same samples give other bytes. */
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
  readonly limits: { readonly train: number; readonly validation: number; readonly recommendedTrain: number };
  readonly toLine: (sample: ExportSample) => JsonObject;
  /** Problems of one line; errors keep it out of a package. */
  readonly validateLine: (line: JsonObject, context: LineContext) => readonly LineProblem[];
  /** The grader as the trainer takes it. */
  readonly toGrader: (definition: JsonObject) => JsonValue;
  /** How to hand the package over, for the card. */
  readonly instructions: readonly string[];
};
