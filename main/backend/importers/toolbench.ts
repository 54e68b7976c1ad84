import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { idOf, listOf, objectOf, objectsOf, textOf, numberOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import { apiTools, readChain } from './shared/toolbench-parts.ts';
import { trajectorySamples } from './shared/trajectory.ts';
import type { DetectResult, Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

type Items = readonly (ParsedSample | ParsedIssue)[];

/** Files of ToolBench: answers with their search tree, answers converted for ToolEval, and queries. */
export const toolbench: Importer = {
  id: 'toolbench',
  version: 1,
  title: 'ToolBench answers and queries',
  extensions: ['.json'],
  per: ['conversation', 'call'],
  answer:
    'The answer is the branch that was chosen: its calls and results up to "Finish". A file of queries has no answers, and ToolEval cuts its texts at 100 characters.',
  sample: 'One sample per query: the prompt is the system text and the query.',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, { per }) => (record.kind === 'json' ? parse(record, per) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null) return null;
  if (isAnswer(value)) return { confidence: 0.97, reason: 'a search tree with the answer generated' };
  if (evalsOf(value).length > 0) return { confidence: 0.97, reason: 'answers of ToolEval with the tools available' };
  return isQuery(value) ? { confidence: 0.93, reason: 'queries with a list of APIs' } : null;
}

function isAnswer(value: JsonObject): boolean {
  const generation = objectOf(value['answer_generation']);
  return Array.isArray(generation['function']) || Array.isArray(generation['train_messages']);
}

function isQuery(value: JsonObject): boolean {
  return typeof value['query'] === 'string' && objectsOf(value['api_list']).some((api) => 'api_name' in api);
}

function isEval(value: JsonValue): boolean {
  return isJsonObject(value) && Array.isArray(value['available_tools']) && isJsonObject(value['answer'] ?? null);
}

/** Answers of ToolEval: one, or all of a file in an object with their ids as keys. */
function evalsOf(value: JsonObject): readonly (readonly [string | null, JsonObject])[] {
  if (isEval(value)) return [[idOf(value['query_id']), value]];
  const entries = Object.entries(value);
  return entries.flatMap(([id, entry]) => (isEval(entry) ? [[id, objectOf(entry)] as const] : []));
}

function parse(record: JsonRaw, per: Per): Items {
  const value = valueOf(record) ?? {};
  if (isAnswer(value)) return parseAnswer(record, value, per);
  if (isQuery(value)) return parseQuery(record, value);
  const evals = evalsOf(value);
  const others = Object.keys(value).length - evals.length;
  const items = evals.flatMap(([id, entry]) => parseEval(record, id, entry, per));
  if (items.length === 0)
    return [refuse(record, 'not_toolbench', 'The record is no answer and no query of ToolBench.')];
  // Samples of one record are told apart by their number.
  const samples = items.filter((item) => item.kind === 'sample').map((sample, sub) => ({ ...sample, sub }));
  const cut = note(
    record,
    'texts_cut',
    'ToolEval cuts texts at 100 characters; arguments and results may not be whole.',
  );
  const skipped = note(record, 'entries_skipped', 'Some entries of the file are no answers; they were left out.', true);
  const isSingle = isEval(value);
  return [
    cut,
    ...(others > 0 && !isSingle ? [skipped] : []),
    ...items.filter(({ kind }) => kind === 'issue'),
    ...samples,
  ];
}

function parseAnswer(record: JsonRaw, value: JsonObject, per: Per): Items {
  const generation = objectOf(value['answer_generation']);
  const lists = listOf(generation['train_messages']);
  const query = textOf(generation['query']) ?? '';
  const last = lists.at(-1);
  const read = readMessages(last ?? [{ role: 'user', content: query }]);
  if (!read.ok) return [refuse(record, read.problem.code, read.problem.message)];
  const tools = readTools(generation['function']);
  const known = ['train_messages', 'query', ...(tools.ok ? ['function'] : [])];
  const others = lists.slice(0, -1).filter((list) => !isPrefix(list, last));
  const win = value['win'];
  return [
    ...(last === undefined
      ? [note(record, 'no_branch', 'The file holds no chosen branch; it is kept as an attempt without steps.')]
      : []),
    ...trajectorySamples(
      {
        position: record.position,
        messages: read.messages,
        tools: tools.ok ? tools.tools : [],
        attempt: {
          // Whether the search ended with an answer; nobody judged the answer itself.
          outcome: last === undefined ? 'error' : win === false ? 'failure' : 'unknown',
          tokens: numberOf(generation['total_tokens']),
          extras: compact({ win, ...restOf(generation, known), otherBranches: others.length > 0 ? others : undefined }),
        },
        extras: compact({ ...restOf(value, ['answer_generation', 'win']), wrapper: record.outer }),
        title: query === '' ? null : query,
      },
      per,
    ),
  ];
}

/** The lists of one branch grow message by message. */
function isPrefix(list: JsonValue, of: JsonValue | undefined): boolean {
  const whole = listOf(of);
  return listOf(list).every((message, at) => JSON.stringify(message) === JSON.stringify(whole[at]));
}

function parseEval(record: JsonRaw, id: string | null, entry: JsonObject, per: Per): Items {
  const answer = objectOf(entry['answer']);
  const chain = readChain(answer);
  const tools = readTools(entry['available_tools']);
  return trajectorySamples(
    {
      position: record.position,
      messages: chain.messages,
      tools: tools.ok ? tools.tools : [],
      title: textOf(entry['query']),
      attempt: {
        extras: compact({ ...restOf(answer, ['answer_details']), otherBranches: chain.others }),
      },
      extras: compact({
        ...restOf(entry, ['answer', 'query', ...(tools.ok ? ['available_tools'] : [])]),
        wrapper: record.outer,
      }),
      sourceRef: id,
    },
    per,
  );
}

function parseQuery(record: JsonRaw, value: JsonObject): Items {
  const query = textOf(value['query']) ?? '';
  const relevant = value['relevant APIs'] ?? value['relevant_apis'];
  return [
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: null,
      title: null,
      prompt: [{ role: 'user', parts: [{ type: 'text', text: query }] }],
      tools: apiTools(value['api_list']),
      reference: relevant === undefined ? {} : { relevant_apis: relevant },
      attempts: [],
      extras: compact({
        ...restOf(value, ['query', 'query_id', 'api_list', 'relevant APIs', 'relevant_apis']),
        wrapper: record.outer,
      }),
      sourceRef: idOf(value['query_id']),
      tags: [],
    },
  ];
}
