import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { numberOf, objectOf, textOf } from './fields.ts';
import { parseTime } from './time.ts';

const LINES = /^(?:session_meta|turn_context|response_item|event_msg|compacted|world_state|inter_agent_[a-z_]+)$/;
const EXEC = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/;
/** Bare items, as early versions wrote them. */
const BARE = /^(?:message|reasoning|function_call|function_call_output|function_result|local_shell_call)$/;
/** Events that say how a run went; the others say again what the items say. */
const TELLING = /^(?:error|turn_aborted|stream_error|context_compacted)$/;

/** @returns whether an object is a line of a rollout */
export function isCodexLine(line: JsonObject): boolean {
  return LINES.test(textOf(line['type']) ?? '') && isJsonObject(line['payload'] ?? null);
}

/** @returns whether an object is an event of `codex exec --json` */
export function isExecEvent(line: JsonObject): boolean {
  const type = textOf(line['type']) ?? '';
  return EXEC.test(type) && ('item' in line || 'thread_id' in line || 'usage' in line || type === 'turn.started');
}

/** The lines of one session as they come. */
export type CodexSession = {
  readonly push: (line: JsonObject) => 'taken' | 'skipped' | 'unknown';
  /** The conversation as Responses items. */
  readonly items: () => readonly JsonValue[];
  /** Ids of calls whose result says it failed. */
  readonly failed: ReadonlySet<string>;
  readonly events: readonly JsonObject[];
  readonly head: () => { readonly meta: JsonObject; readonly context: JsonObject };
  readonly model: () => string | null;
  readonly tokens: () => number | null;
  readonly startedAt: () => number | null;
};

/** @returns an empty session */
export function createCodexSession(): CodexSession {
  const items: JsonObject[] = [];
  const spoken: JsonObject[] = [];
  const events: JsonObject[] = [];
  const failed = new Set<string>();
  const state = { meta: {}, context: {}, model: null, tokens: null, startedAt: null } as State;

  function takeEvent(payload: JsonObject): 'taken' | 'skipped' {
    const type = textOf(payload['type']) ?? '';
    const usage = objectOf(objectOf(payload['info'])['last_token_usage']);
    const total = numberOf(usage['total_tokens']);
    if (type === 'token_count' && total !== null) {
      state.tokens = (state.tokens ?? 0) + total;
      return 'taken';
    }
    if (type === 'user_message' || type === 'agent_message') {
      const role = type === 'user_message' ? 'user' : 'assistant';
      spoken.push({ type: 'message', role, content: payload['message'] ?? '' });
      return 'taken';
    }
    if (!TELLING.test(type)) return 'skipped';
    events.push(payload);
    return 'taken';
  }

  function takeItem(payload: JsonObject): 'taken' | 'skipped' {
    const item = toItem(payload);
    if (item === null) return 'skipped';
    const output = objectOf(payload['output'] ?? payload['result']);
    const id = textOf(payload['call_id']);
    if (output['success'] === false && id !== null) failed.add(id);
    items.push(item);
    return 'taken';
  }

  function takeLine(type: string, payload: JsonObject): 'taken' | 'skipped' {
    if (type === 'response_item') return takeItem(payload);
    if (type === 'event_msg') return takeEvent(payload);
    // A resumed session repeats these; the first says how it began.
    if (type === 'session_meta' && Object.keys(state.meta).length === 0) state.meta = payload;
    else if (type === 'turn_context' && Object.keys(state.context).length === 0) state.context = payload;
    else return 'skipped';
    return 'taken';
  }

  return {
    failed,
    events,
    push(line) {
      state.startedAt ??= parseTime(line['timestamp'] ?? line['created_at']);
      state.model ??= textOf(line['model']);
      const type = textOf(line['type']) ?? '';
      if (isExecEvent(line)) return takeExec(line, { items, failed, state });
      if (isCodexLine(line)) return takeLine(type, objectOf(line['payload']));
      if (BARE.test(type) || (type === '' && 'role' in line)) return takeItem(line);
      if ('record_type' in line) return 'skipped';
      if (!('instructions' in line && 'id' in line)) return 'unknown';
      state.meta = line;
      return 'taken';
    },
    // Events are all there is where a writer left the items out.
    items: () => (items.length > 0 ? items : spoken),
    head: () => ({ meta: state.meta, context: state.context }),
    model: () => state.model,
    tokens: () => state.tokens,
    startedAt: () => state.startedAt,
  };
}

