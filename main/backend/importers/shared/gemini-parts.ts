import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Role, ToolDef } from '../../../../shared/model/message.ts';
import { listOf, objectOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import type { Problem } from './openai-messages.ts';
import { readToolArgs } from './tool-args.ts';
import { otherBlock, textBlock } from './turns.ts';
import type { Block, Turn } from './turns.ts';

/** A field by its name on the wire, or as Python writes it: `functionCall`, `function_call`. */
export function fieldOf(item: JsonObject, name: string): JsonValue | undefined {
  return item[name] ?? item[snake(name)];
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** @returns an object without fields, whichever way their names are written */
export function restWithout(item: JsonObject, names: readonly string[]): JsonObject | null {
  return restOf(item, [...names, ...names.map(snake)]);
}

/** What roles were called; `function` and `tool` are of old files. A missing one is told by the parts. */
const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  model: 'assistant',
  assistant: 'assistant',
  function: 'user',
  tool: 'user',
  system: 'system',
};

/** Reads `contents`. @returns the first problem when one has no parts or an unknown role */
export function readContents(
  contents: readonly JsonValue[],
): { readonly ok: true; readonly turns: readonly Turn[] } | { readonly ok: false; readonly problem: Problem } {
  const turns: Turn[] = [];
  for (const [at, item] of contents.entries()) {
    const turn = typeof item === 'string' ? ({ role: 'user', blocks: [textBlock(item)] } as const) : readTurn(item);
    if (turn === null) {
      const message = `Content ${at + 1} has no parts, or a role that is not user or model.`;
      return { ok: false, problem: { code: 'bad_content', message } };
    }
    turns.push(turn);
  }
  return { ok: true, turns };
}

function readTurn(item: JsonValue): Turn | null {
  if (!isJsonObject(item)) return null;
  const { parts, role } = item;
  if (!Array.isArray(parts) && !isJsonObject(parts ?? null)) return null;
  const blocks = readParts(Array.isArray(parts) ? listOf(parts) : [parts ?? null]);
  const isCalling = blocks.some(({ kind }) => kind === 'call');
  const named = typeof role === 'string' && role !== '' ? role : isCalling ? 'model' : 'user';
  const known = Object.hasOwn(ROLES, named) ? ROLES[named] : undefined;
  return known === undefined ? null : { role: known, blocks, extras: restOf(item, ['role', 'parts']) };
}

/** Reads the parts of one content. Parts of a kind we do not model are kept as they are. */
export function readParts(parts: readonly JsonValue[]): readonly Block[] {
  return parts.flatMap((part) => (isJsonObject(part) ? readPart(part) : [otherBlock('unknown', part)]));
}

function readPart(part: JsonObject): readonly Block[] {
  return (
    readWords(part) ?? readMedia(part) ?? readCallOrResult(part) ?? readCode(part) ?? [otherBlock(kindOf(part), part)]
  );
}

function kindOf(part: JsonObject): string {
  return Object.keys(part).find((key) => isJsonObject(part[key])) ?? 'unknown';
}

function readWords(part: JsonObject): readonly Block[] | null {
  const text = textOf(part['text']);
  if (text === null) return null;
  const type = part['thought'] === true ? 'reasoning' : 'text';
  return [{ kind: 'part', part: { type, text }, rest: restOf(part, ['text', 'thought']) }];
}

function readMedia(part: JsonObject): readonly Block[] | null {
  const inline = objectOf(fieldOf(part, 'inlineData'));
  const file = objectOf(fieldOf(part, 'fileData'));
  const data = textOf(inline['data']);
  const url = textOf(fieldOf(file, 'fileUri'));
  if (data === null && url === null) return null;
  const mediaType = textOf(fieldOf(data === null ? file : inline, 'mimeType'));
  const name = textOf(fieldOf(data === null ? file : inline, 'displayName')) ?? url;
  const media = { ...(mediaType === null ? {} : { mediaType }), ...(data === null ? {} : { data }) };
  const rest = restWithout(part, ['inlineData', 'fileData']);
  return mediaType?.startsWith('image/') === true
    ? [{ kind: 'part', part: { type: 'image', ...media, ...(url === null ? {} : { url }) }, rest }]
    : [{ kind: 'part', part: { type: 'file', ...media, ...(name === null ? {} : { name }) }, rest }];
}

function readCallOrResult(part: JsonObject): readonly Block[] | null {
  const call = fieldOf(part, 'functionCall');
  if (call !== undefined && isJsonObject(call)) {
    const name = textOf(call['name']);
    if (name === null) return null;
    const rest = { ...restWithout(part, ['functionCall']), ...restOf(call, ['id', 'name', 'args']) };
    return [
      {
        kind: 'call',
        id: textOf(call['id']),
        name,
        args: readToolArgs(call['args']),
        callKind: 'function',
        rest: Object.keys(rest).length === 0 ? null : rest,
      },
    ];
  }
  const result = fieldOf(part, 'functionResponse');
  if (result === undefined || !isJsonObject(result)) return null;
  const { response } = result;
  const rest = { ...restWithout(part, ['functionResponse']), ...restOf(result, ['id', 'name', 'response']) };
  const { error } = objectOf(response);
  return [
    {
      kind: 'result',
      id: textOf(result['id']),
      name: textOf(result['name']),
      parts:
        response === undefined
          ? []
          : [{ type: 'text', text: typeof response === 'string' ? response : JSON.stringify(response) }],
      // The documented way to say that a call failed.
      isError: error !== undefined && error !== null && error !== '' ? true : null,
      rest: Object.keys(rest).length === 0 ? null : rest,
    },
  ];
}

/** Code that the service wrote and ran. */
function readCode(part: JsonObject): readonly Block[] | null {
  const code = fieldOf(part, 'executableCode');
  if (code !== undefined && isJsonObject(code)) {
    const args = { argsText: textOf(code['code']) ?? '' };
    const rest = { ...restWithout(part, ['executableCode']), ...restOf(code, ['code', 'id']) };
    return [{ kind: 'call', id: textOf(code['id']), name: 'code_execution', args, callKind: 'server', rest }];
  }
  const result = fieldOf(part, 'codeExecutionResult');
  if (result === undefined || !isJsonObject(result)) return null;
  const outcome = textOf(result['outcome']);
  return [
    {
      kind: 'result',
      id: textOf(result['id']),
      name: 'code_execution',
      parts: [{ type: 'text', text: textOf(result['output']) ?? '' }],
      isError: outcome === null ? null : outcome !== 'OUTCOME_OK',
      rest: restOf(result, ['output', 'id']),
    },
  ];
}

/** Reads `tools`: function declarations, and tools of the service by their key. */
export function readGeminiTools(raw: JsonValue | undefined): {
  readonly tools: readonly ToolDef[];
  readonly ok: boolean;
} {
  if (raw === undefined || raw === null) return { tools: [], ok: true };
  const tools: ToolDef[] = [];
  for (const item of Array.isArray(raw) ? listOf(raw) : [raw]) {
    if (!isJsonObject(item)) return { tools: [], ok: false };
    for (const [key, value] of Object.entries(item)) {
      if (key !== 'functionDeclarations' && key !== 'function_declarations') {
        if (value !== null) tools.push({ name: snake(key), kind: 'server', extras: { [key]: value } });
        continue;
      }
      const declared = listOf(value).map((one) => (isJsonObject(one) ? readDeclaration(one) : null));
      if (declared.includes(null)) return { tools: [], ok: false };
      tools.push(...declared.filter((tool) => tool !== null));
    }
  }
  return { tools, ok: true };
}

function readDeclaration(item: JsonObject): ToolDef | null {
  const name = textOf(item['name']);
  if (name === null) return null;
  const schema = fieldOf(item, 'parametersJsonSchema') ?? item['parameters'];
  const description = textOf(item['description']);
  const extras = restWithout(item, ['name', 'description', 'parameters', 'parametersJsonSchema']);
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: lowerTypes(schema) }),
    kind: 'function',
    ...(extras === null ? {} : { extras }),
  };
}

/** Gemini writes the types of a schema in capitals; everywhere else they are lower case. */
function lowerTypes(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return listOf(schema).map(lowerTypes);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, JsonValue] => [
      key,
      key === 'type' && typeof value === 'string' && /^[A-Z]+$/.test(value) ? value.toLowerCase() : lowerTypes(value),
    ]),
  );
}
