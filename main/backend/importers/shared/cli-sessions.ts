import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part, ToolDef } from '../../../../shared/model/message.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import { parseTime } from './time.ts';
import { createTranscript } from './transcript.ts';
import type { CallInput, MessageInput } from './transcript.ts';

/** A session of a command-line agent as it was read. */
export type CliSession = {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly model: string | null;
  readonly tokens: number | null;
  readonly startedAt: number | null;
  readonly id: string | null;
  readonly head: JsonObject | null;
};

type Taken = 'taken' | 'skipped';

/** How the events of a command-line agent are read, a line at a time. */
export type CliEvents = {
  readonly isLine: (line: JsonObject) => boolean;
  readonly create: () => {
    readonly push: (line: JsonObject) => Taken;
    /** @returns the main session first, then that of its sub-agents */
    readonly end: () => readonly CliSession[];
  };
};

const COPILOT = /^(?:session|user|assistant|tool|system|subagent|hook|skill|permission)\.[a-z_.]+$|^abort$/;

/** Events of GitHub Copilot CLI. Results name their call; events of sub-agents name the call that started them. */
export const readCopilot: CliEvents = {
  isLine: (line) => COPILOT.test(textOf(line['type']) ?? '') && 'data' in line && 'parentId' in line,
  create() {
    const main = createTranscript();
    const agents = createTranscript();
    const state = { model: null, id: null, head: null, startedAt: null } as {
      model: string | null;
      id: string | null;
      head: JsonObject | null;
      startedAt: number | null;
    };
    const common = { tools: [], tokens: null };
    return {
      push(line) {
        const data = objectOf(line['data']);
        state.startedAt ??= parseTime(line['timestamp']);
        state.model = textOf(data['model']) ?? state.model;
        if (line['type'] === 'session.start') {
          state.id ??= textOf(data['sessionId']);
          state.head ??= data;
          return 'taken';
        }
        return addCopilot(textOf(line['type']) ?? '', data, 'parentToolCallId' in data ? agents : main);
      },
      end: () => [
        { ...common, ...state, messages: main.messages },
        { ...common, ...state, messages: agents.messages },
      ],
    };
  },
};

function addCopilot(type: string, data: JsonObject, to: ReturnType<typeof createTranscript>): Taken {
  if (type === 'system.message' || type === 'user.message') {
    const { attachments } = data;
    const role = type === 'system.message' ? 'system' : 'user';
    const extras = listOf(attachments).length > 0 ? { attachments: attachments ?? null } : null;
    to.add(role, { content: data['content'], extras });
  } else if (type === 'assistant.message') {
    to.add('assistant', {
      content: data['content'],
      reasoning: textOf(data['reasoningText']),
      tokens: numberOf(data['outputTokens']),
      calls: objectsOf(data['toolRequests']).map((call) => ({
        id: textOf(call['toolCallId']),
        name: textOf(call['name']) ?? 'unknown',
        args: call['arguments'],
        extras: restOf(call, ['toolCallId', 'name', 'arguments', 'type']),
      })),
    });
  } else if (type === 'tool.execution_complete') {
    const { success } = data;
    const result = objectOf(data['result']);
    to.add('tool', {
      callId: textOf(data['toolCallId']),
      content: result['content'] ?? objectOf(data['error'])['message'] ?? null,
      isError: typeof success === 'boolean' ? !success : null,
      durationMs: numberOf(objectOf(objectOf(data['toolTelemetry'])['metrics'])['durationMs']),
      extras: restOf(result, ['content']),
    });
  } else return 'skipped';
  return 'taken';
}

const KIMI =
  /^(?:context\.append_message|context\.append_loop_event|llm\.request|llm\.tools_snapshot|usage\.record|turn\.prompt|config\.update|tools\.set_active_tools|permission\.[a-z_]+|plan_mode\.[a-z]+|full_compaction\.[a-z]+|context\.apply_compaction)$/;

type Step = { readonly parts: Part[]; readonly calls: CallInput[]; readonly results: MessageInput[] };

/** Events of Kimi CLI. What a step thinks, says, calls and gets back are events of their own. */
export const readKimi: CliEvents = {
  isLine: (line) => KIMI.test(textOf(line['type']) ?? '') || 'protocol_version' in line,
  create() {
    const transcript = createTranscript();
    const state = { model: null, tokens: null, startedAt: null, system: null, tools: [], step: null } as KimiState;

    function flush(end: JsonObject | null): void {
      const { step } = state;
      state.step = null;
      if (step === null) return;
      if (step.parts.length + step.calls.length > 0 || end !== null)
        transcript.add('assistant', {
          parts: step.parts,
          calls: step.calls,
          finish: textOf(end?.['finishReason']),
          tokens: numberOf(objectOf(end?.['usage'])['output']),
          durationMs: numberOf(end?.['llmStreamDurationMs']),
        });
      for (const result of step.results) transcript.add('tool', result);
    }

    return {
      push(line) {
        const type = textOf(line['type']) ?? '';
        state.startedAt ??= parseTime(line['time'] ?? line['created_at']);
        if (type === 'context.append_message') {
          flush(null);
          const message = objectOf(line['message']);
          const role = (['system', 'assistant'] as const).find((name) => name === message['role']) ?? 'user';
          transcript.add(role, {
            content: message['content'],
            extras: restOf(message, ['role', 'content', 'toolCalls']),
          });
          return 'taken';
        }
        if (type !== 'context.append_loop_event') return takeKimiSetting(type, line, state, transcript);
        const event = objectOf(line['event']);
        if (event['type'] === 'step.end') flush(event);
        else {
          if (event['type'] === 'step.begin') flush(null);
          takeKimiEvent(event, (state.step ??= { parts: [], calls: [], results: [] }));
        }
        return 'taken';
      },
      end() {
        flush(null);
        const { model, tokens, startedAt, tools } = state;
        return [{ messages: transcript.messages, tools, model, tokens, startedAt, id: null, head: null }];
      },
    };
  },
};

