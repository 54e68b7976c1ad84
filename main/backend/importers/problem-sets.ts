import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { outcomeOf, plainAttempt } from './shared/conversation.ts';
import { idOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { compact, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import type { Importer, ParsedAttempt, ParsedIssue, ParsedSample } from './types.ts';

/** A problem with what its answers are checked by, as read from one record. */
type Problem = {
  readonly prompt: string;
  readonly reference: JsonObject;
  readonly attempts: readonly ParsedAttempt[];
  readonly extras: JsonObject | null;
  readonly id: string | null;
};

/** Sets of problems to be solved: SWE-bench instances, HumanEval problems, and questions with graded answers. */
export const problemSets: Importer = {
  id: 'problem-sets',
  version: 1,
  title: 'Problem sets (SWE-bench, HumanEval, graded answers)',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer:
    'The answers are the graded solutions of the row; correct is reward 1, wrong is 0. Other problem sets hold no answers.',
  sample:
    'One sample per problem: the prompt is its text, and what answers are checked by (gold patch and files, tests, solution) is the reference.',
  takes: 'json',
  mappable: false,
  detect: (record) => {
    const kind = kindOf(valueOf(record));
    return kind === null ? null : { confidence: 0.93, reason: REASONS[kind] };
  },
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

const REASONS = {
  swe: 'problem statements with a repository and a gold patch',
  code: 'code prompts with tests and an entry point',
  graded: 'questions with solutions that say whether they are correct',
} as const;

function kindOf(row: JsonObject | null): keyof typeof REASONS | null {
  if (row === null) return null;
  const has = (...keys: readonly string[]): boolean => keys.every((key) => typeof row[key] === 'string');
  if (has('instance_id', 'problem_statement', 'repo')) return 'swe';
  if (has('prompt', 'entry_point', 'test')) return 'code';
  return has('question') && gradedOf(row).length > 0 ? 'graded' : null;
}

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record) ?? {};
  const kind = kindOf(row);
  if (kind === null) return [refuse(record, 'no_problem', 'The row is not a problem of a form Assay knows.')];
  const problem = { swe: readInstance, code: readCodeProblem, graded: readGraded }[kind](row);
  return [
    {
      kind: 'sample',
      position: record.position,
      sub: 0,
      taskKey: null,
      title: null,
      prompt: [{ role: 'user', parts: [{ type: 'text', text: problem.prompt }] }],
      tools: [],
      reference: problem.reference,
      attempts: problem.attempts,
      extras: compact({ ...problem.extras, wrapper: record.outer }),
      sourceRef: problem.id,
      tags: [],
    },
  ];
}

const SWE_REFERENCE = ['patch', 'test_patch', 'FAIL_TO_PASS', 'PASS_TO_PASS'];

function readInstance(row: JsonObject): Problem {
  const entries = SWE_REFERENCE.flatMap((key): [string, JsonValue][] => {
    const value = row[key];
    if (value === undefined || value === null) return [];
    // The lists of tests are JSON text in some copies of the set.
    const isTests = key.endsWith('_PASS') && typeof value === 'string';
    return [[key, isTests ? (parseJsonText(value) ?? value) : value]];
  });
  const patch = textOf(row['patch']);
  return {
    prompt: textOf(row['problem_statement']) ?? '',
    reference: { ...(patch === null ? {} : { gold_files: [...changedFiles(patch)] }), ...Object.fromEntries(entries) },
    attempts: [],
    extras: restOf(row, [...SWE_REFERENCE, 'problem_statement', 'instance_id']),
    id: textOf(row['instance_id']),
  };
}

/** @returns the paths a patch changes, in order: both of a rename, none of `/dev/null` */
export function changedFiles(patch: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of patch.split('\n')) {
    const match = /^diff --git a\/(.+) b\/(.+)$/.exec(line.trimEnd());
    if (match === null) continue;
    for (const path of match.slice(1)) paths.add(path);
  }
  return [...paths];
}

function readCodeProblem(row: JsonObject): Problem {
  const reference = Object.fromEntries(
    ['canonical_solution', 'test', 'entry_point'].flatMap((key): [string, JsonValue][] => {
      const value = row[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return {
    prompt: textOf(row['prompt']) ?? '',
    reference,
    attempts: [],
    extras: restOf(row, ['prompt', 'canonical_solution', 'test', 'entry_point', 'task_id']),
    id: idOf(row['task_id']),
  };
}

type Graded = {
  readonly name: string;
  readonly solution: string;
  readonly isCorrect: boolean;
  readonly rest: JsonValue;
};

/** Columns that hold the solution of one model with its grade. */
function gradedOf(row: JsonObject): readonly Graded[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (!isJsonObject(value) || typeof value['is_correct'] !== 'boolean') return [];
    const solution = textOf(value['solution']);
    if (solution === null) return [];
    return [{ name, solution, isCorrect: value['is_correct'], rest: restOf(value, ['solution', 'is_correct']) }];
  });
}

function readGraded(row: JsonObject): Problem {
  const graded = gradedOf(row);
  const references = ['ground_truth', 'answer', 'target'].filter((key) => row[key] !== undefined && row[key] !== null);
  return {
    prompt: textOf(row['question']) ?? '',
    reference: Object.fromEntries(references.map((key) => [key, row[key] ?? null])),
    attempts: graded.map(({ name, solution, isCorrect, rest }) => {
      const reward = isCorrect ? 1 : 0;
      return {
        ...plainAttempt([{ role: 'assistant', parts: [{ type: 'text', text: solution }] }]),
        model: name,
        reward,
        outcome: outcomeOf(reward),
        extras: rest,
      };
    }),
    extras: restOf(row, ['question', 'id', ...references, ...graded.map(({ name }) => name)]),
    id: idOf(row['id']),
  };
}
