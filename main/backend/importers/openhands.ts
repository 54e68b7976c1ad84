import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { outcomeOf } from './shared/conversation.ts';
import { idOf, listOf, numberOf, objectOf, textOf, valueOf } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { isEvent, isSilent, readOpenHands } from './shared/openhands-events.ts';
import { parseTime } from './shared/time.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import type { Assembler, DetectResult, Importer, ParsedSample, Position, RawRecord } from './types.ts';

/**
 * Events of OpenHands: of its SDK (`kind`), of the versions before (`action`, `observation`), and its benchmark outputs
 * with such events in `history`. The last two are built from the documented shape; no real file was at hand.
 */
export const openHands: Importer = {
  id: 'openhands',
  version: 1,
  title: 'OpenHands events',
  extensions: ['.jsonl', '.json'],
  per: ['conversation', 'turn', 'call'],
  answer:
    'The answer is everything the agent said and did after the first user message. Actions of one answer of the model are parallel calls.',
  sample:
    'One sample per file of events, or per record of a benchmark output: the prompt ends with the first user message.',
  takes: 'json',
  mappable: false,
  detect,
  parse: () => [],
  assemble: ({ per }) => assemble(per),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  if (isEvent(value)) return { confidence: 0.95, reason: 'events with a source and an action or observation' };
  return isOutput(value) ? { confidence: 0.95, reason: 'benchmark outputs with a history of events' } : null;
}

function isOutput(value: JsonObject): boolean {
  return 'instance_id' in value && historyOf(value).some(isEvent);
}

/** The events of an output; some versions keep pairs of action and observation. */
function historyOf(value: JsonObject): readonly JsonObject[] {
  return listOf(value['history'])
    .flatMap((entry) => (Array.isArray(entry) ? listOf(entry) : [entry]))
    .filter((entry: JsonValue) => isJsonObject(entry));
}

function assemble(per: Per): Assembler {
  const events: JsonObject[] = [];
  let first: Position | null = null;
  return {
    push(record) {
      const value = valueOf(record) ?? {};
      if (isOutput(value)) return outputSamples(record, value, per);
      if (!isEvent(value))
        return [
          refuse(record, 'no_event', 'The record is no event: it has no source with an action, observation or kind.'),
        ];
      first ??= record.position;
      events.push(value);
      return isSilent(value)
        ? [note(record, 'no_message', 'The event is no message, call or result; it was left out.')]
        : [];
    },
    end() {
      if (first === null) return [];
      const read = readOpenHands(events);
      if (read.messages.length === 0) return [];
      return trajectorySamples(
        {
          position: first,
          messages: read.messages,
          tools: read.tools,
          attempt: {
            model: read.model,
            tokens: read.tokens,
            startedAt: events.map(({ timestamp }) => parseTime(timestamp)).find((time) => time !== null) ?? null,
          },
        },
        per,
      );
    },
  };
}

function outputSamples(record: RawRecord, value: JsonObject, per: Per): readonly ParsedSample[] {
  const read = readOpenHands(historyOf(value));
  const { resolved } = objectOf(objectOf(value['test_result'])['report']);
  const reward = typeof resolved === 'boolean' ? Number(resolved) : numberOf(resolved);
  const id = idOf(value['instance_id']);
  const failed = value['error'] !== undefined && value['error'] !== null;
  return trajectorySamples(
    {
      position: record.position,
      messages: read.messages,
      tools: read.tools,
      taskKey: id,
      attempt: {
        model: read.model ?? textOf(objectOf(objectOf(value['metadata'])['llm_config'])['model']),
        tokens: read.tokens,
        reward,
        outcome: failed ? 'error' : outcomeOf(reward),
        extras: restOf(value, ['history', 'instance_id', 'instance']),
      },
      extras: compact({ instance: value['instance'] }),
      sourceRef: id,
    },
    per,
  );
}
