/** The shape of Assay's own sample lines (`assay-samples`), as far as the demo uses it. */
export type DemoCall = {
  id: string;
  name: string;
  argsText: string;
  args?: unknown;
  argsError?: string;
  kind: 'function';
};
export type DemoMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  parts: { type: 'text' | 'reasoning'; text: string }[];
  calls?: DemoCall[];
  callId?: string;
  isError?: boolean;
  tokens?: number;
  timing?: { startMs: number; durationMs: number };
};
export type DemoSample = {
  assay: 1;
  title: string;
  prompt: DemoMessage[];
  tools: readonly unknown[];
  reference: Record<string, unknown>;
  tags: string[];
  attempts: {
    messages: DemoMessage[];
    model: string;
    reward: number | null;
    outcome: 'success' | 'partial' | 'failure' | 'error' | 'unknown';
    latencyMs: number | null;
    tokens: number | null;
    extras?: Record<string, unknown>;
  }[];
};

export const text = (role: DemoMessage['role'], value: string): DemoMessage => ({
  role,
  parts: [{ type: 'text', text: value }],
});

export function call(id: string, name: string, args: unknown): DemoCall {
  return { id, name, argsText: JSON.stringify(args), args, kind: 'function' };
}

export function assistant(turn: {
  text?: string;
  reasoning?: string;
  calls?: DemoCall[];
  startMs?: number;
  durationMs?: number;
  tokens?: number;
}): DemoMessage {
  return {
    role: 'assistant',
    parts: [
      ...(turn.reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: turn.reasoning }]),
      ...(turn.text === undefined ? [] : [{ type: 'text' as const, text: turn.text }]),
    ],
    ...(turn.calls === undefined || turn.calls.length === 0 ? {} : { calls: turn.calls }),
    ...(turn.tokens === undefined ? {} : { tokens: turn.tokens }),
    ...(turn.startMs === undefined || turn.durationMs === undefined
      ? {}
      : { timing: { startMs: turn.startMs, durationMs: turn.durationMs } }),
  };
}

export function result(
  callId: string,
  answer: unknown,
  at: { startMs: number; durationMs: number; isError: boolean },
): DemoMessage {
  return {
    role: 'tool',
    callId,
    parts: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }],
    timing: { startMs: at.startMs, durationMs: at.durationMs },
    ...(at.isError ? { isError: true } : {}),
  };
}
