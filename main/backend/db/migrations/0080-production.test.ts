import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  markProduction,
  productionSources,
  readProfiles,
  saveProfile,
  unmarkProduction,
} from '../../store/production.ts';
import { migrate } from '../migrate.ts';

function open(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db);
  db.exec(`INSERT INTO source (id, uid, importer_id, importer_version, name, per, imported_at)
      VALUES (1, 's', 'x', 1, 'live.jsonl', 'c', 0), (2, 't', 'x', 1, 'rest.jsonl', 'c', 0);
    INSERT INTO sample (id, uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES (1, 'a', 1, 0, 0, 'c1', 'p1'), (2, 'b', 1, 1, 0, 'c2', 'p2'), (3, 'c', 2, 2, 0, 'c3', 'p3')`);
  return db;
}

const profile = { version: 1, samples: 2, facets: {}, numbers: { calls: [[3, 2]] } } as const;

describe('sources marked as production', () => {
  it('are counted by their samples in sight', () => {
    const db = open();
    expect([markProduction(db, 1, 5), markProduction(db, 1, 6)]).toEqual([1, 0]);
    expect(productionSources(db)).toEqual([{ sourceId: 1, name: 'live.jsonl', kept: 'full', samples: 2, markedAt: 5 }]);
    expect(unmarkProduction(db, 1)).toBe(1);
    expect(productionSources(db)).toEqual([]);
  });

  it('are counted by their profile once they are out of sight, and by their samples again when brought back', () => {
    const db = open();
    markProduction(db, 1, 5);
    db.exec('UPDATE source SET removed_at = 9 WHERE id = 1');
    expect(productionSources(db)).toEqual([]);
    saveProfile(db, 1, { ...profile, numbers: { calls: [[3, 2]] } });
    expect(productionSources(db)).toMatchObject([{ kept: 'profile', samples: 2 }]);
    expect(readProfiles(db)).toEqual([profile]);
    db.exec('UPDATE source SET removed_at = NULL WHERE id = 1');
    expect(productionSources(db)).toMatchObject([{ kept: 'full', samples: 2 }]);
    expect(readProfiles(db)).toEqual([]);
  });

  it('are forgotten with the source', () => {
    const db = open();
    markProduction(db, 1, 5);
    db.exec('DELETE FROM source WHERE id = 1');
    expect(db.prepare('SELECT count(*) AS n FROM production_source').get()).toEqual({ n: 0 });
  });
});
