import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Outcome, Per } from '../../../shared/model/sample.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Trajectories of SWE-agent and mini-swe-agent: one file a run, with tool calls or with commands in the texts. Those of
 * mini-swe-agent are built from the documented shape; no real file was at hand.
 */
export const sweAgent: Importer = {
  id: 'swe-agent',
  version: 1,
  title: 'SWE-agent trajectories',
  extensions: ['.traj', '.json'],
  per: ['conversation', 'call'],
  answer:
    'The answer is the whole run: what the agent said and did, and what it observed. Whether the task was resolved is not in the file.',
  sample: 'One sample per run: the prompt is the system text and the task. Demonstrations are kept beside it.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, { per }) => (record.kind === 'json' ? parseRun(record, per) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  if (isMini(value)) return { confidence: 0.97, reason: 'the trajectory format of mini-swe-agent' };
  const history = objectsOf(value['history']);
  if (history.length === 0 || !history.every((item) => typeof item['role'] === 'string')) return null;
  if (Array.isArray(value['trajectory'])) return { confidence: 0.97, reason: 'a history and a trajectory' };
  return history.some((item) => 'message_type' in item)
    ? { confidence: 0.95, reason: 'a history with message types' }
    : null;
}

function isMini(value: JsonObject): boolean {
  return textOf(value['trajectory_format'])?.startsWith('mini-swe-agent') === true && Array.isArray(value['messages']);
}

function parseRun(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record) ?? {};
  const steps = objectsOf(value['trajectory']);
  const raw = isMini(value) ? listOf(value['messages']) : listOf(value['history']);
  const demos = raw.filter((item) => isDemo(item));
  const read = readMessages(
    raw.length > 0 ? raw.filter((item) => !isDemo(item)).map(toChat) : steps.flatMap((step) => fromStep(step)),
  );
  if (!read.ok) return [refuse(record, read.problem.code, read.problem.message)];
  if (read.messages.length === 0)
    return [refuse(record, 'no_messages', 'The file holds neither a history nor a trajectory.')];
  const info = objectOf(value['info']);
  return [
    ...(demos.length > 0
      ? [
          note(
            record,
            'demonstrations',
            'Demonstrations in the history are no part of the run; they are kept beside it.',
          ),
        ]
      : []),
    ...trajectorySamples(
      {
        position: record.position,
        messages: withTimes(read.messages, steps),
        attempt: {
          outcome: outcomeOfExit(info),
          model: modelOf(value, info),
          tokens: tokensOf(objectOf(info['model_stats'])),
          extras: compact({
            info,
            steps: steps.map((step) => restOf(step, SAID_IN_HISTORY) ?? {}),
            ...restOf(value, ['trajectory', 'history', 'messages', 'info', 'environment']),
          }),
        },
        extras: compact({ demonstrations: demos.length > 0 ? demos : undefined, wrapper: record.outer }),
        sourceRef: textOf(value['environment']) ?? textOf(value['instance_id']),
      },
      per,
    ),
  ];
}

/** What a step says that the history says too. */
const SAID_IN_HISTORY = ['action', 'observation', 'response', 'thought', 'query', 'messages'];

function isDemo(item: JsonValue): boolean {
  if (!isJsonObject(item)) return false;
  return item['is_demo'] === true || item['message_type'] === 'demonstration';
}

/** A message of the history in the chat form. Results name their calls in a list. */
function toChat(item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item;
  const [first, ...more] = listOf(item['tool_call_ids']);
  const content = textOf(item['content']);
  // What was thought and done is said in the text, except where it is a call.
  const isSaid = (key: string): boolean => typeof item[key] === 'string' && content?.includes(item[key]) === true;
  const said = ['thought', 'action'].filter(isSaid);
  const kept = Object.entries(item).filter(([key]) => key !== 'tool_call_ids' && !said.includes(key));
  return {
    ...Object.fromEntries(kept),
    ...(first === undefined ? {} : { tool_call_id: first }),
    ...(more.length === 0 ? {} : { more_tool_call_ids: more }),
  };
}

function fromStep(step: JsonObject): readonly JsonValue[] {
  const response = step['response'] ?? step['action'] ?? '';
  const { observation } = step;
  return [
    { role: 'assistant', content: response },
    ...(observation === undefined || observation === null ? [] : [{ role: 'user', content: observation }]),
  ];
}

/** Notes how long each action took on what was observed after it, where steps and history go together. */
function withTimes(messages: readonly Message[], steps: readonly JsonObject[]): readonly Message[] {
  const agent = messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
  if (agent.length !== steps.length) return messages;
  const times = new Map(agent.map((at, step) => [at + 1, secondsOf(steps[step]?.['execution_time'])]));
  return messages.map((message, at) => {
    const seconds = times.get(at) ?? null;
    return seconds === null ? message : { ...message, timing: { durationMs: seconds * 1000 } };
  });
}

function secondsOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

/** A run that was stopped by a limit or an error did not end by itself; one that was submitted is not judged here. */
function outcomeOfExit(info: JsonObject): Outcome {
  const status = textOf(info['exit_status']);
  if (status === null || /^submitted/i.test(status)) return 'unknown';
  return 'error';
}

function tokensOf(stats: JsonObject): number | null {
  const sent = numberOf(stats['tokens_sent']);
  const received = numberOf(stats['tokens_received']);
  return sent === null || received === null ? null : sent + received;
}

function modelOf(value: JsonObject, info: JsonObject): string | null {
  const { model } = objectOf(info['config']);
  return textOf(objectOf(model)['model_name']) ?? textOf(value['model']);
}
