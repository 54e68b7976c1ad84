import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { ToolDef } from '../../../../shared/model/message.ts';
import { parseJsonText } from './json-parse.ts';
import { restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';

export type ToolsResult =
  { readonly ok: true; readonly tools: readonly ToolDef[] } | { readonly ok: false; readonly problem: Problem };

/**
 * Reads tool definitions of every OpenAI shape: `{type: "function", function: {...}}`, the flat form, custom tools,
 * built-in tools by their type, and bare schemas as in the legacy `functions`. A list written as JSON text is parsed.
 */
export function readTools(raw: JsonValue | undefined): ToolsResult {
  if (raw === undefined || raw === null || raw === '') return { ok: true, tools: [] };
  const list = typeof raw === 'string' ? parseJsonText(raw) : raw;
  if (!Array.isArray(list))
    return { ok: false, problem: { code: 'tools_not_a_list', message: 'The tools are not a list.' } };
  const tools: ToolDef[] = [];
  for (const [at, item] of list.entries() as ArrayIterator<[number, JsonValue]>) {
    // isArray widens readonly lists
    const tool = isJsonObject(item) ? readTool(item) : null;
    if (tool === null) return { ok: false, problem: { code: 'bad_tool', message: `Tool ${at + 1} has no name.` } };
    tools.push(tool);
  }
  return { ok: true, tools };
}

function readTool(item: JsonObject): ToolDef | null {
  const custom = item['custom'];
  if (isJsonObject(custom)) return define(custom, 'custom', restOf(item, ['type', 'custom']));
  const body = item['function'];
  if (isJsonObject(body)) return define(body, 'function', restOf(item, ['type', 'function']));
  const type = item['type'];
  if (typeof item['name'] === 'string') return define(item, type === 'custom' ? 'custom' : 'function', null);
  // Tools that run on the service, such as web_search, are known by their type alone.
  if (typeof type !== 'string' || type === 'function') return null;
  const extras = restOf(item, ['type']);
  return { name: type, kind: 'server', ...(extras === null ? {} : { extras }) };
}

function define(body: JsonObject, kind: 'function' | 'custom', outer: JsonObject | null): ToolDef | null {
  const name = body['name'];
  if (typeof name !== 'string') return null;
  const description = body['description'];
  const parameters = body['parameters'] ?? body['input_schema'];
  const strict = body['strict'];
  const extras = { ...outer, ...restOf(body, ['type', 'name', 'description', 'parameters', 'input_schema', 'strict']) };
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(parameters === undefined ? {} : { parameters }),
    ...(typeof strict === 'boolean' ? { strict } : {}),
    kind,
    ...(Object.keys(extras).length === 0 ? {} : { extras }),
  };
}
