import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, objectOf, objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';

/**
 * Adds up the pieces of streamed answers in a list of LangChain messages: `AIMessageChunk`s that follow each other with one
 * id, or without one. Their texts are joined, their calls put together by index.
 */
export function addUpChunks(list: readonly JsonValue[]): readonly JsonValue[] {
  const out: JsonValue[] = [];
  let open: { readonly id: string | null; body: JsonObject } | null = null;
  for (const item of list) {
    const piece = chunkOf(item);
    if (piece === null) {
      open = null;
      out.push(item);
      continue;
    }
    const id = textOf(piece['id']);
    const body: JsonObject = open !== null && open.id === id ? joined(open.body, piece) : piece;
    if (open !== null && open.id === id) out.pop();
    open = { id, body };
    out.push({ type: 'ai', data: withCalls(body) });
  }
  return out;
}

function chunkOf(item: JsonValue): JsonObject | null {
  if (!isJsonObject(item)) return null;
  const { type, id, kwargs, data } = item;
  const isChunk = type === 'AIMessageChunk' || listOf(id).at(-1) === 'AIMessageChunk';
  if (!isChunk) return null;
  if (isJsonObject(kwargs ?? null)) return objectOf(kwargs);
  return isJsonObject(data ?? null) ? objectOf(data) : (restOf(item, ['type']) ?? {});
}

function joined(known: JsonObject, more: JsonObject): JsonObject {
  const filled = restOf(more, ['content', 'tool_call_chunks', 'tool_calls', 'invalid_tool_calls']) ?? {};
  return {
    ...known,
    ...filled,
    content: joinContent(known['content'] ?? '', more['content'] ?? ''),
    tool_call_chunks: [...listOf(known['tool_call_chunks']), ...listOf(more['tool_call_chunks'])],
  };
}

function joinContent(known: JsonValue, more: JsonValue): JsonValue {
  if (typeof known === 'string' && typeof more === 'string') return known + more;
  const parts = (value: JsonValue): readonly JsonValue[] =>
    Array.isArray(value) ? listOf(value) : value === '' ? [] : [{ type: 'text', text: value }];
  return [...parts(known), ...parts(more)];
}

/** Calls of the pieces, whose arguments come in texts; a piece alone has its calls already. */
function withCalls(body: JsonObject): JsonObject {
  const calls = new Map<string, { id: string | null; name: string; args: string }>();
  for (const [at, piece] of objectsOf(body['tool_call_chunks']).entries()) {
    const index = piece['index'];
    const key = typeof index === 'number' || typeof index === 'string' ? String(index) : `piece ${at}`;
    const call = calls.get(key) ?? { id: null, name: '', args: '' };
    const name = textOf(piece['name']) ?? '';
    calls.set(key, {
      id: call.id ?? textOf(piece['id']),
      // Some send the name with each piece.
      name: call.name === name ? name : call.name + name,
      args: call.args + (textOf(piece['args']) ?? ''),
    });
  }
  const rest = restOf(body, ['tool_call_chunks']) ?? {};
  if (calls.size === 0) return rest;
  const made = [...calls.values()].map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return { ...rest, tool_calls: [], additional_kwargs: { ...objectOf(rest['additional_kwargs']), tool_calls: made } };
}
