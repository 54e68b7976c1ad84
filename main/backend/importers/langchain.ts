import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { pickText } from './shared/chat-blocks.ts';
import { listOf, objectOf } from './shared/fields.ts';
import { wireMessages } from './shared/chat-messages.ts';
import { addUpChunks } from './shared/langchain-chunks.ts';
import { mergeCalls } from './shared/chat-values.ts';
import { refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { traceSamples } from './shared/span-samples.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type {
  Assembler,
  DetectResult,
  Importer,
  ParsedIssue,
  ParsedSample,
  ParseOptions,
  Position,
  RawRecord,
} from './types.ts';

/**
 * Messages dumped by LangChain and LangGraph: `dumps`, `messages_to_dict` and `model_dump` forms. A record is a state with
 * a list of messages, or one message; then the messages of a file are one conversation, until instructions start another.
 * Built from the documented shape; no real file was at hand.
 */
export const langchain: Importer = {
  ...TRACE_TEXTS,
  id: 'langchain',
  version: 1,
  title: 'LangChain messages',
  answer: 'The answer is what the agent did after the last user turn, with the results of its tools.',
  sample: 'One sample per list of messages; a file of single messages is one conversation.',
  detect,
  assemble: createAssembler,
};

const DICT_TYPE = /^(?:human|ai|system|tool|function|chat|AIMessageChunk)$/;

function isMessage(value: JsonValue): boolean {
  const { lc, type, kwargs, data, content, role } = objectOf(value);
  if (typeof lc === 'number' && isJsonObject(kwargs))
    return /Message(?:Chunk)?$/.test(pickText({ id: listOf(objectOf(value)['id']).at(-1) ?? null }, 'id') ?? '');
  if (typeof type !== 'string' || !DICT_TYPE.test(type) || role !== undefined) return false;
  return isJsonObject(data) ? Object.hasOwn(data, 'content') : content !== undefined;
}

/** The messages of a state, null when the record is none. */
function stateOf(value: JsonObject): readonly JsonValue[] | null {
  const holder = [value, objectOf(value['values']), objectOf(value['channel_values'])].find((one) =>
    Array.isArray(one['messages']),
  );
  const list = listOf(holder?.['messages']);
  return list.length > 0 && list.every(isMessage) ? list : null;
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  if (stateOf(record.value) !== null) return { confidence: 0.9, reason: 'lists of LangChain messages' };
  return isMessage(record.value) ? { confidence: 0.85, reason: 'LangChain messages' } : null;
}

type Open = { readonly position: Position; readonly messages: JsonObject[] };

function createAssembler(options: ParseOptions): Assembler {
  let open: Open | null = null;

  function close(): readonly (ParsedSample | ParsedIssue)[] {
    const done = open;
    open = null;
    return done === null ? [] : samplesOf(done.position, done.messages, {}, options);
  }

  return {
    push: (record) => {
      if (record.kind !== 'json' || !isJsonObject(record.value))
        return [refuse(record, 'not_object', 'A row must be an object.')];
      const { value, position } = record;
      const list = stateOf(value);
      if (list !== null)
        return [
          ...close(),
          ...samplesOf(
            position,
            addUpChunks(list).flatMap((item) => wireMessages(item) ?? []),
            restOf(value, ['messages']) ?? {},
            options,
          ),
        ];
      const found = isMessage(value) ? wireMessages(value) : null;
      if (found === null)
        return [refuse(record, 'no_messages', 'The record is neither a message nor a list of messages of LangChain.')];
      const isStart = found[0]?.['role'] === 'system' && open !== null;
      const before = isStart ? close() : [];
      open ??= { position, messages: [] };
      open.messages.push(...found);
      return before;
    },
    end: close,
  };
}

function samplesOf(
  position: Position,
  messages: readonly JsonObject[],
  extras: JsonObject,
  options: ParseOptions,
): readonly (ParsedSample | ParsedIssue)[] {
  const input = { messages: mergeCalls(messages), tools: [], structured: true };
  const { samples, issues } = traceSamples(
    { id: `record ${position.index + 1}`, position, spans: [], facts: { input, extras } },
    options.per,
  );
  const model = messages
    .map((message) => pickText(objectOf(message['response_metadata']), 'model_name', 'model'))
    .findLast((name) => name !== null);
  return [
    ...issues,
    ...samples.map((sample, sub): ParsedSample => ({
      ...sample,
      sub,
      sourceRef: null,
      attempts: sample.attempts.map((attempt) => ({ ...attempt, model: model ?? attempt.model })),
    })),
  ];
}
