import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { outcomeOf } from './shared/conversation.ts';
import { objectOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readDisplayed } from './shared/tau-display.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Gold fields of a task that graders compare with. */
const GOLD = ['actions', 'outputs', 'instruction'] as const;

/**
 * Results of tau-bench: one record a task and trial, with the trajectory and its reward. Its few-shot files, conversations
 * shown as text, are built from the documented shape; no real file was at hand.
 */
export const tauBench: Importer = {
  id: 'tau-bench',
  takenApart: ['$.messages_display'],
  version: 2,
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
  parse: (record) => (record.kind !== 'json' ? [] : isDisplay(record) ? parseDisplay(record) : parseRun(record)),
};

/** Few-shot rows hold nothing else. */
function isDisplay(record: RawRecord): boolean {
  const value = valueOf(record);
  return value !== null && !Object.hasOwn(value, 'traj') && ROLE.test(textOf(value['messages_display']) ?? '');
}

const ROLE = /^(?:system|user|assistant|tool):/;

function parseDisplay(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const value = objectOf(record.value);
  const read = readDisplayed(textOf(value['messages_display']) ?? '');
  if (read === null) return [refuse(record, 'no_roles', 'The conversation shown as text does not begin with a role.')];
  const extras = compact({ ...restOf(value, ['messages_display']), wrapper: record.outer });
  const samples = trajectorySamples({ position: record.position, messages: read.messages, extras }, 'conversation');
  const words = 'The text shows calls as None: their names and arguments are not in the file.';
  return read.unseenCalls === 0 ? samples : [note(record, 'calls_not_shown', words), ...samples];
}

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  const { value } = record;
  const isRun = Array.isArray(value['traj']) && Object.hasOwn(value, 'task_id') && Object.hasOwn(value, 'reward');
  if (isRun) return { confidence: 0.98, reason: 'task, trial, reward and trajectory' };
  return isDisplay(record)
    ? { confidence: 0.9, reason: 'conversations shown as text, with roles before each line' }
    : null;
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
