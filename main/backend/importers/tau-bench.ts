import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { outcomeOf } from './shared/conversation.ts';
import { objectOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Gold fields of a task that graders compare with. */
const GOLD = ['actions', 'outputs', 'instruction'] as const;

/** Results of tau-bench: one record a task and trial, with the trajectory and its reward. */
export const tauBench: Importer = {
  id: 'tau-bench',
  version: 1,
  title: 'tau-bench results',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer:
    'The answer is the whole trajectory from the first assistant message on, with the reward the benchmark gave it.',
  sample:
    'One sample per task: its trials are attempts. The prompt is the policy and the first words of the simulated user.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parseRun(record) : []),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const { value } = record;
  const isRun = Array.isArray(value['traj']) && Object.hasOwn(value, 'task_id') && Object.hasOwn(value, 'reward');
  return isRun ? { confidence: 0.98, reason: 'task, trial, reward and trajectory' } : null;
}

function parseRun(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const { value } = record;
  if (!isJsonObject(value)) return [refuse(record, 'not_object', 'A row must be an object.')];
  const taskId = value['task_id'];
  if (typeof taskId !== 'string' && typeof taskId !== 'number') {
    return [refuse(record, 'no_task_id', 'The run has no "task_id", so it belongs to no task.')];
  }
  const read = readMessages(value['traj']);
  if (!read.ok) return [refuse(record, `traj_${read.problem.code}`, `Trajectory: ${read.problem.message}`)];
  const first = read.messages.findIndex(({ role }) => role === 'assistant');
  const end = first === -1 ? read.messages.length : first;
  const info = objectOf(value['info']);
  const task = objectOf(info['task']);
  const reward = typeof value['reward'] === 'number' ? value['reward'] : null;
  const sample: ParsedSample = {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: String(taskId),
    title: null,
    prompt: read.messages.slice(0, end),
    tools: [],
    reference: Object.fromEntries(GOLD.flatMap((key) => (Object.hasOwn(task, key) ? [[key, task[key] ?? null]] : []))),
    attempts: [
      {
        messages: read.messages.slice(end),
        model: null,
        outcome: outcomeOfRun(info, reward),
        reward,
        latencyMs: null,
        tokens: null,
        startedAt: null,
        extras: compact({
          ...restOf(value, ['task_id', 'reward', 'traj', 'info']),
          info: restOf(info, ['task']),
          wrapper: record.outer,
        }),
      },
    ],
    extras: compact({ task: restOf(task, GOLD) }),
    sourceRef: `task ${String(taskId)}`,
    tags: [],
  };
  return read.messages.length > 0
    ? [sample]
    : [
        note(
          record,
          'empty_trajectory',
          'The run ended before its first message; it is kept as an attempt without steps.',
        ),
        sample,
      ];
}

function outcomeOfRun(info: JsonObject, reward: number | null): Outcome {
  const crashed = [info['error'], info['traceback']].some(
    (value) => value !== undefined && value !== null && value !== '',
  );
  return crashed ? 'error' : outcomeOf(reward);
}
