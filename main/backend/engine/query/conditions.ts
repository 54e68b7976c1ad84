import type { Term, Value } from '../../../../shared/query/ast.ts';
import type { FieldName } from '../../../../shared/query/fields.ts';
import { CLUSTERED, DIFFICULTY, TOOL_SETS } from './derived.ts';
import { DUPLICATE_PROMPT, DUPLICATE_TRAJECTORY } from './duplicates.ts';
import { compose, isIn, join, sql, type Fragment } from './fragment.ts';
import { referenceIs } from './json-conditions.ts';
import { scoreIs, scoreReasonIs } from './score-conditions.ts';
import { anyOf, choiceIs, numberIs, textContains, textIs } from './value-conditions.ts';

type Condition = (term: Term) => Fragment;

/** @returns the condition of a term over `sample s` */
export function findCondition(term: Term): Fragment {
  const condition = CONDITIONS[term.field];
  return condition(term);
}

/** Each name of a called tool once, found by hopping through the index on names instead of reading it all. */
export const CALLED_NAMES = `WITH RECURSIVE called (name) AS (
    SELECT min(name) FROM tool_call
    UNION ALL SELECT (SELECT min(t.name) FROM tool_call t WHERE t.name > called.name) FROM called WHERE called.name IS NOT NULL)
  SELECT name FROM called WHERE name IS NOT NULL`;

const NO_FILTER = sql('1');

/** `s.id IN (SELECT … WHERE condition)`; the subquery's text ends where its condition goes. */
function sampleIn(select: string, condition: Fragment | null): Fragment | null {
  return condition === null ? null : compose(`s.id IN (${select} {})`, condition);
}

/** A column of `attempt`: the sample matches when one of its attempts does. */
function attempt(column: string, of: (column: string, values: readonly Value[]) => Fragment | null): Condition {
  const select = 'SELECT a.sample_id FROM attempt a WHERE';
  return (term) =>
    anyOf(term.values, {
      values: sampleIn(select, of(column, term.values)),
      any: sampleIn(select, sql(`${column} IS NOT NULL`)),
    });
}

/** A column of `sample` itself. */
function own(column: string, of: (column: string, values: readonly Value[]) => Fragment | null): Condition {
  return (term) => anyOf(term.values, { values: of(column, term.values), any: sql(`${column} IS NOT NULL`) });
}

/** A column of a table that has `sample_id`: `select` ends with the conditions its rows must meet. */
function beside(
  select: string,
  column: string,
  of: (column: string, values: readonly Value[]) => Fragment | null,
): Condition {
  return (term) =>
    anyOf(term.values, {
      values: sampleIn(`${select} AND`, of(column, term.values)),
      any: sampleIn(`${select} AND`, sql(`${column} IS NOT NULL`)),
    });
}

function title(term: Term): Fragment {
  return anyOf(term.values, { values: textContains('s.title', term.values), any: sql("s.title <> ''") });
}

function sourceColumn(column: string): Condition {
  return (term) =>
    anyOf(term.values, {
      values: compose('s.source_id IN (SELECT o.id FROM source o WHERE {})', textIs(column, term.values) ?? NO_FILTER),
      any: null,
    });
}

function decision(term: Term): Fragment {
  const decided = (states: readonly string[]): Fragment =>
    compose('s.id IN (SELECT d.sample_id FROM decision d WHERE {})', isIn('d.state', states));
  const states = term.values.flatMap((value) => (value.kind === 'text' ? [value.text] : []));
  const named = states.filter((state) => state !== 'undecided');
  const conditions = named.length === 0 ? [] : [decided(named)];
  // A sample nobody looked at has no row.
  if (states.includes('undecided')) conditions.push(compose('NOT {}', decided(['include', 'exclude'])));
  return join('OR', conditions);
}

function note(term: Term): Fragment {
  const decisions = 'SELECT d.sample_id FROM decision d WHERE';
  const reviews = 'SELECT v.sample_id FROM review v WHERE';
  const either = (one: Fragment | null, other: Fragment | null): Fragment | null =>
    one === null || other === null ? null : join('OR', [one, other]);
  return anyOf(term.values, {
    values: either(
      sampleIn(decisions, textContains('d.note', term.values)),
      sampleIn(reviews, textContains('v.note', term.values)),
    ),
    any: either(sampleIn(decisions, sql("d.note <> ''")), sampleIn(reviews, sql("v.note <> ''"))),
  });
}

function reviewed(term: Term): Fragment {
  const done = sql("s.id IN (SELECT v.sample_id FROM review v WHERE v.state <> 'draft')");
  const wanted = term.values.map((value) =>
    value.kind === 'text' && value.text === 'no' ? compose('NOT {}', done) : done,
  );
  return join('OR', wanted);
}

/** Flags that somebody dismissed no longer count. */
function flag(term: Term): Fragment {
  const select = "SELECT f.sample_id FROM flag f WHERE f.state IN ('open', 'confirmed')";
  return anyOf(term.values, {
    values: sampleIn(`${select} AND`, choiceIs('f.rule_id', term.values)),
    any: sql(`s.id IN (${select})`),
  });
}

