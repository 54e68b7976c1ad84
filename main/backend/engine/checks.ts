import type { FlagRuleId } from '../../../shared/model/flag-rules.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';

/** What checks see of a sample. */
export type CheckSample = {
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly reference: JsonObject;
  readonly attempts: readonly CheckAttempt[];
};

export type CheckAttempt = {
  readonly id: number;
  readonly outcome: Outcome;
  /** Everything after the prompt, in order. */
  readonly messages: readonly Message[];
};

/** A reason to look at a sample. Findings of a rule differ in attempt and message. */
export type Finding = {
  /** null: about the sample as a whole */
  readonly attemptId: number | null;
  /** Index in the attempt's messages, null when it is about the whole of it. */
  readonly messageIdx: number | null;
  /** What a person needs to see: names, counts. Never long text. */
  readonly detail: JsonObject;
};

/** A rule that looks at one sample at a time. Pure: the same sample gives the same findings. */
export type Check = {
  readonly id: FlagRuleId;
  /** Raised when the same sample gives other findings. */
  readonly version: number;
  readonly scan: (sample: CheckSample) => readonly Finding[];
};

/** A rule that compares hashes over the whole project; the store knows how. */
export type HashCheck = {
  readonly id: FlagRuleId;
  readonly version: number;
  readonly by: 'prompt' | 'trajectory';
};
