import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SortKey } from '../../../shared/contract/target.ts';
import { SampleRow } from '../../../shared/model/sample.ts';
import { migrate } from '../db/migrate.ts';
import { addSample } from '../testing/add-sample.ts';
import { makeSamples } from '../testing/make-samples.ts';
import { createFilledDatabase, createMemoryDatabase } from '../testing/memory-database.ts';
import { sampleRows } from './sample-rows.ts';
import { dropSessionViews, openView, viewDrift, viewIds, viewPosition, viewRows } from './views.ts';

const BY_ID = { key: 'id', descending: false } as const;

let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
});

describe('openView', () => {
  it('keeps its order and its members when samples change, and says how far it has drifted', () => {
    for (const title of ['b', 'a', 'c']) addSample(db, { title, lang: 'en' });
    const { viewId, total } = openView(db, 'one', 'lang:en', { key: 'title', descending: false });
    expect([total, viewIds(db, viewId, 0, 10)]).toEqual([3, [2, 1, 3]]);
    db.exec("UPDATE sample SET title = 'z' WHERE id = 2; UPDATE sample SET lang = 'de' WHERE id = 1");
    addSample(db, { title: 'new', lang: 'en' });
    addSample(db, { title: 'newer', lang: 'en' });
    expect(viewIds(db, viewId, 0, 10)).toEqual([2, 1, 3]);
    expect(viewDrift(db, viewId)).toEqual({ gone: 1, added: 2 });
    expect(viewRows(db, viewId, 0, 2).map((row) => row.title)).toEqual(['z', 'b']);
  });

  it('gives ranges by position and the position of a sample', () => {
    makeSamples(db, { count: 60, seed: 3, scored: false });
    const { viewId } = openView(db, 'one', '', { key: 'id', descending: true });
    expect(viewIds(db, viewId, 10, 13)).toEqual([50, 49, 48]);
    expect(viewIds(db, viewId, 58, 500)).toEqual([2, 1]);
    expect(viewPosition(db, viewId, 48)).toBe(12);
    expect(viewPosition(db, viewId, 999)).toBeNull();
  });

  it('keeps twenty views a session, and drops the one unused for longest', () => {
    addSample(db);
    const first = openView(db, 'one', '', BY_ID).viewId;
    const second = openView(db, 'one', '', BY_ID).viewId;
    const other = openView(db, 'two', '', BY_ID).viewId;
    for (let n = 0; n < 18; n += 1) openView(db, 'one', '', BY_ID);
    expect(viewIds(db, first, 0, 1)).toEqual([1]);
    openView(db, 'one', '', BY_ID);
    expect(viewIds(db, first, 0, 1)).toEqual([1]);
    expect(viewIds(db, other, 0, 1)).toEqual([1]);
    expect(() => viewIds(db, second, 0, 1)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('forgets the views of a session that ends, and never gives their names again', () => {
    addSample(db);
    const gone = openView(db, 'one', '', BY_ID).viewId;
    const kept = openView(db, 'two', '', BY_ID).viewId;
    dropSessionViews(db, 'one');
    const next = openView(db, 'one', '', BY_ID).viewId;
    expect(viewIds(db, kept, 0, 1)).toEqual([1]);
    expect(next).not.toBe(gone);
    expect(() => viewDrift(db, gone)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it.each(['v0', 'v1; DROP TABLE sample', 'view_list', 'x'])('does not know a view called %s', (name) => {
    const unknown = name as Parameters<typeof viewIds>[1];
    expect(() => viewIds(db, unknown, 0, 1)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('refuses a filter with a problem and leaves nothing behind', () => {
    expect(() => openView(db, 'one', 'calls:', BY_ID)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_temp_schema WHERE name LIKE 'view_%'").get()).toEqual({ n: 0 });
  });

  it('works on a file opened read-only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-views-'));
    const path = join(folder, 'p.assay');
    const writer = new Database(path);
    migrate(writer);
    addSample(writer, { title: 'only' });
    writer.close();
    const reader = new Database(path, { readonly: true });
    const { viewId, total } = openView(reader, 'one', 'only', BY_ID);
    expect([total, viewRows(reader, viewId, 0, 5).map((row) => row.title)]).toEqual([1, ['only']]);
    reader.close();
    rmSync(folder, { recursive: true });
  });
});

describe('orders', () => {
  let filled: Database.Database;
  beforeAll(() => {
    filled = createFilledDatabase({ count: 150, seed: 11, attempts: [0, 3] });
    filled.exec(`INSERT INTO flag (sample_id, rule_id, rule_version, severity, state)
      SELECT id, 'person', 1, 'warn', iif(id % 4 = 0, 'dismissed', 'open') FROM sample WHERE id % 3 = 0`);
  });
  afterAll(() => filled.close());

  const VALUES: Readonly<Record<string, (row: SampleRow) => string | number | null>> = {
    id: (row) => row.id,
    newest: (row) => row.createdAt,
    title: (row) => row.title.toLowerCase(),
    source: (row) => row.sourceName,
    calls: (row) => row.calls,
    steps: (row) => row.steps,
    attempts: (row) => row.attempts.length,
    reward: (row) => row.reward,
    score: (row) => row.score,
    tokens: (row) => row.tokens,
    latency: (row) => row.latencyMs,
    decision: (row) => ['include', 'undecided', 'exclude'].indexOf(row.decision),
    flags: (row) => row.flags.length,
  };

  it.each(SortKey.options.flatMap((key) => [[key, false] as const, [key, true] as const]))(
    'by %s (descending: %s) agree with the values that rows show, and put samples without one last',
    (key, descending) => {
      const { viewId, total } = openView(filled, 'one', '', { key, descending });
      const values = viewRows(filled, viewId, 0, total).map(VALUES[key]!);
      const shown = values.filter((value) => value !== null);
      // SQLite's means and ours may differ in the last digit.
      const isInOrder = (a: string | number, b: string | number): boolean =>
        Math.abs(Number(a) - Number(b)) < 1e-9 || (descending ? a >= b : a <= b);
      expect(values.slice(shown.length).every((value) => value === null)).toBe(true);
      expect(shown.every((value, at) => at === 0 || isInOrder(shown[at - 1]!, value))).toBe(true);
      expect(shown.length).toBeGreaterThan(0);
    },
  );
});

describe('sampleRows', () => {
  it('gives rows that the contract takes, in the order asked for, without ids that are gone', () => {
    makeSamples(db, { count: 40, seed: 5 });
    const rows = sampleRows(db, [7, 3, 9_999, 40]);
    expect(rows.map((row) => row.id)).toEqual([7, 3, 40]);
    expect(rows.map((row) => SampleRow.safeParse(row).error)).toEqual([undefined, undefined, undefined]);
  });

  it('shows means over the attempts that have a value, and sums of tokens and errors', () => {
    const id = addSample(db, {
      title: 'Two attempts',
      attempts: [
        { outcome: 'success', reward: 1, latencyMs: 100, tokens: 10 },
        { outcome: 'failure', reward: null, latencyMs: 300, tokens: 30 },
      ],
    });
    db.exec(`INSERT INTO tag (name) VALUES ('b'), ('A'); INSERT INTO sample_tag SELECT ${id}, id FROM tag;
      INSERT INTO flag (sample_id, rule_id, rule_version, severity, state) VALUES
        (${id}, 'person', 1, 'warn', 'open'), (${id}, 'error-ending', 1, 'error', 'confirmed'),
        (${id}, 'error-ending', 1, 'error', 'open'), (${id}, 'empty-answer', 1, 'warn', 'dismissed')`);
    expect(sampleRows(db, [id])[0]).toMatchObject({
      steps: 1,
      reward: 1,
      score: null,
      latencyMs: 200,
      tokens: 40,
      toolErrors: 0,
      decision: 'undecided',
      split: null,
      attempts: [
        { idx: 0, outcome: 'success', reward: 1, score: null },
        { idx: 1, outcome: 'failure', reward: null, score: null },
      ],
      tags: ['A', 'b'],
      flags: ['error-ending', 'person'],
    });
  });

  it('shows the scores of the run that finished last and of no archived grader', () => {
    makeSamples(db, { count: 20, seed: 5, attempts: [2, 2] });
    makeSamples(db, { count: 1, seed: 6, attempts: [1, 1] });
    const scored = (): number =>
      sampleRows(
        db,
        Array.from({ length: 21 }, (_, at) => at + 1),
      ).filter((row) => row.score !== null).length;
    expect(scored()).toBeLessThanOrEqual(1);
    db.exec('UPDATE grader SET archived_at = 1 WHERE id = 2');
    expect(scored()).toBeGreaterThan(10);
  });
});
