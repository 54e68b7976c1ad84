import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import { idOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import { readTools } from './openai-tools.ts';
import { createTranscript } from './transcript.ts';
import type { CallInput, Transcript } from './transcript.ts';

export type OpenHandsRun = {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly model: string | null;
  readonly tokens: number | null;
};

/** @returns whether an object is an event, of the SDK or of the versions before */
export function isEvent(value: JsonObject): boolean {
  if (typeof value['source'] !== 'string') return false;
  if (textOf(value['kind'])?.endsWith('Event') === true) return true;
  const isAction = typeof value['action'] === 'string' && 'args' in value;
  return isAction || (typeof value['observation'] === 'string' && 'content' in value);
}

const SILENT_KINDS = /^(?:Pause|Condensation|ConversationState|Token|UserReject|LLMCompletion|Hook)/;
const SILENT = new Set(['null', 'change_agent_state', 'recall', 'condensation', 'condensation_request']);
const SILENT_OBSERVATIONS = new Set(['null', 'agent_state_changed', 'recall', 'agent_condense']);

/** @returns whether an event carries no words, call or result */
export function isSilent(event: JsonObject): boolean {
  const kind = textOf(event['kind']);
  if (kind !== null) return SILENT_KINDS.test(kind);
  return SILENT.has(textOf(event['action']) ?? '') || SILENT_OBSERVATIONS.has(textOf(event['observation']) ?? '');
}

type Action = {
  readonly group: string | null;
  readonly content: JsonValue | undefined;
  readonly reasoning: string | null;
  readonly call: CallInput;
  readonly extras: JsonObject | null;
};

/**
 * Reads the events of one conversation. Actions of one answer of the model stand together as parallel calls, whatever
 * observations stand between them.
 */
export function readOpenHands(events: readonly JsonObject[]): OpenHandsRun {
  const transcript = createTranscript();
  const calls = new Map<string, string>();
  const actions = events.map((event) => (isSilent(event) ? null : readAction(event, calls)));
  const done = new Set<string>();
  let tools: readonly ToolDef[] = [];
  for (const [at, event] of events.entries()) {
    const action = actions[at];
    if (action === undefined || action === null) {
      const offered = event['tools'] ?? objectOf(event['args'])['tools'];
      const read = readTools(offered);
      if (read.ok && read.tools.length > 0) tools = read.tools;
      if (!isSilent(event)) addWords(event, calls, transcript);
      continue;
    }
    if (action.group !== null && done.has(action.group)) continue;
    if (action.group !== null) done.add(action.group);
    const together = action.group === null ? [action] : actions.filter((other) => other?.group === action.group);
    transcript.add('assistant', {
      content: action.content ?? null,
      reasoning: action.reasoning,
      calls: together.flatMap((one) => (one === null ? [] : [one.call])),
      extras: action.extras,
    });
  }
  return { messages: transcript.messages, tools, ...usageOf(events) };
}

function readAction(event: JsonObject, calls: Map<string, string>): Action | null {
  return event['kind'] === 'ActionEvent' ? readSdkAction(event) : readOldAction(event, calls);
}

function readSdkAction(event: JsonObject): Action {
  const call = objectOf(event['tool_call']);
  return {
    group: textOf(event['llm_response_id']),
    content: event['thought'],
    reasoning: textOf(event['reasoning_content']),
    call: {
      id: textOf(event['tool_call_id']) ?? textOf(call['id']),
      name: textOf(event['tool_name']) ?? textOf(call['name']) ?? 'unknown',
      args: call['arguments'] ?? restOf(objectOf(event['action']), ['kind']) ?? {},
      extras: restOf(event, SDK_FIELDS),
    },
    extras: null,
  };
}

const SDK_FIELDS = [
  'id',
  'timestamp',
  'source',
  'kind',
  'thought',
  'reasoning_content',
  'thinking_blocks',
  'action',
  'tool_name',
  'tool_call_id',
  'tool_call',
  'llm_response_id',
];

function readOldAction(event: JsonObject, calls: Map<string, string>): Action | null {
  const name = textOf(event['action']);
  if (name === null || name === 'message' || name === 'system' || event['source'] !== 'agent') return null;
  const metadata = objectOf(event['tool_call_metadata']);
  const response = objectOf(metadata['model_response']);
  const said = objectOf(objectOf(objectsOf(response['choices'])[0])['message']);
  const id = textOf(metadata['tool_call_id']) ?? `event_${idOf(event['id']) ?? ''}`;
  const raw = objectsOf(said['tool_calls']).find((call) => call['id'] === id);
  const args = objectOf(event['args']);
  const own = idOf(event['id']);
  if (own !== null) calls.set(own, id);
  return {
    group: textOf(response['id']),
    content: said['content'] ?? args['thought'] ?? null,
    reasoning: textOf(said['reasoning_content']),
    call: {
      id,
      name: textOf(metadata['function_name']) ?? name,
      args: objectOf(raw?.['function'])['arguments'] ?? restOf(args, ['thought']) ?? {},
    },
    extras: null,
  };
}

function addWords(event: JsonObject, calls: ReadonlyMap<string, string>, transcript: Transcript): void {
  const kind = textOf(event['kind']);
  if (kind !== null) addSdkWords(kind, event, transcript);
  else if (typeof event['action'] === 'string') {
    const args = objectOf(event['args']);
    const content = args['content'] ?? event['message'] ?? null;
    if (event['action'] === 'system') transcript.add('system', { content });
    else transcript.add(event['source'] === 'agent' ? 'assistant' : 'user', { content });
  } else {
    const callId = calls.get(idOf(event['cause']) ?? '');
    // What follows the words of a user is no result.
    if (callId === undefined) return;
    const extras = restOf(objectOf(event['extras']), []);
    transcript.add('tool', {
      content: event['content'],
      callId,
      ...(event['observation'] === 'error' ? { isError: true } : {}),
      extras,
    });
  }
}

function addSdkWords(kind: string, event: JsonObject, transcript: Transcript): void {
  if (kind === 'SystemPromptEvent') {
    const prompt = event['system_prompt'] ?? null;
    transcript.add('system', { content: textOf(objectOf(prompt)['text']) ?? prompt });
  } else if (kind === 'MessageEvent') {
    const message = objectOf(event['llm_message']);
    const role = message['role'] === 'assistant' || event['source'] === 'agent' ? 'assistant' : 'user';
    transcript.add(role, { content: message['content'] ?? null, reasoning: textOf(message['reasoning_content']) });
  } else if (kind === 'ObservationEvent') {
    const observation = objectOf(event['observation']);
    const { is_error: isError } = observation;
    transcript.add('tool', {
      name: textOf(event['tool_name']),
      content: observation['content'] ?? observation['output'] ?? null,
      callId: textOf(event['tool_call_id']),
      isError: typeof isError === 'boolean' ? isError : null,
      extras: restOf(observation, ['content', 'output', 'is_error', 'kind']),
    });
  } else if (kind === 'AgentErrorEvent') {
    transcript.add('tool', {
      name: textOf(event['tool_name']),
      content: event['error'] ?? null,
      callId: textOf(event['tool_call_id']),
      isError: true,
    });
  } else transcript.add('user', { parts: [{ type: 'other', kind, raw: event }] });
}

/** Model and tokens: the last state of the SDK, or the sums its older versions write on each event. */
function usageOf(events: readonly JsonObject[]): Pick<OpenHandsRun, 'model' | 'tokens'> {
  const state = events.findLast(({ kind, key }) => kind === 'ConversationStateUpdateEvent' && key === 'stats');
  const metrics = objectOf(objectOf(objectOf(state?.['value'])['usage_to_metrics'])['default']);
  const old = objectOf(events.findLast((event) => 'llm_metrics' in event)?.['llm_metrics']);
  const usage = objectOf((state === undefined ? old : metrics)['accumulated_token_usage']);
  const counts = [numberOf(usage['prompt_tokens']), numberOf(usage['completion_tokens'])];
  return {
    model: textOf(metrics['model_name']) ?? textOf(usage['model']),
    tokens: counts.includes(null) ? null : (counts[0] ?? 0) + (counts[1] ?? 0),
  };
}
