import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import { POPULATION_CHECKS } from '../checks/registry.ts';
import { addSample } from '../testing/add-sample.ts';
import { createMemoryDatabase } from '../testing/memory-database.ts';
import { scanPopulation } from './population-flags.ts';

let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
});

function scan(id: (typeof POPULATION_CHECKS)[number]['id']) {
  return scanPopulation(
    db,
    POPULATION_CHECKS.find((check) => check.id === id)!,
  );
}

function flags(): { sample: number; rule: string; state: string; detail: JsonObject }[] {
  return db
    .prepare<[], { sample: number; rule: string; state: string; detail: string }>(
      'SELECT sample_id AS sample, rule_id AS rule, state, detail FROM flag ORDER BY rule_id, sample_id',
    )
    .all()
    .map((row) => ({ ...row, detail: JSON.parse(row.detail) as JsonObject }));
}

function addGroup(values: readonly number[], more: { source?: string; model?: string } = {}): void {
  for (const latencyMs of values)
    addSample(db, { source: more.source ?? 'log.jsonl', attempts: [{ latencyMs, model: more.model ?? 'desk' }] });
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

describe('outliers', () => {
  it('are above the interpolated 95th percentile of their source and model', () => {
    addGroup(upTo(20));
    expect(scan('outlier-latency')).toEqual({ raised: 1, cleared: 0 });
    expect(flags()).toEqual([
      {
        sample: 20,
        rule: 'outlier-latency',
        state: 'open',
        // 1 + 19 * 0.95 = 19.05: a twentieth of the way from the 19th value to the 20th.
        detail: { value: 20, p95: 19.1, size: 20, source: 'log.jsonl', model: 'desk' },
      },
    ]);
  });

  it('are not looked for in small groups, nor across sources and models', () => {
    addGroup(upTo(19));
    addGroup([9_000], { model: 'other' });
    addGroup([9_000], { source: 'other.jsonl' });
    expect(scan('outlier-latency')).toEqual({ raised: 0, cleared: 0 });
  });

  it('are none where all values are the same', () => {
    addGroup(Array.from({ length: 30 }, () => 7));
    expect(
      ['outlier-latency', 'outlier-steps', 'outlier-tokens'].map((id) => scan(id as 'outlier-steps').raised),
    ).toEqual([0, 0, 0]);
  });

  it('follow the other samples, and stay dismissed when a person said so', () => {
    addGroup([...upTo(38), 100, 200]);
    expect(scan('outlier-latency')).toEqual({ raised: 2, cleared: 0 });
    db.exec("UPDATE flag SET state = 'dismissed' WHERE sample_id = 40");
    expect(scan('outlier-latency')).toEqual({ raised: 0, cleared: 0 });
    addGroup(Array.from({ length: 60 }, () => 300));
    expect(scan('outlier-latency')).toEqual({ raised: 0, cleared: 1 });
    expect(flags().map(({ sample, state }) => [sample, state])).toEqual([[40, 'dismissed']]);
  });

  it('leave out samples that were removed', () => {
    addGroup(upTo(20));
    db.exec('UPDATE sample SET removed_at = 1 WHERE id = 1');
    expect(scan('outlier-latency').raised).toBe(0);
  });
});

describe('stale-tool-schema', () => {
  const tools = (...keys: string[]) => [
    { name: 'find', parameters: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) } },
  ];

  it('is on samples whose tool differs from the newest', () => {
    addSample(db, { tools: tools('old'), createdAt: 1 });
    addSample(db, { tools: tools('old'), createdAt: 2 });
    addSample(db, { tools: tools('new'), createdAt: 3 });
    addSample(db, { createdAt: 4 });
    expect(scan('stale-tool-schema')).toEqual({ raised: 2, cleared: 0 });
    expect(flags().map(({ sample, detail }) => [sample, detail])).toEqual([
      [1, { tool: 'find', tools: ['find'], current: 1, variants: 2 }],
      [2, { tool: 'find', tools: ['find'], current: 1, variants: 2 }],
    ]);
  });

  it('goes by the number of samples where there are no dates, and not by order of keys or descriptions', () => {
    addSample(db, { tools: tools('a', 'b') });
    addSample(db, { tools: tools('b', 'a').map((tool) => ({ ...tool, description: 'Finds.' })) });
    addSample(db, { tools: tools('c') });
    scan('stale-tool-schema');
    expect(flags().map(({ sample }) => sample)).toEqual([3]);
  });

  it('is cleared when the newer samples are gone', () => {
    addSample(db, { tools: tools('old'), createdAt: 1 });
    addSample(db, { tools: tools('new'), createdAt: 3 });
    scan('stale-tool-schema');
    db.exec('UPDATE sample SET removed_at = 1 WHERE id = 2');
    expect(scan('stale-tool-schema')).toEqual({ raised: 0, cleared: 1 });
  });

  it('says nothing of a name that nearly every sample uses for a tool of its own', () => {
    for (const key of upTo(11)) addSample(db, { tools: tools(`p${key}`), createdAt: key });
    expect(scan('stale-tool-schema').raised).toBe(0);
  });
});
