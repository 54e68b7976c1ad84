import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import type { ParsedAttempt, ParsedSample, Position } from '../types.ts';
import { openingEnd, plainAttempt, splitConversation } from './conversation.ts';
import type { Split } from './conversation.ts';

/** A whole conversation with what its record says of it. */
export type Trajectory = {
  readonly position: Position;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDef[];
  readonly taskKey?: string | null;
  readonly title?: string | null;
  readonly reference?: JsonObject;
  /** What is known of the run. */
  readonly attempt?: Partial<Omit<ParsedAttempt, 'messages'>>;
  readonly extras?: JsonValue | null;
  readonly sourceRef?: string | null;
  readonly tags?: readonly string[];
};

/**
 * Makes samples of what an agent did.
 *
 * - `conversation`: the prompt ends before the first assistant message; all that follows is the attempt.
 * - `turn`, `call`: as `splitConversation`. What is known of the run (reward, tokens, time) is true of the whole, so only
 *   the last part carries reward and outcome.
 */
export function trajectorySamples(trajectory: Trajectory, per: Per): readonly ParsedSample[] {
  const { messages, attempt = {} } = trajectory;
  if (per === 'conversation') {
    const end = promptEnd(messages);
    const ran = end < messages.length || Object.values(attempt).some((value) => value !== null && value !== 'unknown');
    return [
      toSample(trajectory, { prompt: messages.slice(0, end), answer: messages.slice(end) }, 0, {
        key: trajectory.taskKey ?? null,
        attempts: ran ? [{ ...plainAttempt(messages.slice(end)), ...attempt }] : [],
      }),
    ];
  }
  return splitSamples(trajectory, per);
}

/** Runs may begin with the agent, and never have words of a user before what it did. */
function promptEnd(messages: readonly Message[]): number {
  const end = openingEnd(messages);
  const first = messages.findIndex(({ role }) => role === 'assistant');
  return end < messages.length || first === -1 ? end : first;
}

/** Makes samples of a chat: as `splitConversation`, and what is known of the answer on the last. */
export function chatSamples(trajectory: Trajectory, per: Per): readonly ParsedSample[] {
  return splitSamples(trajectory, per);
}

function splitSamples(trajectory: Trajectory, per: Per): readonly ParsedSample[] {
  const { messages, attempt = {}, taskKey = null } = trajectory;
  const splits = splitConversation(messages, per);
  return splits.map((split, sub) => {
    const isLast = sub === splits.length - 1;
    const { model = null, startedAt = null } = attempt;
    const whole = splits.length === 1 ? attempt : { ...attempt, tokens: null, latencyMs: null };
    const known = isLast ? whole : { model, startedAt };
    return toSample(trajectory, split, sub, {
      // Parts of two runs of one task are the same sample only where they are the same part.
      key: taskKey === null || splits.length === 1 ? taskKey : `${taskKey} part ${sub + 1}`,
      attempts: split.answer.length === 0 ? [] : [{ ...plainAttempt(split.answer), ...known }],
    });
  });
}

function toSample(
  trajectory: Trajectory,
  split: Split,
  sub: number,
  own: { readonly key: string | null; readonly attempts: readonly ParsedAttempt[] },
): ParsedSample {
  const { position, tools, title, reference, extras, sourceRef, tags } = trajectory;
  return {
    kind: 'sample',
    position,
    sub,
    taskKey: own.key,
    title: title ?? null,
    prompt: split.prompt,
    tools: tools ?? [],
    reference: reference ?? {},
    attempts: own.attempts,
    extras: extras ?? null,
    sourceRef: sourceRef ?? null,
    tags: tags ?? [],
  };
}
