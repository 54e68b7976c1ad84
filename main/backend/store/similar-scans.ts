import type Database from 'better-sqlite3';
import type { LinkKind, ScanMethod, SimilarScope } from '../../../shared/model/similar.ts';

/** A scan that is being filled. Nobody sees it before `finish`. */
export type ScanWriter = {
  readonly addTexts: (texts: readonly { readonly id: number; readonly contentKey: string }[]) => void;
  readonly addLinks: (links: Iterable<{ readonly a: number; readonly b: number; readonly similarity: number }>) => void;
  readonly addFamily: (family: {
    readonly key: string;
    readonly template: string;
    readonly members: readonly number[];
  }) => void;
  /** Takes the place of the scan before. */
  readonly finish: (pairs: number) => void;
};

/** Begins a scan; the writes are the caller's transactions. */
export function beginScan(
  db: Database.Database,
  scan: {
    readonly kind: LinkKind;
    readonly scope: SimilarScope;
    readonly at: number;
    readonly floor: number;
    readonly method: ScanMethod;
  },
): ScanWriter {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO similar_scan (kind, scope, scanned_at, floor, method) VALUES (?, ?, ?, ?, ?)')
    .run(scan.kind, scan.scope, scan.at, scan.floor, JSON.stringify(scan.method));
  const id = Number(lastInsertRowid);
  // A sample may have gone while its text was read.
  const putText = db.prepare(
    'INSERT INTO similar_text (scan_id, sample_id, content_key) SELECT ?, id, ? FROM sample WHERE id = ?',
  );
  const putLink = db.prepare('INSERT INTO similar_link (scan_id, a, b, similarity) VALUES (?, ?, ?, ?)');
  const putFamily = db.prepare('INSERT INTO template_family (scan_id, key, template) VALUES (?, ?, ?)');
  const putMember = db.prepare(
    'INSERT INTO template_member (scan_id, sample_id, key) SELECT ?, id, ? FROM sample WHERE id = ?',
  );
  return {
    addTexts(texts) {
      for (const text of texts) putText.run(id, text.contentKey, text.id);
    },
    addLinks(links) {
      for (const { a, b, similarity } of links) putLink.run(id, a, b, similarity);
    },
    addFamily({ key, template, members }) {
      putFamily.run(id, key, template);
      for (const member of members) putMember.run(id, key, member);
    },
    finish(pairs) {
      db.prepare('UPDATE similar_scan SET is_current = 0 WHERE kind = ? AND scope = ? AND is_current = 1').run(
        scan.kind,
        scan.scope,
      );
      db.prepare('UPDATE similar_scan SET is_current = 1, pairs = ? WHERE id = ?').run(pairs, id);
    },
  };
}

/** Removes a part of what replaced and unfinished scans left. @returns whether there is more */
export function dropOldScans(db: Database.Database, atMost: number): boolean {
  const old = db
    .prepare<[], { id: number }>('SELECT id FROM similar_scan WHERE is_current = 0 ORDER BY id LIMIT 1')
    .get();
  if (old === undefined) return false;
  const { changes } = db
    .prepare(
      'DELETE FROM similar_link WHERE scan_id = @id AND (a, b) IN (SELECT a, b FROM similar_link WHERE scan_id = @id LIMIT @atMost)',
    )
    .run({ id: old.id, atMost });
  if (changes < atMost) db.prepare('DELETE FROM similar_scan WHERE id = ?').run(old.id);
  return true;
}
