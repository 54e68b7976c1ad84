import type Database from 'better-sqlite3';
import type { FilterNode, Term, Value } from '../../../shared/query/ast.ts';
import { isJsonObject, type JsonValue } from '../../../shared/model/json.ts';

type Row = Record<string, string | number | null>;

/** Everything a filter can ask of one sample, read without any cleverness. */
export type Facts = {
  readonly id: number;
  readonly sample: Row;
  readonly source: Row;
  readonly reference: JsonValue;
  readonly tools: readonly { readonly name: string }[];
  readonly attempts: readonly { readonly row: Row; readonly called: readonly string[] }[];
  readonly decision: Row | undefined;
  readonly split: string | null;
  readonly tags: readonly string[];
  readonly flags: readonly string[];
  readonly reviews: readonly Row[];
  readonly scores: readonly Row[];
};

/** Reads the facts of every visible sample, one plain query a table. */
export function readFacts(db: Database.Database): Facts[] {
  const all = (sql: string): Row[] => db.prepare<[], Row>(sql).all();
  const sources = all('SELECT * FROM source WHERE removed_at IS NULL');
  const bodies = all('SELECT * FROM sample_body');
  const attempts = all('SELECT * FROM attempt');
  const calls = all('SELECT * FROM tool_call');
  const decisions = all('SELECT * FROM decision');
  const splits = all('SELECT * FROM split_member');
  const tags = all('SELECT st.sample_id, t.name FROM sample_tag st JOIN tag t ON t.id = st.tag_id');
  const flags = all("SELECT * FROM flag WHERE state <> 'dismissed'");
  const reviews = all("SELECT * FROM review WHERE state <> 'draft'");
  const scores = all(
    'SELECT * FROM score WHERE run_id = (SELECT max(id) FROM score_run WHERE finished_at IS NOT NULL)',
  );
  return all('SELECT * FROM sample WHERE removed_at IS NULL ORDER BY id').flatMap((sample) => {
    const source = sources.find((row) => row.id === sample.source_id);
    if (source === undefined) return [];
    const own = (rows: readonly Row[]): Row[] => rows.filter((row) => row.sample_id === sample.id);
    const body = own(bodies)[0];
    return [
      {
        id: Number(sample.id),
        sample,
        source,
        reference: JSON.parse(String(body?.reference)) as JsonValue,
        tools: JSON.parse(String(body?.tools)) as { name: string }[],
        attempts: own(attempts).map((row) => ({
          row,
          called: calls.filter((entry) => entry.attempt_id === row.id).map((entry) => String(entry.name)),
        })),
        decision: own(decisions)[0],
        split: (own(splits)[0]?.split ?? null) as string | null,
        tags: own(tags).map((row) => String(row.name)),
        flags: own(flags).map((row) => String(row.rule_id)),
        reviews: own(reviews),
        scores: own(scores),
      },
    ];
  });
}

/** What the filter language means, said as plainly as possible: the oracle of the compiler. Texts are not evaluated. */
export function isMatch(node: FilterNode, facts: Facts): boolean {
  switch (node.kind) {
    case 'all':
      return true;
    case 'and':
      return node.items.every((item) => isMatch(item, facts));
    case 'or':
      return node.items.some((item) => isMatch(item, facts));
    case 'not':
      return !isMatch(node.item, facts);
    case 'text':
      throw new Error('The oracle does not search texts');
    case 'term': {
      const values = valuesOf(node, facts);
      return node.values.some((value) => holds(node, value, values));
    }
  }
}

type Fact = string | number | boolean;

function holds(term: Term, value: Value, facts: readonly Fact[]): boolean {
  if (value.kind === 'any') return facts.length > 0;
  if (value.kind === 'none') return facts.length === 0;
  return facts.some((fact) => equals(term, value, fact));
}

