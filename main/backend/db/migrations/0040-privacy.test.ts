import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { countToScan } from '../../store/private-scans.ts';
import { migrations } from './index.ts';

describe('privacy', () => {
  it('has samples that were there before looked through, and forgets what hung on one that goes', () => {
    const db = new Database(':memory:');
    db.pragma('foreign_keys = ON');
    migrate(
      db,
      migrations.filter(({ version }) => version < 40),
    );
    db.exec(`INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at) VALUES ('s', 'x', 1, 's', 'call', 0);
      INSERT INTO sample (uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
        VALUES ('a', 1, 0, 0, 'c', 'p'), ('b', 1, 1, 0, 'c', 'p')`);
    migrate(db);
    const scope = { filter: '', sourceId: null };
    expect(countToScan(db, scope, false)).toBe(2);
    db.exec(`INSERT INTO private_scan (sample_id, engine, revision, content_hash, attempts) VALUES (1, 1, 1, 'c', 0);
      INSERT INTO private_value VALUES ('EMAIL_1', 'email', 1, 'a@b.example', 'a@b.example');
      INSERT INTO private_use (sample_id, token, count) VALUES (1, 'EMAIL_1', 2)`);
    expect(countToScan(db, scope, false)).toBe(1);
    db.exec('UPDATE sample SET revision = 2 WHERE id = 1');
    expect(countToScan(db, scope, false)).toBe(2);
    db.exec('DELETE FROM sample WHERE id = 1');
    expect(db.prepare('SELECT count(*) AS n FROM private_use').get()).toEqual({ n: 0 });
    expect(db.prepare('SELECT count(*) AS n FROM private_scan').get()).toEqual({ n: 0 });
  });
});
