import type { FlagRuleId } from '../../../shared/model/flag-rules.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { toTrajectory, type TrajectoryItem } from '../../../shared/model/steps.ts';

/** What checks see of a sample. */
export type CheckSample = {
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  /** The tools as stored: most samples of a file have the same text, so checks know tools by it. */
  readonly toolsJson: string;
  readonly reference: JsonObject;
  readonly attempts: readonly CheckAttempt[];
};

export type CheckAttempt = {
  readonly id: number;
  readonly outcome: Outcome;
  /** Everything after the prompt, in order. */
  readonly messages: readonly Message[];
  /** The messages as steps with their results. */
  readonly items: readonly TrajectoryItem[];
  readonly extras: JsonValue | null;
};

/** @returns an attempt as checks see it, its steps read once for all of them */
export function toCheckAttempt(attempt: Omit<CheckAttempt, 'items'>): CheckAttempt {
  return { ...attempt, items: toTrajectory(attempt.messages) };
}

/** A reason to look at a sample. Findings of a rule differ in attempt and message. */
export type Finding = {
  /** null: about the prompt, or about the sample as a whole */
  readonly attemptId: number | null;
  /** Index in the attempt's messages, or in the prompt's without an attempt; null when it is about the whole of it. */
  readonly messageIdx: number | null;
  /**
   * UTF-16 units, the end not included, in the text of the part whose index `detail.part` gives, or in the arguments of the
   * call whose index `detail.call` gives.
   */
  readonly span?: Span;
  /** What a person needs to see: names, counts. Never long text. */
  readonly detail: JsonObject;
};
export type Span = { readonly start: number; readonly end: number };

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

/** A rule that compares facts of many samples; the store knows how. Its findings change when other samples come or go. */
export type PopulationCheck = {
  readonly id: FlagRuleId;
  readonly version: number;
  readonly by: 'steps' | 'latency' | 'tokens' | 'tool-schema';
};

/** What the rule on languages needs of a sample, so that another thread can judge it. */
export type LanguageTexts = {
  readonly asked: string;
  readonly answers: readonly {
    readonly attemptId: number;
    readonly messageIdx: number;
    /** The beginning, and the end when there is more than one piece of text. */
    readonly pieces: readonly string[];
    /** The two pieces are far enough from each other to be of two languages. */
    readonly isLong: boolean;
  }[];
};
