import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { messageText, type Message, type Part, type ToolCall, type ToolDef } from '../../../shared/model/message.ts';
import type { ExportSample } from './types.ts';

/** Names the line format keeps for itself; a reference field of that name cannot be written. */
export const RESERVED_KEYS: readonly string[] = ['messages', 'tools'];

/**
 * An OpenAI RFT line: `messages`, `tools` when offered, and every reference field under its own key. `system` is not a
 * role of that schema, so such messages are written as `developer`, as OpenAI's own samples do.
 */
export function toOpenAiLine(sample: ExportSample): JsonObject {
  const line: Record<string, JsonValue> = { messages: sample.prompt.map(toWireMessage) };
  if (sample.tools.length > 0) line['tools'] = sample.tools.map(toWireTool);
  for (const [key, value] of Object.entries(sample.reference)) if (!RESERVED_KEYS.includes(key)) line[key] = value;
  return line;
}

function toWireMessage(message: Message): JsonObject {
  const wire: Record<string, JsonValue> = {
    role: message.role === 'system' ? 'developer' : message.role,
    content: contentOf(message),
  };
  if (message.name !== undefined && message.role !== 'tool') wire['name'] = message.name;
  if (message.calls !== undefined && message.calls.length > 0) wire['tool_calls'] = message.calls.map(toWireCall);
  if (message.role === 'tool' && message.callId !== undefined) wire['tool_call_id'] = message.callId;
  if (message.role === 'assistant' && message.weight !== undefined) wire['weight'] = message.weight;
  return wire;
}

/** Text where it is text only; null beside calls without text, so that no trainer repeats the turn before. */
function contentOf(message: Message): JsonValue {
  const shown = message.parts.filter((part) => part.type !== 'reasoning');
  if (shown.every((part) => part.type === 'text')) {
    const hasCalls = (message.calls?.length ?? 0) > 0;
    return shown.length === 0 && hasCalls ? null : messageText(message);
  }
  return shown.map(toWirePart);
}

function toWirePart(part: Part): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'refusal') return { type: 'refusal', refusal: part.text };
  if (part.type === 'image') {
    const url = part.url ?? `data:${part.mediaType ?? 'image/png'};base64,${part.data ?? ''}`;
    return { type: 'image_url', image_url: { url } };
  }
  if (part.type === 'file') return { type: 'file', file: { filename: part.name ?? '', file_data: part.data ?? '' } };
  return { type: part.type === 'other' ? part.kind : part.type };
}

function toWireCall(call: ToolCall): JsonObject {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.argsText === '' ? '{}' : call.argsText },
  };
}

function toWireTool(tool: ToolDef): JsonObject {
  const definition: Record<string, JsonValue> = { name: tool.name };
  if (tool.description !== undefined) definition['description'] = tool.description;
  if (tool.parameters !== undefined && tool.parameters !== null) definition['parameters'] = tool.parameters;
  if (tool.strict !== undefined) definition['strict'] = tool.strict;
  return { type: 'function', function: definition };
}
