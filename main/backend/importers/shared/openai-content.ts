import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part } from '../../../../shared/model/message.ts';

export type Content = Pick<Message, 'parts' | 'contentForm'> & {
  /** Fields of parts that the model has no place for, by the part's number. */
  readonly partExtras: JsonObject | null;
};

/**
 * Reads the `content` of a chat message: text, null, missing or a list of parts. Text parts are kept in order, others
 * keep their place; what a part has beyond the model goes to `partExtras`.
 */
export function readContent(message: JsonObject): Content {
  const content = message['content'];
  if (content === undefined) return { parts: [], contentForm: 'missing', partExtras: null };
  if (content === null) return { parts: [], contentForm: 'null', partExtras: null };
  // An empty text is marked, since without parts it could not be told from null.
  if (content === '') return { parts: [], contentForm: 'text', partExtras: null };
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }], partExtras: null };
  if (!Array.isArray(content)) {
    // Some loggers parse a result's JSON text; the text is what a model saw.
    return { parts: [{ type: 'text', text: JSON.stringify(content) }], partExtras: { content } };
  }
  const parts: Part[] = [];
  const extras: [string, JsonValue][] = [];
  for (const [at, item] of content.entries() as ArrayIterator<[number, JsonValue]>) {
    // isArray widens readonly lists
    const { part, rest } = readPart(item);
    parts.push(part);
    if (rest !== null) extras.push([String(at), rest]);
  }
  return { parts, contentForm: 'parts', partExtras: extras.length === 0 ? null : Object.fromEntries(extras) };
}

type PartAndRest = { readonly part: Part; readonly rest: JsonObject | null };

function readPart(item: JsonValue): PartAndRest {
  if (typeof item === 'string') return { part: { type: 'text', text: item }, rest: null };
  if (!isJsonObject(item)) return { part: { type: 'other', kind: 'unknown', raw: item }, rest: null };
  const type = item['type'];
  const text = item['text'];
  if (
    (type === undefined || type === 'text' || type === 'input_text' || type === 'output_text') &&
    typeof text === 'string'
  ) {
    return { part: { type: 'text', text }, rest: restOf(item, ['type', 'text']) };
  }
  const refusal = item['refusal'];
  if (type === 'refusal' && typeof refusal === 'string') {
    return { part: { type: 'refusal', text: refusal }, rest: restOf(item, ['type', 'refusal']) };
  }
  return (
    readImage(item) ??
    readFile(item) ?? {
      part: { type: 'other', kind: typeof type === 'string' ? type : 'unknown', raw: item },
      rest: null,
    }
  );
}

const DATA_URL = /^data:([^;,]*);base64,/;

function readImage(item: JsonObject): PartAndRest | null {
  const image = item['image_url'];
  const url = isJsonObject(image) ? image['url'] : image;
  if (typeof url !== 'string') return null;
  const rest = { ...restOf(item, ['type', 'image_url']), ...(isJsonObject(image) ? restOf(image, ['url']) : null) };
  const mediaType = DATA_URL.exec(url)?.[1];
  const part: Part =
    mediaType === undefined
      ? { type: 'image', url }
      : { type: 'image', data: url.slice(url.indexOf(',') + 1), ...(mediaType === '' ? {} : { mediaType }) };
  return { part, rest: Object.keys(rest).length === 0 ? null : rest };
}

function readFile(item: JsonObject): PartAndRest | null {
  const file = item['file'];
  if (item['type'] !== 'file' || !isJsonObject(file)) return null;
  const data = file['file_data'];
  const name = file['filename'];
  const mediaType = typeof data === 'string' ? DATA_URL.exec(data)?.[1] : undefined;
  const part: Part = {
    type: 'file',
    ...(typeof name === 'string' ? { name } : {}),
    ...(mediaType === undefined || mediaType === '' ? {} : { mediaType }),
    ...(typeof data === 'string' ? { data: data.replace(DATA_URL, '') } : {}),
  };
  const rest = { ...restOf(item, ['type', 'file']), ...restOf(file, ['file_data', 'filename']) };
  return { part, rest: Object.keys(rest).length === 0 ? null : rest };
}

/** @returns the object without some fields and without nulls; null when nothing is left */
export function restOf(item: JsonObject, without: readonly string[]): JsonObject | null {
  // Most objects have nothing left: no list is made for them.
  let entries: [string, JsonValue][] | null = null;
  for (const key of Object.keys(item)) {
    const value = item[key];
    if (value !== undefined && value !== null && !without.includes(key)) (entries ??= []).push([key, value]);
  }
  return entries === null ? null : Object.fromEntries(entries);
}
