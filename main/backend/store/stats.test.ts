import { describe, expect, it } from 'vitest';
import { compileText } from '../engine/query/filter.ts';
import { addSample, call, result, say } from '../testing/add-sample.ts';
import { createFilledDatabase, createMemoryDatabase } from '../testing/memory-database.ts';
import { readFacts } from '../testing/naive-filter.ts';
import { listSavedViews, putSavedView, removeSavedView } from './saved-views.ts';
import { sampleStats } from './stats.ts';

describe('sampleStats', () => {
  it('counts samples, attempts, calls by name, rewards and curation of what a filter finds', () => {
    const db = createMemoryDatabase();
    const tools = [{ name: 'search' }, { name: 'fetch' }];
    addSample(db, {
      lang: 'en',
      tools,
      reference: { a: 1 },
      attempts: [
        { messages: [call(['search', {}], ['search', {}]), result('search', 'x'), say('assistant', 'y')], reward: 1 },
        { messages: [call(['fetch', {}])], reward: 0 },
      ],
    });
    addSample(db, { lang: 'de', attempts: [{ messages: [call(['other', {}])], reward: 0.25 }] });
    db.exec(`INSERT INTO decision (sample_id, state) VALUES (1, 'include');
      INSERT INTO split_member (sample_id, split) VALUES (1, 'train');
      INSERT INTO flag (sample_id, rule_id, rule_version, severity) VALUES (1, 'person', 1, 'warn'), (1, 'person', 1, 'warn')`);
    expect(sampleStats(db, compileText('lang:en'))).toMatchObject({
      samples: 1,
      attempts: 2,
      steps: 3,
      toolCalls: 3,
      toolResults: 1,
      toolCallsByName: { search: 2, fetch: 1 },
      toolsOffered: 2,
      rewards: { count: 2, mean: 0.5 },
      decisions: { include: 1 },
      splits: { train: 1 },
      flags: { person: 1 },
      references: 1,
    });
    expect(sampleStats(db, compileText('')).toolCallsByName).toEqual({ search: 2, fetch: 1, other: 1 });
    db.close();
  });

  it('agrees with counting by hand over many samples, those of removed sources left out', () => {
    const db = createFilledDatabase({ count: 120, seed: 31 });
    db.exec('UPDATE source SET removed_at = 1 WHERE id = 2');
    const facts = readFacts(db);
    const attempts = facts.flatMap((fact) => fact.attempts);
    const names = attempts.flatMap((attempt) => attempt.called);
    const stats = sampleStats(db, compileText(''));
    expect([stats.samples, stats.attempts, stats.toolCalls]).toEqual([facts.length, attempts.length, names.length]);
    for (const [name, count] of Object.entries(stats.toolCallsByName))
      expect(count).toBe(names.filter((entry) => entry === name).length);
    expect(stats.references).toBe(facts.filter((fact) => fact.sample.has_reference === 1).length);
    expect(stats.sources.map((source) => source.id)).toEqual([1, 3]);
    expect(Object.values(stats.decisions).reduce((sum, count) => sum + count, 0)).toBe(facts.length);
    db.close();
  });

  it('is all zeros for an empty project', () => {
    const db = createMemoryDatabase();
    expect(sampleStats(db, compileText(''))).toMatchObject({
      samples: 0,
      toolsOffered: 0,
      rewards: { count: 0, mean: null },
      decisions: {},
    });
    db.close();
  });
});

describe('saved views', () => {
  it('come back as they were saved, in the order they were made', () => {
    const db = createMemoryDatabase();
    const sort = { key: 'newest', descending: true } as const;
    const view = { name: 'Needs reference', filter: 'reference:none', sort, columns: ['title', 'calls'] };
    const id = putSavedView(db, { ...view, id: null, at: 1 });
    putSavedView(db, { ...view, id: null, name: 'Other', at: 2 });
    putSavedView(db, { ...view, id, name: 'Renamed', at: 3 });
    expect(listSavedViews(db).map((saved) => saved.name)).toEqual(['Renamed', 'Other']);
    expect(listSavedViews(db)[0]).toEqual({ ...view, id, name: 'Renamed' });
    expect([removeSavedView(db, id), removeSavedView(db, id)]).toEqual(['Renamed', undefined]);
    db.close();
  });
});
