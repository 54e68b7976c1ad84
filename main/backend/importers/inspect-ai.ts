import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { ToolDef } from '../../../shared/model/message.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { outcomeOf } from './shared/conversation.ts';
import { idOf, listOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { addInspectMessages, withAttachments } from './shared/inspect-messages.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readTools } from './shared/openai-tools.ts';
import { parseTime } from './shared/time.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type { Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Logs of inspect_ai, as JSON; its `.eval` archives give the same records, one a sample. */
export const inspectAi: Importer = {
  id: 'inspect-ai',
  version: 1,
  title: 'inspect_ai logs',
  extensions: ['.json', '.eval'],
  per: ['conversation', 'call'],
  answer:
    'The answer is everything from the first answer of the model on. With one scorer its value is the reward: C is 1, P is 0.5, I and N are 0.',
  sample: 'One sample per sample of the log: its epochs are attempts, and target and choices are the reference.',
  takes: 'json',
  mappable: false,
  detect: (record) => (isLog(record) ? { confidence: 0.97, reason: 'an evaluation with its samples or plan' } : null),
  parse: (record, { per }) => (record.kind === 'json' ? parseLog(record, per) : []),
};

function isLog(record: RawRecord): boolean {
  const value = valueOf(record);
  const evaluation = value?.['eval'];
  if (value === null || evaluation === undefined || !isJsonObject(evaluation)) return false;
  return typeof evaluation['task'] === 'string' && ['samples', 'plan', 'version', 'status'].some((key) => key in value);
}

function parseLog(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record) ?? {};
  const samples = listOf(value['samples']);
  if (samples.length === 0)
    return [refuse(record, 'no_samples', 'The log holds no samples; only their sums were written.')];
  const items: (ParsedSample | ParsedIssue)[] = [];
  let hasEvents = false;
  for (const [at, sample] of samples.entries()) {
    const own = objectOf(sample);
    hasEvents ||= listOf(own['events'] ?? own['transcript']).length > 0 || 'transcript' in own;
    items.push(...parseSample(record, value, { sample: own, at }, per));
  }
  if (hasEvents)
    items.unshift(note(record, 'events_left_out', 'Events say again what the messages say; they were left out.'));
  return items;
}

const READ = ['id', 'epoch', 'input', 'messages', 'target', 'choices', 'events', 'transcript', 'attachments'];

function parseSample(
  record: JsonRaw,
  log: JsonObject,
  { sample: raw, at }: { readonly sample: JsonObject; readonly at: number },
  per: Per,
): readonly (ParsedSample | ParsedIssue)[] {
  const sample = withAttachments(raw);
  const transcript = createTranscript();
  const messages = listOf(sample['messages']);
  const { input } = sample;
  // A sample that never ran has its input alone.
  const all =
    messages.length > 0 ? messages : typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const problem = addInspectMessages(all, transcript);
  if (problem !== null) return [refuse(record, 'bad_sample', `Sample ${at + 1}: ${problem}`)];
  const evaluation = objectOf(log['eval']);
  const reward = rewardOf(sample);
  const seconds = numberOf(sample['total_time']);
  const failed = sample['error'] !== undefined && sample['error'] !== null;
  const id = idOf(sample['id']);
  const made = trajectorySamples(
    {
      position: record.position,
      messages: transcript.messages,
      tools: toolsOf(sample),
      taskKey: id === null ? null : `${textOf(evaluation['task']) ?? ''} ${id}`,
      reference: compact({ target: sample['target'], choices: sample['choices'] }) ?? {},
      attempt: {
        model: textOf(objectOf(sample['output'])['model']) ?? textOf(evaluation['model']),
        reward,
        outcome: failed ? 'error' : outcomeOf(reward),
        latencyMs: seconds === null ? null : seconds * 1000,
        tokens: tokensOf(sample),
        startedAt: parseTime(sample['started_at'] ?? evaluation['created']),
        extras: compact({ epoch: sample['epoch'], ...restOf(sample, READ) }),
      },
      extras: compact({ eval: restOf(evaluation, []), status: log['status'], wrapper: record.outer }),
      sourceRef: id,
    },
    per,
  );
  // Samples of one log are told apart by their place; the parts of one by theirs.
  return made.map((one) => ({ ...one, sub: at * 10_000 + one.sub }));
}

const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

/** The value of the only scorer; several are kept beside the attempt for a person to choose. */
function rewardOf(sample: JsonObject): number | null {
  const scores = Object.values(objectOf(sample['scores']));
  const only = scores.length === 1 ? scores[0] : sample['score'];
  const { value } = objectOf(only);
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return Object.hasOwn(LETTERS, value) ? (LETTERS[value] ?? null) : null;
  return numberOf(value);
}

function tokensOf(sample: JsonObject): number | null {
  const counts = Object.values(objectOf(sample['model_usage'])).map((usage) =>
    numberOf(objectOf(usage)['total_tokens']),
  );
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** The tools offered to the model, which only its events say. */
function toolsOf(sample: JsonObject): readonly ToolDef[] {
  const events = objectsOf(sample['events'] ?? objectOf(sample['transcript'])['events']);
  const offered = events
    .map((event): JsonValue | undefined => event['tools'])
    .find((tools) => listOf(tools).length > 0);
  const tools = readTools(offered);
  return tools.ok ? tools.tools : [];
}
