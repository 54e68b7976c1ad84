import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Outcome, Per } from '../../../shared/model/sample.ts';
import { outcomeOf } from './shared/conversation.ts';
import { idOf, listOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readTools } from './shared/openai-tools.ts';
import { parseTime } from './shared/time.ts';
import { addTau2Messages } from './shared/tau2-messages.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

type Items = readonly (ParsedSample | ParsedIssue)[];

/** Results and tasks of tau2-bench. The results are built from the documented shape; no real file was at hand. */
export const tau2Bench: Importer = {
  id: 'tau2-bench',
  version: 1,
  title: 'tau2-bench results and tasks',
  extensions: ['.json'],
  per: ['conversation'],
  answer:
    'The answer is the whole simulation from the first answer of the agent on, with the reward the benchmark gave it. A file of tasks has no answers.',
  sample:
    'One sample per task: its trials are attempts and its gold actions the reference. The prompt is the policy and the first words of the simulated user or, in a file of tasks, what the user wants.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, { per }) => (record.kind === 'json' ? parse(record, per) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  if (isResults(value)) return { confidence: 0.97, reason: 'tasks and their simulations' };
  return isTask(value) ? { confidence: 0.96, reason: 'tasks with a user scenario and evaluation criteria' } : null;
}

function isResults(value: JsonObject): boolean {
  return Array.isArray(value['simulations']) && (Array.isArray(value['tasks']) || 'info' in value);
}

function isTask(value: JsonObject): boolean {
  return idOf(value['id']) !== null && 'evaluation_criteria' in value && 'user_scenario' in value;
}

function parse(record: JsonRaw, per: Per): Items {
  const value = valueOf(record) ?? {};
  if (isTask(value)) return [taskSample(record, value)];
  if (!isResults(value))
    return [refuse(record, 'not_tau2', 'The record is neither a result nor a task of tau2-bench.')];
  const tasks = new Map(objectsOf(value['tasks']).map((task) => [idOf(task['id']), task]));
  const items = listOf(value['simulations']).flatMap((simulation, at) =>
    readSimulation(record, { value, tasks, simulation: objectOf(simulation), at }, per),
  );
  return items.length > 0 ? items : [refuse(record, 'no_simulations', 'The results hold no simulations.')];
}

function referenceOf(task: JsonObject): JsonObject {
  return restOf(objectOf(task['evaluation_criteria']), []) ?? {};
}

function taskSample(record: JsonRaw, task: JsonObject): ParsedSample {
  const id = idOf(task['id']);
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: id,
    title: textOf(objectOf(task['description'])['purpose']),
    prompt: [{ role: 'user', parts: [{ type: 'text', text: scenarioText(task) }] }],
    tools: [],
    reference: referenceOf(task),
    attempts: [],
    extras: compact({ ...restOf(task, ['id', 'evaluation_criteria']), wrapper: record.outer }),
    sourceRef: id,
    tags: [],
  };
}

/** What the user wants, in the words of the scenario. */
function scenarioText(task: JsonObject): string {
  const { instructions } = objectOf(task['user_scenario']);
  if (typeof instructions === 'string') return instructions;
  const fields = objectOf(instructions);
  const texts = ['reason_for_call', 'known_info', 'unknown_info', 'task_instructions'].flatMap((key) => {
    const text = textOf(fields[key]);
    return text === null || text === '' ? [] : [text];
  });
  return texts.length > 0 ? texts.join('\n\n') : JSON.stringify(task['user_scenario'] ?? null);
}

type Simulation = {
  readonly value: JsonObject;
  readonly tasks: ReadonlyMap<string | null, JsonObject>;
  readonly simulation: JsonObject;
  readonly at: number;
};

function readSimulation(record: JsonRaw, { value, tasks, simulation, at }: Simulation, per: Per): Items {
  const info = objectOf(value['info']);
  const environment = objectOf(info['environment_info']);
  const agent = objectOf(info['agent_info']);
  const taskId = idOf(simulation['task_id']);
  const task = tasks.get(taskId) ?? {};
  const transcript = createTranscript();
  const policy = textOf(environment['policy']);
  if (policy !== null) transcript.add('system', { content: policy });
  const problem = addTau2Messages(simulation['messages'], transcript);
  if (problem !== null) return [refuse(record, 'bad_simulation', `Simulation ${at + 1}: ${problem}`)];
  const tools = readTools(environment['tool_defs']);
  const reward = numberOf(objectOf(simulation['reward_info'])['reward']);
  const seconds = numberOf(simulation['duration']);
  const isEmpty = listOf(simulation['messages']).length === 0;
  const [sample] = trajectorySamples(
    {
      position: record.position,
      messages: transcript.messages,
      tools: tools.ok ? tools.tools : [],
      taskKey: taskId,
      reference: referenceOf(task),
      attempt: {
        reward,
        outcome: outcomeOfRun(simulation, reward),
        model: textOf(agent['llm']),
        tokens: tokensOf(transcript.messages),
        latencyMs: seconds === null ? null : seconds * 1000,
        startedAt: parseTime(simulation['start_time'] ?? simulation['timestamp']),
        extras: restOf(simulation, ['messages', 'task_id']),
      },
      extras: compact({
        task: restOf(task, ['id', 'evaluation_criteria']),
        domain: environment['domain_name'],
        ...(tools.ok ? {} : { tool_defs: environment['tool_defs'] }),
        run: restOf(info, ['environment_info']),
        wrapper: record.outer,
      }),
      sourceRef: taskId === null ? null : `task ${taskId}`,
    },
    per,
  );
  if (sample === undefined) return [];
  const empty = note(
    record,
    'empty_simulation',
    'A simulation has no messages; it is kept as an attempt without steps.',
  );
  return [...(isEmpty ? [empty] : []), { ...sample, sub: at }];
}

/** Ends that are the fault of the run, not of what the agent decided. */
function outcomeOfRun(simulation: JsonObject, reward: number | null): Outcome {
  const reason = textOf(simulation['termination_reason']) ?? '';
  return reason.includes('error') && reason !== 'too_many_errors' ? 'error' : outcomeOf(reward);
}

function tokensOf(messages: readonly Message[]): number | null {
  const counts = messages.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}