type KimiState = {
  model: string | null;
  tokens: number | null;
  startedAt: number | null;
  system: string | null;
  tools: readonly ToolDef[];
  step: Step | null;
};

function takeKimiEvent(event: JsonObject, step: Step): void {
  const part = objectOf(event['part']);
  const result = objectOf(event['result']);
  switch (event['type']) {
    case 'content.part':
      if (typeof part['think'] === 'string') step.parts.push({ type: 'reasoning', text: part['think'] });
      else if (typeof part['text'] === 'string') step.parts.push({ type: 'text', text: part['text'] });
      else step.parts.push({ type: 'other', kind: textOf(part['type']) ?? 'unknown', raw: part });
      break;
    case 'tool.call':
      step.calls.push({
        id: textOf(event['toolCallId']),
        name: textOf(event['name']) ?? 'unknown',
        args: event['args'],
        extras: restOf(event, ['type', 'uuid', 'turnId', 'step', 'stepUuid', 'toolCallId', 'name', 'args']),
      });
      break;
    case 'tool.result':
      step.results.push({
        callId: textOf(event['toolCallId']),
        content: result['output'] ?? null,
        // Only failures are marked.
        isError: result['isError'] === true,
        extras: restOf(result, ['output', 'isError']),
      });
      break;
    default:
  }
}

function takeKimiSetting(
  type: string,
  line: JsonObject,
  state: KimiState,
  transcript: ReturnType<typeof createTranscript>,
): Taken {
  const system = textOf(line['systemPrompt']);
  if (type === 'config.update' && system !== null && state.system === null) {
    state.system = system;
    transcript.add('system', { content: system });
  } else if (type === 'tools.set_active_tools') {
    state.tools = listOf(line['names']).flatMap((name) => (typeof name === 'string' ? [{ name }] : []));
  } else if (type === 'llm.request') state.model = textOf(line['model']) ?? state.model;
  else if (type === 'usage.record') {
    const counts = Object.values(objectOf(line['usage'])).filter((count) => typeof count === 'number');
    state.tokens = counts.reduce((sum, count) => sum + count, state.tokens ?? 0);
  } else return 'skipped';
  return 'taken';
}

const GEMINI_ROLES: Readonly<Record<string, 'user' | 'assistant'>> = {
  user: 'user',
  gemini: 'assistant',
  model: 'assistant',
};

/** @returns whether an object is a session of Gemini CLI */
export function isGeminiSession(value: JsonObject): boolean {
  if (typeof value['sessionId'] !== 'string' || !('projectHash' in value || 'startTime' in value)) return false;
  return (
    Array.isArray(value['messages']) && objectsOf(value['messages']).every((one) => typeof one['type'] === 'string')
  );
}

type GeminiSession = Pick<CliSession, 'messages' | 'model' | 'tokens'> & { readonly skipped: number };

/** Reads the messages of a Gemini CLI session. Notices (`info`, `error`) are no messages. */
export function addGeminiMessages(raw: JsonValue | undefined): GeminiSession {
  const transcript = createTranscript();
  const state = { model: null, tokens: null, skipped: 0 } as {
    model: string | null;
    tokens: number | null;
    skipped: number;
  };
  for (const message of objectsOf(raw)) {
    const type = textOf(message['type']) ?? '';
    const role = Object.hasOwn(GEMINI_ROLES, type) ? GEMINI_ROLES[type] : undefined;
    if (role === undefined) {
      state.skipped += 1;
      continue;
    }
    const tokens = objectOf(message['tokens']);
    const calls = objectsOf(message['toolCalls']);
    state.model = textOf(message['model']) ?? state.model;
    const total = numberOf(tokens['total']);
    if (total !== null) state.tokens = (state.tokens ?? 0) + total;
    transcript.add(role, {
      content: message['content'] ?? message['parts'] ?? null,
      reasoning: thoughtsOf(message['thoughts']),
      tokens: numberOf(tokens['output']),
      calls: calls.map((call) => ({
        id: textOf(call['id']),
        name: textOf(call['name']) ?? 'unknown',
        args: call['args'],
        extras: restOf(call, ['id', 'name', 'args', 'status', 'result', 'timestamp']),
      })),
    });
    for (const call of calls) if ('result' in call || 'status' in call) transcript.add('tool', geminiResult(call));
  }
  return { messages: transcript.messages, ...state };
}

function thoughtsOf(thoughts: JsonValue | undefined): string | null {
  const texts = objectsOf(thoughts).map((one) =>
    [one['subject'], one['description']].filter((text) => typeof text === 'string').join(': '),
  );
  return texts.length === 0 ? null : texts.join('\n');
}

function geminiResult(call: JsonObject): MessageInput {
  const texts = listOf(call['result']).map((item) => {
    const response = objectOf(objectOf(objectOf(item)['functionResponse'])['response']);
    const text = response['output'] ?? response['error'];
    return typeof text === 'string' ? text : JSON.stringify(text ?? item);
  });
  const { status } = call;
  return {
    callId: textOf(call['id']),
    name: textOf(call['name']),
    content: texts.join('\n'),
    isError: typeof status === 'string' ? status !== 'success' : null,
    extras: typeof status === 'string' && status !== 'success' ? { status } : null,
  };
}
