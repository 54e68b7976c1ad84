import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { ToolDef } from '../../../shared/model/message.ts';
import { toJsonSchema } from './shared/bfcl-types.ts';
import { plainAttempt } from './shared/conversation.ts';
import { idOf, listOf, numberOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import { createTranscript } from './shared/transcript.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * The Berkeley Function-Calling Leaderboard: questions, gold answers, results and scores, each in a file of its own. Results
 * and scores are built from the documented shape; no real file was at hand.
 */
export const bfcl: Importer = {
  id: 'bfcl',
  version: 1,
  title: 'BFCL questions, answers and results',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer:
    'A file of questions has no answers. In a file of results or scores each record is one attempt; in a file of gold answers the accepted calls are the reference.',
  sample:
    'One sample per record, known by its id: the prompt is the first turn of the question, and later turns are kept beside it.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record) => (record.kind === 'json' ? parse(record) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const kind = kindOf(valueOf(record));
  return kind === null ? null : { confidence: kind === 'question' ? 0.96 : 0.9, reason: REASONS[kind] };
}

const REASONS = {
  question: 'questions in turns, with functions or classes',
  gold: 'ids with accepted calls',
  result: 'ids with results and token counts',
  score: 'ids with what was wrong with their results',
} as const;

function kindOf(value: JsonObject | null): keyof typeof REASONS | null {
  if (value === null || idOf(value['id']) === null) return null;
  const turns = listOf(value['question']);
  const isQuestion = turns.length > 0 && turns.every((turn) => Array.isArray(turn));
  if (isQuestion && ('function' in value || 'involved_classes' in value)) return 'question';
  if (Array.isArray(value['ground_truth']) && Object.keys(value).length === 2) return 'gold';
  if (value['valid'] === false && 'error_type' in value) return 'score';
  return 'result' in value && 'input_token_count' in value && 'output_token_count' in value ? 'result' : null;
}

function parse(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const value = valueOf(record) ?? {};
  const kind = kindOf(value);
  if (kind === null)
    return [refuse(record, 'not_bfcl', 'The record is no question, gold answer, result or score of BFCL.')];
  if (kind === 'question') return parseQuestion(record, value);
  if (kind === 'result') return [sampleOf(record, value, { attempts: [readResult(value)] })];
  if (kind === 'score') return [sampleOf(record, value, { attempts: [readScore(value)] })];
  const truth = listOf(value['ground_truth']);
  return [sampleOf(record, value, { reference: { ground_truth: truth, ...goldCalls(truth) } })];
}

function sampleOf(
  record: JsonRaw,
  value: JsonObject,
  own: Partial<Pick<ParsedSample, 'prompt' | 'tools' | 'reference' | 'attempts' | 'extras' | 'tags'>>,
): ParsedSample {
  const id = idOf(value['id']);
  const extras = compact({ wrapper: record.outer });
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: id,
    title: null,
    prompt: [],
    tools: [],
    reference: {},
    attempts: [],
    extras,
    sourceRef: id,
    tags: [],
    ...own,
  };
}

function parseQuestion(record: JsonRaw, value: JsonObject): readonly (ParsedSample | ParsedIssue)[] {
  const turns = listOf(value['question']);
  const read = readMessages(turns[0]);
  if (!read.ok) return [refuse(record, `question_${read.problem.code}`, `Question: ${read.problem.message}`)];
  const tools = readTools(value['function']);
  const later = turns.slice(1);
  const isIrrelevance = /^(?:live_)?irrelevance/.test(idOf(value['id']) ?? '');
  return [
    ...(tools.ok ? [] : [note(record, 'bad_tools', 'The functions could not be read; they were kept as they are.')]),
    sampleOf(record, value, {
      prompt: read.messages,
      tools: tools.ok ? tools.tools.map(withSchema) : [],
      // The right answer to these is no call at all.
      reference: isIrrelevance ? { calls: [] } : {},
      extras: compact({
        laterTurns: later.length > 0 ? later : undefined,
        ...restOf(value, ['id', 'question', ...(tools.ok ? ['function'] : [])]),
        wrapper: record.outer,
      }),
    }),
  ];
}

function withSchema(tool: ToolDef): ToolDef {
  return tool.parameters === undefined ? tool : { ...tool, parameters: toJsonSchema(tool.parameters) };
}

/** The calls of a gold answer with the first accepted value of each argument; those that may be left out are. */
function goldCalls(truth: readonly JsonValue[]): JsonObject {
  const calls: JsonObject[] = [];
  for (const entry of truth) {
    if (!isJsonObject(entry)) return {};
    for (const [name, accepted] of Object.entries(entry)) {
      if (!isJsonObject(accepted)) return {};
      const args = Object.entries(accepted).flatMap(([key, values]): [string, JsonValue][] => {
        const list = listOf(values);
        return list.length === 0 || list.includes('') ? [] : [[key, firstAccepted(list[0] ?? null)]];
      });
      calls.push({ name, arguments: Object.fromEntries(args) });
    }
  }
  return calls.length === 0 ? {} : { calls };
}

/** Inside an accepted object each field is a list of accepted values again. */
function firstAccepted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return listOf(value).map(firstAccepted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, values]): [string, JsonValue][] => {
      const list = listOf(values);
      if (!Array.isArray(values)) return [[key, values]];
      return list.includes('') || list.length === 0 ? [] : [[key, firstAccepted(list[0] ?? null)]];
    }),
  );
}

/** A file of scores lists the results that were wrong, after a line with the share of those that were right. */
function readScore(value: JsonObject): ParsedAttempt {
  const { model_result_raw: raw, model_result: told } = value;
  const read = readResult({ ...value, result: raw ?? told ?? null });
  return { ...read, reward: 0, outcome: 'failure', extras: restOf(value, ['id', 'model_result_raw', 'valid']) };
}

function readResult(value: JsonObject): ParsedAttempt {
  const transcript = createTranscript();
  const { result } = value;
  const calls = objectsOf(result).flatMap((entry) => Object.entries(entry).map(([name, args]) => ({ name, args })));
  const isCalls = calls.length > 0 && objectsOf(result).length === listOf(result).length;
  transcript.add('assistant', {
    content: isCalls ? null : (result ?? null),
    calls: isCalls ? calls : [],
    reasoning: textOf(value['reasoning_content']),
  });
  const seconds = numberOf(value['latency']);
  const tokens = [numberOf(value['input_token_count']), numberOf(value['output_token_count'])];
  const known = ['id', 'result', 'reasoning_content', ...(seconds === null ? [] : ['latency'])];
  return {
    ...plainAttempt(transcript.messages),
    latencyMs: seconds === null ? null : seconds * 1000,
    tokens: tokens.includes(null) ? null : (tokens[0] ?? 0) + (tokens[1] ?? 0),
    extras: restOf(value, known),
  };
}
