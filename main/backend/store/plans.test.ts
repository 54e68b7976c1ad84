import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileText } from '../engine/query/filter.ts';
import type { SqlValue } from '../engine/query/fragment.ts';
import { compileSort } from '../engine/query/sort.ts';
import { createFilledDatabase } from '../testing/memory-database.ts';

let db: Database.Database;

function plan(sql: string, params: readonly SqlValue[] = []): string {
  const rows = db.prepare<SqlValue[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
  return rows.map((row) => row.detail).join('\n');
}

function filterPlan(text: string): string {
  const where = compileText(text);
  return plan(`SELECT s.id FROM sample s WHERE ${where.sql}`, where.params);
}

beforeAll(() => {
  db = createFilledDatabase({ count: 50, seed: 1 });
});
afterAll(() => db.close());

describe('query plans of filters', () => {
  it.each([
    ['calls>7', 'COVERING INDEX attempt_facts'],
    ['outcome:error', 'COVERING INDEX attempt_facts'],
    ['reward:none', 'COVERING INDEX attempt_facts'],
    ['spread>0.2', 'COVERING INDEX attempt_facts'],
    ['tool:quote_repair', 'COVERING INDEX tool_call_name'],
    ['decision:include', 'COVERING INDEX decision_state'],
    ['flag:missing-reference', 'COVERING INDEX flag_rule'],
    ['tag:rush', 'sample_tag_tag'],
    ['score<0.5', 'COVERING INDEX score_run_value'],
    ['score:errored', 'COVERING INDEX score_run_value'],
    ['score.decision>0.5', 'score_part_run'],
    ['dup:prompt', 'COVERING INDEX sample_prompt'],
    ['dup:trajectory', 'COVERING INDEX attempt_content'],
    ['refund', 'VIRTUAL TABLE INDEX'],
    ['id:5', 'INTEGER PRIMARY KEY'],
  ])('of %s use %s', (text, index) => {
    expect(filterPlan(text)).toContain(index);
  });

  it.each(['calls>7', 'outcome:error', 'tool:quote_repair', 'model:none', 'latency>2s', 'score<0.5', 'refund'])(
    'of %s never walk the rows of attempts, which hold whole trajectories',
    (text) => {
      const steps = filterPlan(text)
        .split('\n')
        .filter((step) => /^(?:SCAN|SEARCH) a\b/u.test(step));
      expect(steps.filter((step) => !step.includes('COVERING INDEX'))).toEqual([]);
    },
  );
});

describe('query plans of orders', () => {
  it.each([
    ['calls', 'COVERING INDEX attempt_facts'],
    ['steps', 'COVERING INDEX attempt_facts'],
    ['reward', 'COVERING INDEX attempt_facts'],
    ['tokens', 'COVERING INDEX attempt_facts'],
    ['latency', 'COVERING INDEX attempt_facts'],
    ['score', 'INDEX score_sample'],
    ['flags', 'COVERING INDEX flag_sample'],
  ] as const)('by %s use %s', (key, index) => {
    const order = compileSort({ key, descending: true });
    expect(plan(`SELECT s.id FROM sample s ${order.from} ORDER BY ${order.orderBy}`)).toContain(index);
  });
});
