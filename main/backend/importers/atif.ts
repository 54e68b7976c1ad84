import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readTools } from './shared/openai-tools.ts';
import { parseTime } from './shared/time.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type { Transcript } from './shared/transcript.ts';
import type { Importer, ParsedIssue, ParsedSample } from './types.ts';

/** Trajectories in the Agent Trajectory Interchange Format. Built from the documented shape; no real file was at hand. */
export const atif: Importer = {
  id: 'atif',
  version: 1,
  title: 'ATIF trajectories',
  extensions: ['.json', '.jsonl'],
  per: ['conversation', 'turn', 'call'],
  answer: 'The answer is every step of the agent, with its calls and what was observed.',
  sample: 'One sample per trajectory: the prompt is what stands before the first step of the agent.',
  takes: 'json',
  mappable: false,
  detect: (record) =>
    textOf(valueOf(record)?.['schema_version'])?.startsWith('ATIF-') === true
      ? { confidence: 0.98, reason: 'the schema version of ATIF' }
      : null,
  parse: (record, { per }) => (record.kind === 'json' ? parse(record, per) : []),
};

function parse(record: JsonRaw, per: Per): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record) ?? {};
  const steps = listOf(value['steps']);
  if (steps.length === 0) return [refuse(record, 'no_steps', 'The trajectory has no "steps".')];
  const transcript = createTranscript();
  for (const [at, step] of steps.entries()) {
    if (!isJsonObject(step) || !addStep(step, transcript))
      return [refuse(record, 'bad_step', `Step ${at + 1} has no source that is system, user or agent.`)];
  }
  const agent = objectOf(value['agent']);
  const tools = readTools(agent['tool_definitions']);
  const metrics = objectOf(value['final_metrics']);
  const counts = [numberOf(metrics['total_prompt_tokens']), numberOf(metrics['total_completion_tokens'])];
  return trajectorySamples(
    {
      position: record.position,
      messages: transcript.messages,
      tools: tools.ok ? tools.tools : [],
      attempt: {
        model: textOf(agent['model_name']),
        tokens: counts.includes(null) ? null : (counts[0] ?? 0) + (counts[1] ?? 0),
        startedAt:
          objectsOf(value['steps'])
            .map((step) => parseTime(step['timestamp']))
            .find((time) => time !== null) ?? null,
      },
      extras: compact({
        ...restOf(value, ['steps', 'agent', 'session_id']),
        agent: restOf(agent, tools.ok ? ['tool_definitions'] : []),
        wrapper: record.outer,
      }),
      sourceRef: textOf(value['session_id']),
    },
    per,
  );
}

const FIELDS = ['source', 'message', 'reasoning_content', 'tool_calls', 'observation', 'step_id', 'timestamp'];

/** A step of the agent holds its calls and what came of them. */
function addStep(step: JsonObject, transcript: Transcript): boolean {
  const role = { system: 'system', user: 'user', agent: 'assistant' }[textOf(step['source']) ?? ''];
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return false;
  const calls = objectsOf(step['tool_calls']);
  transcript.add(role, {
    content: step['message'],
    reasoning: textOf(step['reasoning_content']),
    tokens: role === 'assistant' ? numberOf(objectOf(step['metrics'])['completion_tokens']) : null,
    calls: calls.map((call) => ({
      id: textOf(call['tool_call_id']),
      name: textOf(call['function_name']) ?? 'unknown',
      args: call['arguments'],
      extras: restOf(call, ['tool_call_id', 'function_name', 'arguments']),
    })),
    extras: restOf(step, FIELDS),
  });
  for (const result of objectsOf(objectOf(step['observation'])['results'])) {
    transcript.add(calls.length > 0 ? 'tool' : 'user', {
      callId: textOf(result['source_call_id']),
      content: result['content'] ?? null,
      extras: restOf(result, ['source_call_id', 'content']),
    });
  }
  return true;
}
