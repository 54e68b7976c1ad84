import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { numberOf, objectOf, textOf } from './fields.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';

type OpenBlock = {
  readonly start: JsonObject;
  text: string;
  input: string;
  thought: string;
  readonly rest: Map<string, JsonValue>;
};

/**
 * Puts the events of ConverseStream together, as invocation logs list them. Input of a call is joined as text, so that
 * text which is not JSON stays an error.
 */
export function assembleConverse(events: readonly JsonObject[]): {
  readonly answer: JsonObject;
  readonly complete: boolean;
  readonly error: JsonValue | null;
} {
  const blocks = new Map<number, OpenBlock>();
  const open = (event: JsonObject, start: JsonObject): OpenBlock => {
    const index = numberOf(event['contentBlockIndex']) ?? Math.max(0, blocks.size - 1);
    const block = blocks.get(index) ?? { start, text: '', input: '', thought: '', rest: new Map() };
    blocks.set(index, block);
    return block;
  };
  let stopReason: string | null = null;
  let metadata: JsonObject = {};
  let error: JsonValue | null = null;
  for (const event of events) {
    const { contentBlockStart, contentBlockDelta, messageStop, metadata: last } = event;
    if (isJsonObject(contentBlockStart)) open(contentBlockStart, objectOf(contentBlockStart['start']));
    if (isJsonObject(contentBlockDelta)) addDelta(open(contentBlockDelta, {}), objectOf(contentBlockDelta['delta']));
    if (isJsonObject(messageStop)) stopReason = textOf(messageStop['stopReason']);
    if (isJsonObject(last)) metadata = last;
    const failed = Object.keys(event).find((key) => key.endsWith('Exception'));
    if (failed !== undefined) error = { [failed]: event[failed] ?? null };
  }
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finish(block));
  const answer = { output: { message: { role: 'assistant', content } }, stopReason, ...metadata };
  return { answer, complete: stopReason !== null, error };
}

function addDelta(block: OpenBlock, delta: JsonObject): void {
  block.text += textOf(delta['text']) ?? '';
  block.input += textOf(objectOf(delta['toolUse'])['input']) ?? '';
  const reasoning = objectOf(delta['reasoningContent']);
  block.thought += textOf(reasoning['text']) ?? '';
  for (const [key, value] of Object.entries(reasoning)) if (key !== 'text') block.rest.set(key, value);
}

function finish({ start, text, input, thought, rest }: OpenBlock): JsonObject {
  const { toolUse } = start;
  if (isJsonObject(toolUse) || input !== '') return { toolUse: { ...objectOf(toolUse), input } };
  if (thought !== '' || rest.size > 0)
    return { reasoningContent: { reasoningText: { text: thought, ...Object.fromEntries(rest) } } };
  return { ...start, text };
}
