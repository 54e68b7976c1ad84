import type Database from 'better-sqlite3';
import type { SampleTarget } from '../../../shared/contract/target.ts';
import { VISIBLE } from '../engine/query/compile.ts';
import { TARGET, withTarget } from './targets.ts';

/** @returns every tag with the number of visible samples that carry it, by name */
export function listTags(db: Database.Database): { readonly name: string; readonly count: number }[] {
  return db
    .prepare<[], { name: string; count: number }>(
      `SELECT t.name, (SELECT count(*) FROM sample_tag st JOIN sample s ON s.id = st.sample_id
         WHERE st.tag_id = t.id AND ${VISIBLE}) AS count FROM tag t ORDER BY t.name COLLATE NOCASE`,
    )
    .all();
}

/**
 * Adds and removes tags of any number of samples. Tags are made when first used; names differ in more than case. A name
 * both added and removed is removed.
 *
 * @returns the number of tags put on or taken off samples
 * @throws {AppError} as `withTarget`
 */
export function setTags(
  db: Database.Database,
  write: { readonly target: SampleTarget; readonly add: readonly string[]; readonly remove: readonly string[] },
): number {
  return withTarget(db, write.target, (count) => {
    if (count === 0) return 0;
    const make = db.prepare('INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO NOTHING');
    const add = db.prepare(
      `INSERT INTO sample_tag (sample_id, tag_id) SELECT t.sample_id, (SELECT id FROM tag WHERE name = ?) FROM ${TARGET} t
       WHERE true ON CONFLICT DO NOTHING`,
    );
    const remove = db.prepare(
      `DELETE FROM sample_tag WHERE tag_id = (SELECT id FROM tag WHERE name = ?)
         AND sample_id IN (SELECT sample_id FROM ${TARGET})`,
    );
    let changed = 0;
    const removed = new Set(write.remove.map((name) => name.trim().toLowerCase()));
    for (const name of write.add.map((text) => text.trim())) {
      if (name === '' || removed.has(name.toLowerCase())) continue;
      make.run(name);
      changed += add.run(name).changes;
    }
    for (const name of write.remove) changed += remove.run(name.trim()).changes;
    return changed;
  });
}
