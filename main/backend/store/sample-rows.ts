import type Database from 'better-sqlite3';
import { AttemptId, SampleId, SourceId } from '../../../shared/model/ids.ts';
import type { AttemptMark, Decision, Outcome, SampleRow } from '../../../shared/model/sample.ts';
import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { LATEST_RUN } from '../engine/query/score-conditions.ts';

type Base = {
  id: number;
  uid: string;
  title: string;
  sourceId: number;
  sourceName: string;
  lang: string | null;
  decision: Decision;
  split: 'train' | 'validation' | 'test' | null;
  hasReference: number;
  toolsOffered: number;
  tokens: number | null;
  createdAt: number | null;
  revision: number;
};
type AttemptFacts = {
  id: number;
  sampleId: number;
  idx: number;
  outcome: Outcome;
  reward: number | null;
  steps: number;
  calls: number;
  toolErrors: number;
  latencyMs: number | null;
  tokens: number | null;
};
type ScoreFacts = { sampleId: number; attemptId: number | null; value: number };

/**
 * Table rows of samples, in a handful of statements however many there are.
 *
 * @param ids in the order wanted; ids without a sample are left out
 * @returns rows whose steps, calls, latency, reward and score are means over the attempts that have them; tokens and tool
 *   errors are sums
 */
export function sampleRows(db: Database.Database, ids: readonly number[]): SampleRow[] {
  const list = JSON.stringify(ids);
  const attempts = groupBy(attemptFacts(db, list), (fact) => fact.sampleId);
  const scores = groupBy(scoreFacts(db, list), (fact) => fact.sampleId);
  const flags = groupBy(flagsOf(db, list), (flag) => flag.sampleId);
  const tags = groupBy(tagsOf(db, list), (tag) => tag.sampleId);
  return baseFacts(db, list).map((base) =>
    toModel(base, {
      attempts: attempts.get(base.id) ?? [],
      scores: scores.get(base.id) ?? [],
      flags: (flags.get(base.id) ?? []).map((flag) => flag.ruleId),
      tags: (tags.get(base.id) ?? []).map((tag) => tag.name),
    }),
  );
}

function toModel(
  base: Base,
  parts: {
    attempts: readonly AttemptFacts[];
    scores: readonly ScoreFacts[];
    flags: readonly string[];
    tags: readonly string[];
  },
): SampleRow {
  const { attempts, scores } = parts;
  const byAttempt = new Map(scores.map((score) => [score.attemptId, score.value]));
  const marks = attempts.map((fact): AttemptMark => ({
    id: AttemptId.parse(fact.id),
    idx: fact.idx,
    outcome: fact.outcome,
    reward: fact.reward,
    score: byAttempt.get(fact.id) ?? null,
  }));
  const tokens = attempts.flatMap((fact) => fact.tokens ?? []);
  return {
    ...base,
    id: SampleId.parse(base.id),
    sourceId: SourceId.parse(base.sourceId),
    hasReference: base.hasReference === 1,
    steps: meanOf(attempts.map((fact) => fact.steps)),
    calls: meanOf(attempts.map((fact) => fact.calls)),
    toolErrors: attempts.reduce((sum, fact) => sum + fact.toolErrors, 0),
    tokens: tokens.length === 0 ? base.tokens : tokens.reduce((sum, count) => sum + count, 0),
    latencyMs: meanOf(attempts.map((fact) => fact.latencyMs)),
    attempts: marks,
    reward: meanOf(attempts.map((fact) => fact.reward)),
    score: meanOf(scores.map((score) => score.value)),
    flags: inRuleOrder(parts.flags),
    tags: [...parts.tags],
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The registry's order, so that the same flags look the same in every row. */
function inRuleOrder(ids: readonly string[]): string[] {
  const known: string[] = FLAG_RULES.map((rule) => rule.id);
  return [...known.filter((id) => ids.includes(id)), ...ids.filter((id) => !known.includes(id))];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function baseFacts(db: Database.Database, list: string): Base[] {
  return db
    .prepare<[string], Base>(
      `SELECT s.id, s.uid, s.title, s.source_id AS sourceId, o.name AS sourceName, s.lang,
         coalesce(d.state, 'undecided') AS decision, m.split, s.has_reference AS hasReference,
         s.tool_offered_count AS toolsOffered, s.token_count AS tokens, s.created_at AS createdAt, s.revision
       FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value JOIN source o ON o.id = s.source_id
         LEFT JOIN decision d ON d.sample_id = s.id LEFT JOIN split_member m ON m.sample_id = s.id
       ORDER BY j.key`,
    )
    .all(list);
}

function attemptFacts(db: Database.Database, list: string): AttemptFacts[] {
  return db
    .prepare<[string], AttemptFacts>(
      `SELECT a.id, a.sample_id AS sampleId, a.idx, a.outcome, a.reward, a.step_count AS steps, a.tool_call_count AS calls,
         a.tool_error_count AS toolErrors, a.latency_ms AS latencyMs, a.token_count AS tokens
       FROM json_each(?) j CROSS JOIN attempt a INDEXED BY attempt_facts ON a.sample_id = j.value
       ORDER BY j.key, a.idx`,
    )
    .all(list);
}

function scoreFacts(db: Database.Database, list: string): ScoreFacts[] {
  return db
    .prepare<[string], ScoreFacts>(
      `SELECT c.sample_id AS sampleId, c.attempt_id AS attemptId, c.value
       FROM json_each(?) j CROSS JOIN score c INDEXED BY score_sample ON c.sample_id = j.value AND c.run_id = ${LATEST_RUN}
       WHERE c.state = 'scored'`,
    )
    .all(list);
}

function flagsOf(db: Database.Database, list: string): { sampleId: number; ruleId: string }[] {
  return db
    .prepare<[string], { sampleId: number; ruleId: string }>(
      `SELECT DISTINCT f.sample_id AS sampleId, f.rule_id AS ruleId
       FROM json_each(?) j CROSS JOIN flag f ON f.sample_id = j.value WHERE f.state IN ('open', 'confirmed')
       ORDER BY f.rule_id`,
    )
    .all(list);
}

function tagsOf(db: Database.Database, list: string): { sampleId: number; name: string }[] {
  return db
    .prepare<[string], { sampleId: number; name: string }>(
      `SELECT st.sample_id AS sampleId, t.name
       FROM json_each(?) j CROSS JOIN sample_tag st ON st.sample_id = j.value JOIN tag t ON t.id = st.tag_id
       ORDER BY t.name COLLATE NOCASE`,
    )
    .all(list);
}