function tool(term: Term): Fragment {
  const named = textIs('known.name', term.values);
  // The `+` keeps SQLite from looking each attempt up in its table, whose rows are fat: it walks a narrow index instead.
  const select = `SELECT a.sample_id FROM attempt a WHERE +a.id IN (
    SELECT t.attempt_id FROM tool_call t WHERE t.name IN (SELECT known.name FROM (${CALLED_NAMES}) known WHERE {}))`;
  return anyOf(term.values, {
    values: named === null ? null : compose(`s.id IN (${select})`, named),
    any: sql('s.id IN (SELECT a.sample_id FROM attempt a WHERE a.tool_call_count > 0)'),
  });
}

/** Many samples offer the same list of tools, so each list is read once. */
function offered(term: Term): Fragment {
  const named = textIs("j.value ->> 'name'", term.values);
  const lists = `SELECT k.tools FROM (SELECT DISTINCT tools FROM sample_body) k
    WHERE EXISTS (SELECT 1 FROM json_each(k.tools) j WHERE {})`;
  return anyOf(term.values, {
    values:
      named === null
        ? null
        : compose(`s.id IN (SELECT b.sample_id FROM sample_body b WHERE b.tools IN (${lists}))`, named),
    any: sql('s.tool_offered_count > 0'),
  });
}

function spread(term: Term): Fragment {
  // Rounded, since 0.3 - 0.1 is not 0.2 in binary.
  const select = `SELECT a.sample_id FROM attempt a WHERE a.reward IS NOT NULL
    GROUP BY a.sample_id HAVING count(*) > 1 AND`;
  return anyOf(term.values, {
    values: sampleIn(select, numberIs('round(max(a.reward) - min(a.reward), 9)', term.values)),
    any: sampleIn(select, NO_FILTER),
  });
}

function duplicate(term: Term): Fragment {
  const kinds = term.values.flatMap((value) => (value.kind === 'text' ? [value.text] : []));
  const wanted = kinds.map((kind) => (kind === 'trajectory' ? DUPLICATE_TRAJECTORY : DUPLICATE_PROMPT));
  return anyOf(term.values, {
    values:
      wanted.length === 0
        ? null
        : join(
            'OR',
            wanted.map((condition) => sql(condition)),
          ),
    any: sql(DUPLICATE_PROMPT),
  });
}

/** A query of `sample_id` and `value`. */
function derived(select: string, of: (column: string, values: readonly Value[]) => Fragment | null): Condition {
  return (term) =>
    anyOf(term.values, {
      values: sampleIn(`SELECT v.sample_id FROM (${select}) v WHERE`, of('v.value', term.values)),
      any: sql(`s.id IN (SELECT v.sample_id FROM (${select}) v)`),
    });
}

function unreachable(term: Term): Fragment {
  throw new Error(`${term.field} is answered by the full-text index`);
}

const REVIEW = "SELECT v.sample_id FROM review v WHERE v.state <> 'draft'";

const CONDITIONS: Readonly<Record<FieldName, Condition>> = {
  id: (term) => numberIs('s.id', term.values) ?? NO_FILTER,
  title,
  source: sourceColumn('o.name'),
  format: sourceColumn('o.importer_id'),
  task: own('s.task_key', textIs),
  lang: own('s.lang', textIs),
  offered,
  reference: referenceIs,
  length: own('s.prompt_chars', numberIs),
  cluster: derived(CLUSTERED, textIs),
  dup: duplicate,
  decision,
  reason: beside('SELECT d.sample_id FROM decision d WHERE 1', 'd.reason', textContains),
  note,
  split: beside('SELECT m.sample_id FROM split_member m WHERE 1', 'm.split', choiceIs),
  tag: beside('SELECT st.sample_id FROM sample_tag st JOIN tag t ON t.id = st.tag_id WHERE 1', 't.name', textIs),
  flag,
  reviewed,
  reviewer: beside(REVIEW, 'v.reviewer', textIs),
  verdict: beside(REVIEW, 'v.verdict', choiceIs),
  attempts: own('s.attempt_count', numberIs),
  outcome: attempt('a.outcome', choiceIs),
  difficulty: derived(DIFFICULTY, choiceIs),
  reward: attempt('a.reward', numberIs),
  spread,
  model: attempt('a.model', textIs),
  tool,
  toolset: derived(TOOL_SETS, textIs),
  calls: attempt('a.tool_call_count', numberIs),
  steps: attempt('a.step_count', numberIs),
  errors: attempt('a.tool_error_count', numberIs),
  parallel: attempt('a.max_parallel', numberIs),
  tokens: attempt('a.token_count', numberIs),
  latency: attempt('a.latency_ms', numberIs),
  score: scoreIs,
  why: scoreReasonIs,
  prompt: unreachable,
  answer: unreachable,
  tools: unreachable,
  result: unreachable,
};
