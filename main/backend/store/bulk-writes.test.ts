import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import { attachJournal } from '../db/journal.ts';
import { makeSamples } from '../testing/make-samples.ts';
import { createMemoryDatabase } from '../testing/memory-database.ts';
import { insertAction } from './actions.ts';
import { setDecisions } from './decisions.ts';
import { listTags, setTags } from './tags.ts';
import { countAttempts, filterIds, targetIds, withTarget } from './targets.ts';
import { openView } from './views.ts';

const BY = { reviewer: 'mira', now: 5 };

let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
  makeSamples(db, { count: 30, seed: 2, scored: false, withoutIndex: true });
  db.exec(
    'DELETE FROM decision; DELETE FROM sample_tag; DELETE FROM tag; UPDATE sample SET removed_at = 1 WHERE id = 30',
  );
});

function ids(...list: number[]): SampleTarget {
  return { by: 'ids', ids: list.map((id) => SampleId.parse(id)) };
}

describe('targets', () => {
  it('are ids, ranges of a view, or a filter, and never samples that were removed', () => {
    const { viewId } = openView(db, 'one', 'id>=20', { key: 'id', descending: true });
    expect(targetIds(db, ids(3, 1, 3))).toEqual([1, 3]);
    expect(
      targetIds(db, {
        by: 'view',
        viewId,
        ranges: [
          [0, 2],
          [1, 3],
          [8, 99],
        ],
      }),
    ).toEqual([20, 21, 27, 28, 29]);
    expect(targetIds(db, { by: 'filter', filter: 'id:28..30' })).toEqual([28, 29]);
    expect(targetIds(db, { by: 'view', viewId, ranges: [] })).toEqual([]);
  });

  it('name the first id that is not there', () => {
    expect(() => targetIds(db, ids(1, 30, 99))).toThrow('There is no sample S-0030 in this project.');
  });

  it('leave nothing behind when a write fails', () => {
    expect(() =>
      withTarget(db, ids(1), () => {
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(withTarget(db, ids(2), (count) => count)).toBe(1);
  });

  it('count one grade for each attempt and for each sample without attempts', () => {
    const rows = db.prepare<[], { n: number }>('SELECT attempt_count AS n FROM sample WHERE removed_at IS NULL').all();
    expect(countAttempts(db, '')).toBe(rows.reduce((sum, row) => sum + Math.max(1, row.n), 0));
    expect(countAttempts(db, 'id:0')).toBe(0);
  });
});

describe('setDecisions', () => {
  it('decides in bulk, counts what changed, and leaves the rest untouched', () => {
    expect(
      setDecisions(db, { target: { by: 'filter', filter: 'id:1..10' }, state: 'exclude', reason: 'off topic' }, BY),
    ).toBe(10);
    expect(setDecisions(db, { target: ids(9, 10, 11), state: 'exclude' }, { ...BY, now: 9 })).toBe(1);
    expect(db.prepare('SELECT * FROM decision WHERE sample_id IN (10, 11)').all()).toEqual([
      { sample_id: 10, state: 'exclude', reason: 'off topic', note: null, decided_at: 5, reviewer: 'mira' },
      { sample_id: 11, state: 'exclude', reason: null, note: null, decided_at: 9, reviewer: 'mira' },
    ]);
  });

  it('loses the reason when the decision changes, and keeps the note', () => {
    setDecisions(db, { target: ids(1), state: 'exclude', reason: 'off topic', note: 'see mail' }, BY);
    setDecisions(db, { target: ids(1), state: 'include' }, BY);
    expect(db.prepare('SELECT state, reason, note FROM decision').all()).toEqual([
      { state: 'include', reason: null, note: 'see mail' },
    ]);
  });

  it('makes no row for a sample that was undecided all along', () => {
    expect(setDecisions(db, { target: ids(1, 2), state: 'undecided' }, BY)).toBe(0);
    expect(filterIds(db, 'decision:undecided').length).toBe(29);
  });

  it('is one action of the journal, undone as a whole', () => {
    setDecisions(db, { target: ids(1), state: 'include' }, BY);
    const journal = attachJournal(db);
    const before = db.prepare('SELECT * FROM decision').all();
    const actionId = insertAction(db, { kind: 'test', label: '', params: '{}', actor: 'mira', at: 0, undoOf: null });
    const changed = journal.record(actionId, () =>
      setDecisions(db, { target: { by: 'filter', filter: '' }, state: 'exclude' }, BY),
    );
    expect([changed, filterIds(db, 'decision:exclude').length]).toEqual([29, 29]);
    expect(journal.revert(actionId).rows).toBe(29);
    expect(db.prepare('SELECT * FROM decision').all()).toEqual(before);
  });
});

describe('setTags', () => {
  it('adds and removes by name whatever its case, and counts what changed', () => {
    const all = { by: 'filter', filter: 'id:1..5' } as const;
    expect(setTags(db, { target: all, add: ['Rush', ' winter check '], remove: [] })).toBe(10);
    expect(setTags(db, { target: ids(5, 6), add: ['rush'], remove: ['Winter Check', 'nothing'] })).toBe(2);
    expect(listTags(db)).toEqual([
      { name: 'Rush', count: 6 },
      { name: 'winter check', count: 4 },
    ]);
  });

  it('makes no tag when nothing is meant, and removes a name that is in both lists', () => {
    setTags(db, { target: { by: 'filter', filter: 'id:0' }, add: ['new'], remove: [] });
    setTags(db, { target: ids(1), add: ['Both', '  '], remove: ['both'] });
    expect(listTags(db)).toEqual([]);
  });
});