function equals(term: Term, value: Exclude<Value, { kind: 'any' | 'none' }>, fact: Fact): boolean {
  if (value.kind === 'text') {
    const text = String(fact).toLowerCase();
    const wanted = value.text.toLowerCase();
    if (['title', 'note', 'reason'].includes(term.field)) return text.includes(wanted);
    return value.prefix ? text.startsWith(wanted) : text === wanted;
  }
  if (value.kind === 'number' && value.op === '=' && typeof fact === 'string') return fact === String(value.number);
  if (typeof fact !== 'number') return false;
  if (value.kind === 'range') return fact >= value.from && (value.halfOpen ? fact < value.to : fact <= value.to);
  const { op, number } = value;
  return { '=': fact === number, '>': fact > number, '>=': fact >= number, '<': fact < number, '<=': fact <= number }[
    op
  ];
}

function known(values: readonly (Fact | null | undefined)[]): Fact[] {
  return values.filter((value): value is Fact => value !== null && value !== undefined && value !== '');
}

function spread(facts: Facts): Fact[] {
  const rewards = known(facts.attempts.map((attempt) => attempt.row.reward)).map(Number);
  return rewards.length < 2 ? [] : [Math.round((Math.max(...rewards) - Math.min(...rewards)) * 1e9) / 1e9];
}

function referenceValues(term: Term, facts: Facts): Fact[] {
  let at: JsonValue | undefined = facts.reference;
  for (const key of term.path) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  const values = (Array.isArray(at) ? at : isJsonObject(at) ? Object.values(at) : [at]) as (JsonValue | undefined)[];
  return values.filter((value): value is Fact => value !== undefined && value !== null && typeof value !== 'object');
}

function scored(term: Term, facts: Facts): Fact[] {
  const wantsState = term.values.some((value) => value.kind === 'text');
  const values = known(facts.scores.filter((row) => row.state === 'scored').map((row) => row.value));
  return wantsState ? [...values, ...facts.scores.map((row) => String(row.state))] : values;
}

type Reader = (facts: Facts, term: Term) => readonly Fact[];

function attemptColumn(column: string): Reader {
  return (facts) => known(facts.attempts.map((attempt) => attempt.row[column]));
}

const READERS: Readonly<Partial<Record<Term['field'], Reader>>> = {
  id: (facts) => [facts.id],
  title: (facts) => known([facts.sample.title]),
  source: (facts) => known([facts.source.name]),
  format: (facts) => known([facts.source.importer_id]),
  task: (facts) => known([facts.sample.task_key]),
  lang: (facts) => known([facts.sample.lang]),
  offered: (facts) => facts.tools.map((tool) => tool.name),
  reference: (facts, term) =>
    term.path.length === 0 ? (facts.sample.has_reference === 1 ? [true] : []) : referenceValues(term, facts),
  decision: (facts) => [facts.decision?.state ?? 'undecided'],
  reason: (facts) => known([facts.decision?.reason]),
  note: (facts) => known([facts.decision?.note, ...facts.reviews.map((review) => review.note)]),
  split: (facts) => known([facts.split]),
  tag: (facts) => facts.tags,
  flag: (facts) => facts.flags,
  reviewed: (facts) => [facts.reviews.length > 0 ? 'yes' : 'no'],
  reviewer: (facts) => known(facts.reviews.map((review) => review.reviewer)),
  verdict: (facts) => known(facts.reviews.map((review) => review.verdict)),
  attempts: (facts) => [facts.attempts.length],
  outcome: attemptColumn('outcome'),
  reward: attemptColumn('reward'),
  spread: (facts) => spread(facts),
  model: attemptColumn('model'),
  tool: (facts) => facts.attempts.flatMap((attempt) => attempt.called),
  calls: attemptColumn('tool_call_count'),
  steps: attemptColumn('step_count'),
  errors: attemptColumn('tool_error_count'),
  parallel: attemptColumn('max_parallel'),
  tokens: attemptColumn('token_count'),
  latency: attemptColumn('latency_ms'),
  score: (facts, term) => scored(term, facts),
  why: (facts) => known(facts.scores.map((row) => row.reason)),
};

function valuesOf(term: Term, facts: Facts): readonly Fact[] {
  const read = READERS[term.field];
  if (read === undefined) throw new Error(`The oracle does not know ${term.field}`);
  return read(facts, term);
}
