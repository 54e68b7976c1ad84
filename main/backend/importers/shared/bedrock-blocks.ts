import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Part } from '../../../../shared/model/message.ts';
import { listOf, objectOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import { readToolArgs } from './tool-args.ts';
import { otherBlock, textBlock } from './turns.ts';
import type { Block } from './turns.ts';

/** Reads the content of a Converse message: blocks that say by their one key what they are. */
export function readBedrockContent(content: JsonValue | undefined): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)];
  return listOf(content).map((block) => (isJsonObject(block) ? readBlock(block) : otherBlock('unknown', block)));
}

function readBlock(block: JsonObject): Block {
  const kind = Object.keys(block)[0] ?? 'unknown';
  return readWords(block) ?? readCallOrResult(block) ?? readMedia(block) ?? otherBlock(kind, block);
}

function readWords(block: JsonObject): Block | null {
  const text = textOf(block['text']);
  if (text !== null) return textBlock(text, restOf(block, ['text']));
  // Text that a guardrail is to look at is text to the model.
  const guarded = objectOf(objectOf(block['guardContent'])['text']);
  const guardedText = textOf(guarded['text']);
  if (guardedText !== null) return textBlock(guardedText, { guardContent: restOf(guarded, ['text']) ?? {} });
  const { reasoningContent } = block;
  if (reasoningContent === undefined || !isJsonObject(reasoningContent)) return null;
  const reasoning = objectOf(reasoningContent['reasoningText']);
  const thought = textOf(reasoning['text']);
  const rest = { ...restOf(reasoningContent, ['reasoningText']), ...restOf(reasoning, ['text']) };
  return {
    kind: 'part',
    part: { type: 'reasoning', text: thought ?? '', ...(thought === null ? { encrypted: true } : {}) },
    rest: Object.keys(rest).length === 0 ? null : rest,
  };
}

function readCallOrResult(block: JsonObject): Block | null {
  const { toolUse, toolResult } = block;
  if (toolUse !== undefined && isJsonObject(toolUse)) {
    const name = textOf(toolUse['name']);
    if (name === null) return null;
    const callKind = toolUse['type'] === 'server_tool_use' ? 'server' : 'function';
    const rest = restOf(toolUse, ['toolUseId', 'name', 'input']);
    return {
      kind: 'call',
      id: textOf(toolUse['toolUseId']),
      name,
      args: readToolArgs(toolUse['input']),
      callKind,
      rest,
    };
  }
  if (toolResult === undefined || !isJsonObject(toolResult)) return null;
  const status = textOf(toolResult['status']);
  return {
    kind: 'result',
    id: textOf(toolResult['toolUseId']),
    name: null,
    parts: listOf(toolResult['content']).map(toPart),
    isError: status === null ? null : status === 'error',
    rest: restOf(toolResult, ['toolUseId', 'content', 'status']),
  };
}

function toPart(item: JsonValue): Part {
  if (typeof item === 'string') return { type: 'text', text: item };
  if (!isJsonObject(item)) return { type: 'other', kind: 'unknown', raw: item };
  if (item['json'] !== undefined) return { type: 'text', text: JSON.stringify(item['json']) };
  const block = readBlock(item);
  return block.kind === 'part' ? block.part : { type: 'other', kind: block.kind, raw: item };
}

/** Images, documents and videos: bytes in base64 as logs write them, or an address in a store. */
function readMedia(block: JsonObject): Block | null {
  const kind = (['image', 'document', 'video'] as const).find((key) => isJsonObject(block[key] ?? null));
  if (kind === undefined) return null;
  const media = objectOf(block[kind]);
  const source = objectOf(media['source']);
  const data = textOf(source['bytes']);
  const url = textOf(objectOf(source['s3Location'])['uri']);
  const format = textOf(media['format']);
  if (data === null && url === null) return null;
  const mediaType = format === null ? null : `${kind === 'document' ? 'application' : kind}/${format}`;
  const fields = { ...(mediaType === null ? {} : { mediaType }), ...(data === null ? {} : { data }) };
  const name = textOf(media['name']) ?? url;
  const rest = restOf(media, ['format', 'source', 'name']);
  return kind === 'image'
    ? { kind: 'part', part: { type: 'image', ...fields, ...(url === null ? {} : { url }) }, rest }
    : { kind: 'part', part: { type: 'file', ...fields, ...(name === null ? {} : { name }) }, rest };
}
