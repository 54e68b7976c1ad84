import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Position } from '../types.ts';
import type { Chat } from './chat-values.ts';

/** A tool that ran, as its span tells it. `result` is undefined when the span does not hold it. */
export type ToolRun = {
  readonly name: string;
  readonly callId: string | null;
  readonly args: JsonValue | undefined;
  readonly result: JsonValue | undefined;
};

/** What a span says of its model call or tool run. */
export type SpanContent = {
  readonly kind: 'llm' | 'tool' | 'agent' | 'other';
  readonly model: string | null;
  readonly input: Chat | null;
  readonly output: Chat | null;
  readonly tools: readonly JsonValue[];
  /** Tokens in all, and those of the answer. */
  readonly tokens: number | null;
  readonly outputTokens: number | null;
  readonly tool: ToolRun | null;
  /** What has no place in the model. */
  readonly extras: JsonObject | null;
};

/** One span of a trace, whatever made it. Times are epoch ms, with fractions. */
export type Span = SpanContent & {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
  /** In words of the source; null when the span ended well. */
  readonly error: string | null;
};

/** What is known of a trace beside its spans. */
export type TraceFacts = {
  readonly title: string | null;
  readonly reward: number | null;
  readonly reference: JsonObject;
  readonly tags: readonly string[];
  readonly extras: JsonObject;
  /** What the trace as a whole was given and gave, for when no span says. */
  readonly input: Chat | null;
  readonly output: Chat | null;
};

/** A trace with its spans in the order they were read. `position` is that of its first record. */
export type Trace = {
  readonly id: string;
  readonly position: Position;
  readonly spans: readonly Span[];
  readonly facts: Partial<TraceFacts>;
};

export const NO_CONTENT: SpanContent = {
  kind: 'other',
  model: null,
  input: null,
  output: null,
  tools: [],
  tokens: null,
  outputTokens: null,
  tool: null,
  extras: null,
};
