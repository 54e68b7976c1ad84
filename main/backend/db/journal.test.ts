import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { attachJournal, JOURNALLED, type Journal } from './journal.ts';
import { migrate } from './migrate.ts';
import { insertAction } from '../store/actions.ts';

let db: Database.Database;
let journal: Journal;

function action(write: () => void, undoOf: number | null = null): number {
  return db
    .transaction(() => {
      db.pragma('defer_foreign_keys = ON');
      const id = insertAction(db, { kind: 'test', label: 'test', params: '{}', actor: 'test', at: 0, undoOf });
      journal.record(id, write);
      return id;
    })
    .immediate();
}

function dump(): unknown {
  return Object.fromEntries(
    JOURNALLED.map((table) => [table, db.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all()]),
  );
}

beforeEach(() => {
  db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  migrate(db);
  journal = attachJournal(db);
  db.exec(
    `INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at) VALUES ('s', 'x', 1, 's', 'call', 0)`,
  );
  for (let n = 1; n <= 6; n++)
    db.exec(`INSERT INTO sample (uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES ('u${n}', 1, ${n}, 0, 'c', 'p'); INSERT INTO sample_body (sample_id, format, prompt) VALUES (${n}, 1, '[]')`);
});

describe('journal', () => {
  it('records nothing while no action is current', () => {
    db.exec("INSERT INTO decision (sample_id, state) VALUES (1, 'include')");
    expect(db.prepare('SELECT count(*) AS n FROM change').get()).toEqual({ n: 0 });
  });

  it('gives back rows that a delete took along by reference', () => {
    action(() =>
      db.exec(
        "INSERT INTO decision (sample_id, state) VALUES (1, 'include'); INSERT INTO tag (name) VALUES ('a'); INSERT INTO sample_tag VALUES (1, 1)",
      ),
    );
    const before = dump();
    const id = action(() => db.exec('DELETE FROM sample WHERE id = 1'));
    expect(dump()).not.toEqual(before);
    action(() => void journal.revert(id), id);
    expect(dump()).toEqual(before);
  });

  it('leaves bulk writes alone and records again after them, also when they throw', () => {
    journal.unrecorded(() => db.exec("INSERT INTO decision (sample_id, state) VALUES (1, 'include')"));
    expect(() => journal.unrecorded(() => db.exec('INSERT INTO nowhere VALUES (1)'))).toThrow(/nowhere/u);
    expect(db.prepare('SELECT count(*) AS n FROM change').get()).toEqual({ n: 0 });
    action(() => db.exec("INSERT INTO decision (sample_id, state) VALUES (2, 'include')"));
    expect(db.prepare('SELECT count(*) AS n FROM change').get()).toEqual({ n: 1 });
  });

  it('refuses an action inside another', () => {
    expect(() => action(() => journal.record(99, () => undefined))).toThrow(/nest/u);
  });

  const statements = fc.oneof(
    fc.record({ n: fc.integer({ min: 1, max: 6 }), state: fc.constantFrom('include', 'exclude', 'undecided') }).map(
      ({ n, state }) =>
        `INSERT INTO decision (sample_id, state) SELECT ${n}, '${state}' FROM sample WHERE id = ${n}
           ON CONFLICT (sample_id) DO UPDATE SET state = excluded.state`,
    ),
    fc.integer({ min: 1, max: 6 }).map((n) => `DELETE FROM decision WHERE sample_id = ${n}`),
    fc.integer({ min: 1, max: 6 }).map((n) => `DELETE FROM sample WHERE id = ${n}`),
    fc
      .string({ minLength: 1, maxLength: 5 })
      .map((name) => `INSERT OR IGNORE INTO tag (name) VALUES ('${name.replaceAll("'", "''").replaceAll('\0', '')}')`),
    fc
      .integer({ min: 1, max: 6 })
      .map(
        (n) =>
          `INSERT OR IGNORE INTO sample_tag SELECT ${n}, id FROM tag WHERE EXISTS (SELECT 1 FROM sample WHERE id = ${n})`,
      ),
    fc
      .integer({ min: 1, max: 6 })
      .map((n) => `UPDATE sample SET title = title || 'x', revision = revision + 1 WHERE id = ${n}`),
  );

  it('brings back exactly the state before, and forth again, for any row of writes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(statements, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        (actions) => {
          const states = [dump()];
          const ids: number[] = [];
          for (const writes of actions) {
            ids.push(action(() => writes.forEach((sql) => db.exec(sql))));
            states.push(dump());
          }
          const undos: number[] = [];
          for (let at = ids.length - 1; at >= 0; at--) {
            undos.push(action(() => void journal.revert(ids[at] ?? 0)));
            expect(dump()).toEqual(states[at]);
          }
          for (let at = 0; at < ids.length; at++) {
            action(() => void journal.revert(undos[ids.length - 1 - at] ?? 0));
            expect(dump()).toEqual(states[at + 1]);
          }
          for (let at = ids.length - 1; at >= 0; at--) action(() => void journal.revert(ids[at] ?? 0));
          expect(dump()).toEqual(states[0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
