import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, textOf } from './fields.ts';

/** Events that hold the whole answer at the end. */
const LAST = /^response\.(?:completed|incomplete|failed|cancelled)$/;

/**
 * Takes the answer out of the events of a streamed response. The last event holds it whole; where it is missing, or
 * came without its items as some servers send it, it is put together from the events of its items.
 */
export function assembleResponse(events: readonly JsonObject[]): {
  readonly response: JsonObject;
  readonly complete: boolean;
} {
  let response: JsonObject = { object: 'response' };
  let complete = false;
  const items = new Map<number, JsonObject>();
  for (const event of events) {
    const type = textOf(event['type']) ?? '';
    const body = event['response'];
    if (body !== undefined && isJsonObject(body)) response = { ...response, ...body };
    if (LAST.test(type)) complete = true;
    if (type === 'error') response = { ...response, error: event['error'] ?? event['message'] ?? null };
    addToItem(items, type, event);
  }
  const output = listOf(response['output']);
  const ordered = [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
  return { response: { ...response, output: output.length > 0 ? output : ordered }, complete };
}

function addToItem(items: Map<number, JsonObject>, type: string, event: JsonObject): void {
  const index = numberOf(event['output_index']) ?? items.size;
  const item = event['item'];
  if (item !== undefined && isJsonObject(item)) {
    items.set(index, item);
    return;
  }
  const { delta } = event;
  if (typeof delta !== 'string') return;
  const known = items.get(index);
  if (type === 'response.output_text.delta') items.set(index, addText(known, event, 'output_text', 'text', delta));
  if (type === 'response.refusal.delta') items.set(index, addText(known, event, 'refusal', 'refusal', delta));
  if (type === 'response.function_call_arguments.delta')
    items.set(index, joined({ type: 'function_call', ...known }, 'arguments', delta));
  if (type === 'response.custom_tool_call_input.delta')
    items.set(index, joined({ type: 'custom_tool_call', ...known }, 'input', delta));
}

function joined(item: JsonObject, key: string, delta: string): JsonObject {
  return { ...item, [key]: (textOf(item[key]) ?? '') + delta };
}

function addText(
  known: JsonObject | undefined,
  event: JsonObject,
  type: string,
  key: string,
  delta: string,
): JsonObject {
  const item: JsonObject = known ?? { type: 'message', role: 'assistant', content: [] };
  const content = [...listOf(item['content'])];
  const index = Math.trunc(numberOf(event['content_index']) ?? 0);
  // A damaged index must not make a list of its length.
  const at = index >= 0 && index <= content.length ? index : Math.max(0, content.length - 1);
  content[at] = joined({ type, ...objectOf(content[at]) }, key, delta);
  return { ...item, content };
}
