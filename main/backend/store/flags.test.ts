import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import { scanBatch } from '../services/checking.ts';
import { addSample, call, say } from '../testing/add-sample.ts';
import { createFilledDatabase, createMemoryDatabase } from '../testing/memory-database.ts';
import { setDecisions } from './decisions.ts';
import { flagRules, raiseFlags, setFlagStates } from './flags.ts';

let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
});

type Row = { rule: string; attempt: number | null; message: number | null; state: string };

function flagsOf(id: number): Row[] {
  return db
    .prepare<[number], Row>(
      `SELECT rule_id AS rule, attempt_id AS attempt, message_idx AS message, state FROM flag WHERE sample_id = ? ORDER BY id`,
    )
    .all(id);
}

const good = { reference: { answer: 'x' }, attempts: [{ messages: [say('assistant', 'x')] }] };

describe('scanBatch', () => {
  it('raises findings once, however often it runs', () => {
    const id = addSample(db, { attempts: [{ messages: [call(['search', '{"q":']), say('assistant', 'Done')] }] });
    expect(scanBatch(db, [id])).toEqual({ raised: 4, cleared: 0 });
    expect(scanBatch(db, [id])).toEqual({ raised: 0, cleared: 0 });
    expect(flagsOf(id)).toEqual([
      { rule: 'missing-reference', attempt: null, message: null, state: 'open' },
      { rule: 'truncated', attempt: 1, message: 0, state: 'open' },
      { rule: 'malformed-arguments', attempt: 1, message: 0, state: 'open' },
      { rule: 'tool-result-missing', attempt: 1, message: 0, state: 'open' },
    ]);
  });

  it('clears open flags whose reason is gone, and keeps what people said', () => {
    const ids = [addSample(db, { attempts: [{}] }), addSample(db, { prompt: 'other', attempts: [{}] })];
    scanBatch(db, ids);
    db.exec("UPDATE flag SET state = 'confirmed' WHERE sample_id = 2");
    db.exec(`UPDATE sample_body SET reference = '{"answer":"x"}'`);
    expect(scanBatch(db, ids)).toEqual({ raised: 0, cleared: 1 });
    expect([flagsOf(1), flagsOf(2).map((flag) => flag.state)]).toEqual([[], ['confirmed']]);
  });

  it('leaves a dismissed flag dismissed while its reason stands', () => {
    const id = addSample(db, { attempts: [{}] });
    scanBatch(db, [id]);
    setFlagStates(db, [1], 'dismissed');
    expect(scanBatch(db, [id])).toEqual({ raised: 0, cleared: 0 });
    expect(flagsOf(id).map((flag) => flag.state)).toEqual(['dismissed']);
  });

  it('leaves flags of imports and people alone', () => {
    const id = addSample(db, good);
    raiseFlags(db, { by: 'ids', ids: [SampleId.parse(id)] }, { note: 'look', by: 'mira' });
    db.exec(
      `INSERT INTO flag (sample_id, rule_id, rule_version, severity) VALUES (${id}, 'openers-differ', 1, 'info')`,
    );
    scanBatch(db, [id]);
    expect(flagsOf(id).map((flag) => flag.rule)).toEqual(['person', 'openers-differ']);
  });

  it('passes over samples that are gone', () => {
    expect(scanBatch(db, [404])).toEqual({ raised: 0, cleared: 0 });
  });
});

describe('duplicate flags', () => {
  it('are on later copies and not on the first, and go when the others are excluded', () => {
    const ids = [
      addSample(db, good),
      addSample(db, good),
      addSample(db, { ...good, attempts: [{ messages: [say('assistant', 'y')] }] }),
    ];
    scanBatch(db, ids);
    expect(ids.map((id) => flagsOf(id).map((flag) => flag.rule))).toEqual([
      [],
      ['duplicate-prompt', 'duplicate-trajectory'],
      ['duplicate-prompt'],
    ]);
    setDecisions(db, { target: { by: 'ids', ids: [SampleId.parse(1)] }, state: 'exclude' }, { reviewer: null, now: 0 });
    scanBatch(db, ids);
    expect(ids.map((id) => flagsOf(id).map((flag) => flag.rule))).toEqual([[], [], ['duplicate-prompt']]);
  });

  it('are raised in an import whose source does not show yet, but not for copies in other hidden sources', () => {
    const first = addSample(db, { ...good, source: 'new' });
    const second = addSample(db, { ...good, source: 'new' });
    db.exec("UPDATE source SET removed_at = 1 WHERE name = 'new'");
    const later = addSample(db, { ...good, source: 'other' });
    scanBatch(db, [first, second, later]);
    expect([first, second, later].map((id) => flagsOf(id).length)).toEqual([0, 2, 0]);
  });

  it('are not raised for a group that people left as it is, until it gains a member', () => {
    const ids = [addSample(db, good), addSample(db, good)];
    db.exec(`INSERT INTO duplicate_mark (kind, group_key, state) SELECT 'prompt', prompt_hash || '#2', 'both' FROM sample WHERE id = 1;
      INSERT INTO duplicate_mark (kind, group_key, state) SELECT 'trajectory', content_hash || '#2', 'both' FROM attempt WHERE id = 1`);
    scanBatch(db, ids);
    expect(ids.flatMap(flagsOf)).toEqual([]);
    const third = addSample(db, good);
    scanBatch(db, [...ids, third]);
    expect([...ids, third].map((id) => flagsOf(id).length)).toEqual([0, 2, 2]);
  });
});

describe('flag states and rules', () => {
  it('counts the flags that change', () => {
    scanBatch(db, [addSample(db, { attempts: [{ outcome: 'error' }] })]);
    expect([setFlagStates(db, [1, 2, 99], 'confirmed'), setFlagStates(db, [1, 2], 'confirmed')]).toEqual([2, 0]);
  });

  it('lists every rule with its open flags on samples that show', () => {
    const own = createFilledDatabase({ count: 80, seed: 9, scored: false, withoutIndex: true });
    scanBatch(
      own,
      Array.from({ length: 80 }, (_, at) => at + 1),
    );
    own.exec('UPDATE sample SET removed_at = 1 WHERE id > 40');
    const rules = flagRules(own);
    expect(rules.map((rule) => rule.id)).toEqual(FLAG_RULES.map((rule) => rule.id));
    const open = own
      .prepare<[], { n: number }>(
        "SELECT count(*) AS n FROM flag WHERE sample_id <= 40 AND rule_id = 'missing-reference'",
      )
      .get();
    expect(rules[0]!.open).toBe(open!.n);
    own.close();
  });

  it('keeps the note and the name of who raised a flag', () => {
    addSample(db);
    expect(raiseFlags(db, { by: 'filter', filter: '' }, { note: 'Is this paid?', by: 'mira' })).toBe(1);
    expect(db.prepare('SELECT detail, severity FROM flag').get()).toEqual({
      detail: '{"note":"Is this paid?","by":"mira"}',
      severity: 'warn',
    });
  });
});
