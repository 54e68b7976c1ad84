import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { apartPairs, keepApart } from '../../store/clusters.ts';
import { migrate } from '../migrate.ts';

it('keeps pairs once, in one order, and lets them go with a sample', () => {
  const db = new Database(':memory:');
  migrate(db);
  db.pragma('foreign_keys = ON');
  db.exec(`INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at) VALUES ('s', 'x', 1, 's', 'c', 0);
    INSERT INTO sample (uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES ('1', 1, 1, 0, 'a', 'a'), ('2', 1, 2, 0, 'b', 'b'), ('3', 1, 3, 0, 'c', 'c')`);
  keepApart(db, [
    [2, 1],
    [1, 2],
    [3, 1],
  ]);
  expect(apartPairs(db)).toEqual(new Set(['1-2', '1-3']));
  expect(() => db.exec('INSERT INTO duplicate_apart (a, b) VALUES (3, 2)')).toThrow('CHECK');
  db.exec('DELETE FROM sample WHERE id = 3');
  expect(apartPairs(db)).toEqual(new Set(['1-2']));
});
