import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { outcomeOf, plainAttempt } from './shared/conversation.ts';
import { isMessageList } from './shared/exchange.ts';
import { idOf, numberOf, objectOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Rows of reinforcement learning sets: verl, SkyRL, and TRL or verifiers rows whose prompt (and completion) are messages.
 * The rows of SkyRL and verifiers are built from the documented shape; no real file was at hand.
 */
export const rlRows: Importer = {
  id: 'rl-rows',
  version: 1,
  title: 'Reinforcement learning rows (verl, TRL, SkyRL)',
  extensions: ['.jsonl', '.json', '.parquet'],
  per: ['conversation'],
  answer: 'The answer is the completion of the row, with its reward; rows without one have no answer.',
  sample: 'One sample per row: the prompt is its messages, and the ground truth and other fields are the reference.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const row = valueOf(record);
  if (row === null || !isPrompt(row['prompt']) || 'chosen' in row) return null;
  const has = (...keys: readonly string[]): boolean => keys.some((key) => key in row);
  if (has('reward_model', 'reward_spec', 'data_source', 'env_class'))
    return { confidence: 0.95, reason: 'a prompt of messages with a reward model or environment' };
  if (isPrompt(row['completion'])) return { confidence: 0.92, reason: 'a prompt and a completion of messages' };
  return has('answer', 'info', 'ground_truth', 'task', 'reward', 'extra_info', 'solution')
    ? { confidence: 0.8, reason: 'a prompt of messages with reference fields' }
    : null;
}

function isPrompt(value: JsonValue | undefined): value is JsonValue {
  return isMessageList(value);
}

const NOT_REFERENCE = new Set([
  'prompt',
  'completion',
  'reward',
  'tools',
  'example_id',
  'id',
  'reward_model',
  'reward_spec',
  'data_source',
  'ability',
  'env_class',
  'extra_info',
  'info',
  'metrics',
  'label',
]);

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record) ?? {};
  if (!isPrompt(row['prompt']))
    return [refuse(record, 'no_prompt', 'The row has no "prompt" that is a list of messages.')];
  const read = readMessages(row['prompt']);
  if (!read.ok) return [refuse(record, read.problem.code, read.problem.message)];
  const tools = readTools(row['tools']);
  const attempt = readAttempt(row, read.ledger);
  const example = idOf(row['example_id']);
  return [
    ...(attempt === 'unreadable'
      ? [note(record, 'completion_unreadable', 'The completion could not be read; it was kept as it is.')]
      : []),
    ...(tools.ok ? [] : [note(record, 'bad_tools', 'The tools could not be read; they were kept as they are.')]),
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: example,
      title: null,
      prompt: read.messages,
      tools: tools.ok ? tools.tools : [],
      reference: referenceOf(row),
      attempts: attempt === null || attempt === 'unreadable' ? [] : [attempt],
      extras: compact({
        ...restOf(Object.fromEntries(KEPT.map((key) => [key, row[key] ?? null])), []),
        completion: attempt === 'unreadable' ? row['completion'] : undefined,
        tools: tools.ok ? undefined : row['tools'],
        wrapper: record.outer,
      }),
      sourceRef: idOf(row['id']) ?? example,
      tags: [],
    },
  ];
}

const KEPT = ['data_source', 'ability', 'env_class', 'extra_info', 'metrics'] as const;

function readAttempt(row: JsonObject, ledger: Parameters<typeof readMessages>[1]): ParsedAttempt | 'unreadable' | null {
  const { completion } = row;
  if (completion === undefined || completion === null) return null;
  const read = readMessages(
    typeof completion === 'string' ? [{ role: 'assistant', content: completion }] : completion,
    ledger,
  );
  if (!read.ok) return 'unreadable';
  const reward = numberOf(row['reward']);
  return { ...plainAttempt(read.messages), reward, outcome: outcomeOf(reward) };
}

/** What answers are checked by. `reward_model` and `reward_spec` hold the ground truth and how it is compared. */
function referenceOf(row: JsonObject): JsonObject {
  const spec = { ...objectOf(row['reward_model']), ...objectOf(row['reward_spec']) };
  const rest = Object.entries(row).filter(([key, value]) => !NOT_REFERENCE.has(key) && value !== null);
  const { info } = row;
  const parsed = typeof info === 'string' ? (parseJsonText(info) ?? info) : info;
  return {
    ...Object.fromEntries(rest),
    ...(parsed === undefined || parsed === null ? {} : { info: parsed }),
    ...(row['label'] === undefined || row['label'] === null ? {} : { label: row['label'] }),
    ...spec,
  };
}
