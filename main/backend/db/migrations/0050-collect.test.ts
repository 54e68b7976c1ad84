import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

describe('collect', () => {
  it('takes samples that were changed before it for edited in every field', () => {
    const db = new Database(':memory:');
    migrate(
      db,
      migrations.filter(({ version }) => version < 50),
    );
    db.exec(`INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at) VALUES ('s', 'x', 1, 's', 'call', 0);
      INSERT INTO sample (uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash, revision)
        VALUES ('a', 1, 0, 0, 'c', 'p', 1), ('b', 1, 1, 0, 'c', 'p', 2)`);
    migrate(db);
    expect(db.prepare('SELECT sample_id, field, imported_hash AS hash FROM edited_field').all()).toEqual(
      ['prompt', 'reference', 'title', 'tools'].map((field) => ({ sample_id: 2, field, hash: '' })),
    );
  });
});