type State = {
  meta: JsonObject;
  context: JsonObject;
  model: string | null;
  tokens: number | null;
  startedAt: number | null;
};

const CALLS = /^(?:tool_call|function_call|tool_search_call)$/;
const RESULTS = /^(?:tool_result|function_result|tool_search_output|function_call_output|custom_tool_call_output)$/;

/** @returns a Responses item, or null when it is none that says anything */
function toItem(payload: JsonObject): JsonObject | null {
  const type = textOf(payload['type']) ?? '';
  if (type === 'ghost_snapshot') return null;
  if (CALLS.test(type)) {
    const { function: inner, ...rest } = payload;
    const name = textOf(payload['name']) ?? textOf(objectOf(inner)['name']);
    return { ...rest, type: 'function_call', name: name ?? type.replace(/_call$/, '') };
  }
  if (RESULTS.test(type)) {
    const { output, result, tools, ...rest } = payload;
    return { ...rest, type: 'function_call_output', output: outputOf(output ?? result ?? tools ?? '') };
  }
  return 'role' in payload && (type === '' || type === 'message') ? toMessage(payload) : payload;
}

function toMessage(payload: JsonObject): JsonObject {
  const { message, content, ...rest } = payload;
  return { ...rest, type: 'message', content: content ?? message ?? null };
}

/** What a result says: text, parts, or an object around its text. */
function outputOf(output: JsonValue): JsonValue {
  if (!isJsonObject(output)) return output;
  if (typeof output['text'] === 'string') return [output];
  const { content } = output;
  return typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(output);
}

/** Items of `codex exec --json` say what was run and what came of it in one; the prompt is not among them. */
function takeExec(
  line: JsonObject,
  to: { readonly items: JsonObject[]; readonly failed: Set<string>; readonly state: State },
): 'taken' | 'skipped' {
  if (line['type'] === 'thread.started') {
    to.state.meta = { id: line['thread_id'] ?? null };
    return 'taken';
  }
  if (line['type'] === 'turn.completed') {
    const usage = objectOf(line['usage']);
    const sum = (numberOf(usage['input_tokens']) ?? 0) + (numberOf(usage['output_tokens']) ?? 0);
    to.state.tokens = (to.state.tokens ?? 0) + sum;
    return 'taken';
  }
  const item = objectOf(line['item']);
  if (line['type'] !== 'item.completed') return 'skipped';
  const type = textOf(item['type']) ?? textOf(item['item_type']) ?? '';
  if (type === 'agent_message' || type === 'assistant_message')
    to.items.push({ type: 'message', role: 'assistant', content: item['text'] ?? '' });
  else if (type === 'reasoning')
    to.items.push({ type: 'reasoning', summary: [{ type: 'summary_text', text: item['text'] ?? '' }] });
  else takeAction(type, item, to);
  return 'taken';
}

function takeAction(
  type: string,
  item: JsonObject,
  to: { readonly items: JsonObject[]; readonly failed: Set<string> },
): void {
  const id = textOf(item['id']) ?? `item_${to.items.length}`;
  const { id: _id, type: _type, status, aggregated_output, exit_code, result, error, ...asked } = item;
  to.items.push({
    type: 'function_call',
    call_id: id,
    name: textOf(item['tool']) ?? type,
    arguments: JSON.stringify(asked),
  });
  const found = aggregated_output ?? error ?? result ?? null;
  const isFailed = status === 'failed' || (typeof exit_code === 'number' && exit_code !== 0);
  if (isFailed) to.failed.add(id);
  if (found !== null || exit_code !== undefined)
    to.items.push({
      type: 'function_call_output',
      call_id: id,
      output: typeof found === 'string' ? found : JSON.stringify(found),
      ...(exit_code === undefined ? {} : { exit_code }),
    });
}
