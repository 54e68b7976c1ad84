import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';

function open(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db);
  db.exec(`INSERT INTO source (id, uid, importer_id, importer_version, name, per, imported_at) VALUES (1, 's', 'x', 1, 's', 'c', 0);
    INSERT INTO sample (id, uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES (1, 'a', 1, 0, 0, 'c1', 'p1'), (2, 'b', 1, 1, 0, 'c2', 'p2')`);
  return db;
}

describe('tables of splits and leaks', () => {
  it('forget what is about a sample that is deleted', () => {
    const db = open();
    db.exec(`INSERT INTO leak_group (id, kind, evidence) VALUES (1, 'group', 'Same user u');
      INSERT INTO leak_member VALUES (1, 1), (1, 2);
      INSERT INTO leak_quote VALUES (1, 2, 'quoted');
      INSERT INTO leak_mark VALUES ('group', 1, 2, 'fine', 'mira', 0);
      DELETE FROM sample WHERE id = 2`);
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect(['leak_member', 'leak_quote', 'leak_mark'].map(count)).toEqual([1, 0, 0]);
  });

  it('keep one set of rules and no mark that names its pair the other way round', () => {
    const db = open();
    db.exec("INSERT INTO split_rule VALUES (1, '{}')");
    expect(() => db.exec("INSERT INTO split_rule VALUES (2, '{}')")).toThrow('CHECK');
    expect(() => db.exec("INSERT INTO leak_mark VALUES ('exact', 2, 1, 'fine', 'mira', 0)")).toThrow('CHECK');
  });
});
