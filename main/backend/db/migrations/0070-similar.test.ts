import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { beginScan, dropOldScans } from '../../store/similar-scans.ts';
import {
  linksOf,
  samplesToCompare,
  scanFacts,
  similarityHistogram,
  similarLinks,
  templateFamilies,
} from '../../store/similar.ts';
import { migrate } from '../migrate.ts';

function open(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db);
  db.exec(`INSERT INTO source (id, uid, importer_id, importer_version, name, per, imported_at) VALUES (1, 's', 'x', 1, 's', 'c', 0);
    INSERT INTO sample (id, uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES (1, 'a', 1, 0, 0, 'c1', 'p1'), (2, 'b', 1, 1, 0, 'c2', 'p2'), (3, 'c', 1, 2, 0, 'c3', 'p3')`);
  return db;
}

const SCAN = {
  kind: 'near',
  scope: 'prompt',
  at: 5,
  floor: 0.5,
  method: { search: 'lsh', kept: 'all', embedders: [] },
} as const;
const LINKS = [
  { a: 1, b: 2, similarity: 0.5 },
  { a: 1, b: 3, similarity: 1 },
  { a: 2, b: 3, similarity: 0.81 },
];
const link = (a: number, b: number, similarity: number) => ({ a, b, similarity });

function scan(db: Database.Database): void {
  const writer = beginScan(db, SCAN);
  writer.addTexts(samplesToCompare(db, 'prompt'));
  writer.addLinks(LINKS);
  writer.addFamily({ key: 'f', template: 'Book <number>', members: [1, 3] });
  writer.finish(3);
}

describe('scans of similar samples', () => {
  it('show nothing before they are whole, then everything at once, counted in steps that include both ends', () => {
    const db = open();
    const writer = beginScan(db, SCAN);
    writer.addTexts(samplesToCompare(db, 'prompt'));
    writer.addLinks(LINKS);
    expect(scanFacts(db, 'near', 'prompt')).toBeNull();
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0 })).toEqual([]);
    writer.finish(3);
    expect(scanFacts(db, 'near', 'prompt')).toEqual({
      scannedAt: 5,
      samples: 3,
      pairs: 3,
      floor: 0.5,
      method: SCAN.method,
      stale: false,
      changed: 0,
    });
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0.8 })).toEqual([
      link(1, 3, 1),
      link(2, 3, 0.81),
    ]);
    expect(linksOf(db, { kind: 'near', scope: 'prompt', sampleId: 3 })).toEqual([
      { sampleId: 1, similarity: 1 },
      { sampleId: 2, similarity: 0.81 },
    ]);
    expect(similarityHistogram(db, { kind: 'near', scope: 'prompt', bins: 5 }).map(({ pairs }) => pairs)).toEqual([
      1, 0, 0, 1, 1,
    ]);
  });

  it('know what came, went and changed since, and forget links and families of samples that are gone', () => {
    const db = open();
    scan(db);
    expect(templateFamilies(db, 'prompt')).toEqual([{ key: 'f', template: 'Book <number>', members: [1, 3] }]);
    db.exec("UPDATE sample SET prompt_hash = 'other' WHERE id = 2; UPDATE sample SET removed_at = 1 WHERE id = 3");
    db.exec(`INSERT INTO sample (id, uid, source_id, source_pos, tool_offered_count, content_hash, prompt_hash)
      VALUES (4, 'd', 1, 2, 0, 'c4', 'p4')`);
    expect(scanFacts(db, 'near', 'prompt')).toMatchObject({ stale: true, changed: 3 });
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0 })).toEqual([]);
    db.exec("UPDATE sample SET prompt_hash = 'p2' WHERE id = 2");
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0 })).toEqual([link(1, 2, 0.5)]);
    expect(templateFamilies(db, 'prompt')).toEqual([]);
    db.exec(`DELETE FROM sample WHERE id = 1; INSERT INTO sample (id, uid, source_id, source_pos, tool_offered_count, content_hash,
      prompt_hash) VALUES (1, 'again', 1, 0, 0, 'c9', 'p9')`);
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0 })).toEqual([]);
  });

  it('replace the one before and leave nothing of it or of one that was never finished', () => {
    const db = open();
    scan(db);
    beginScan(db, SCAN).addLinks(LINKS);
    scan(db);
    while (dropOldScans(db, 2));
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect(['similar_scan', 'similar_text', 'similar_link', 'template_member'].map(count)).toEqual([1, 3, 3, 2]);
    expect(similarLinks(db, { kind: 'near', scope: 'prompt', atLeast: 0 })).toHaveLength(3);
  });
});
