import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { LeakKind } from '../../../shared/contract/splits.ts';
import type { Quote, SharedValue } from '../engine/splitting/relations.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

export type StoredKind = 'group' | 'result' | 'reference';
export type LeakMark = {
  readonly kind: LeakKind;
  readonly a: number;
  readonly b: number;
  readonly reason: string;
  readonly reviewer: string;
};

/** Samples that can leak: visible and not excluded. `s` is the alias of `sample`. */
const COUNTS = `${VISIBLE_SAMPLE} AND NOT EXISTS
  (SELECT 1 FROM decision d WHERE d.sample_id = s.id AND d.state = 'exclude')`;

/** @returns ids of samples that are visible and not excluded */
export function countedIds(db: Database.Database): Set<number> {
  return new Set(db.prepare<[], number>(`SELECT s.id FROM sample s WHERE ${COUNTS}`).pluck().all());
}

/** Changes whenever what a check compares may have, and comes back with it when that is undone. */
export function leakStamp(db: Database.Database): string {
  const hash = createHash('sha256');
  const samples = db
    .prepare<[], [number, number, string]>(
      `SELECT s.id, s.revision, s.content_hash FROM sample s WHERE ${VISIBLE_SAMPLE} ORDER BY s.id`,
    )
    .raw();
  for (const row of samples.iterate()) hash.update(`${row.join(' ')}\n`);
  // By the index on it alone, since rows of attempts are large.
  const attempts = db.prepare<[], string>('SELECT a.content_hash FROM attempt a ORDER BY a.content_hash').pluck();
  for (const content of attempts.iterate()) hash.update(content);
  return hash.digest('hex');
}

/** @returns groups of two or more visible samples of the same prompt and tools */
export function samePrompts(db: Database.Database): SharedValue[] {
  return gathered(
    db
      .prepare<[], { key: string; id: number }>(
        `SELECT s.prompt_hash AS key, s.id FROM sample s WHERE ${VISIBLE_SAMPLE}
         AND s.prompt_hash IN (SELECT prompt_hash FROM sample GROUP BY prompt_hash HAVING count(*) > 1) ORDER BY s.id`,
      )
      .all()
      .map(({ key, id }) => ({ key, id, evidence: 'Same prompt and tools' })),
  );
}

function gathered(rows: readonly { key: string | number; id: number; evidence: string }[]): SharedValue[] {
  const groups = new Map<string | number, { evidence: string; members: number[] }>();
  for (const { key, id, evidence } of rows) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { evidence, members: [id] });
    else group.members.push(id);
  }
  return [...groups.values()];
}

/** @returns what the last check found to be shared */
export function sharedValues(db: Database.Database, kind: StoredKind): SharedValue[] {
  return gathered(
    db
      .prepare<[string], { key: number; id: number; evidence: string }>(
        `SELECT g.id AS key, m.sample_id AS id, g.evidence FROM leak_group g JOIN leak_member m ON m.group_id = g.id
         WHERE g.kind = ? ORDER BY g.id, m.sample_id`,
      )
      .all(kind),
  );
}

export function storedQuotes(db: Database.Database): Quote[] {
  return db
    .prepare<[], Quote>(
      'SELECT answer_id AS answer, result_id AS result, evidence FROM leak_quote ORDER BY answer_id, result_id',
    )
    .all();
}

export type CheckFacts = {
  readonly checkedAt: number;
  readonly samples: number;
  readonly seen: string;
  readonly facts: unknown;
};

/** @returns undefined before the first check */
export function leakCheck(db: Database.Database): CheckFacts | undefined {
  const row = db
    .prepare<[], { checkedAt: number; samples: number; seen: string; facts: string }>(
      'SELECT checked_at AS checkedAt, samples, seen, facts FROM leak_check WHERE id = 1',
    )
    .get();
  return row === undefined ? undefined : { ...row, facts: JSON.parse(row.facts) as unknown };
}

/** Puts what a check found in the place of what the one before did; samples that went meanwhile are left out. */
export function storeLeakCheck(
  db: Database.Database,
  check: { readonly checkedAt: number; readonly samples: number; readonly seen: string; readonly facts: object },
  found: {
    readonly groups: readonly (SharedValue & { readonly kind: StoredKind })[];
    readonly quotes: readonly Quote[];
  },
): void {
  db.exec('DELETE FROM leak_group; DELETE FROM leak_quote');
  const group = db.prepare('INSERT INTO leak_group (kind, evidence) VALUES (?, ?)');
  const member = db.prepare(
    'INSERT OR IGNORE INTO leak_member (group_id, sample_id) SELECT ?, id FROM sample WHERE id = ?',
  );
  for (const { kind, evidence, members } of found.groups) {
    const { lastInsertRowid } = group.run(kind, evidence);
    for (const id of members) member.run(lastInsertRowid, id);
  }
  const quote = db.prepare(
    `INSERT OR IGNORE INTO leak_quote (answer_id, result_id, evidence)
     SELECT a.id, r.id, @evidence FROM sample a, sample r WHERE a.id = @answer AND r.id = @result`,
  );
  for (const one of found.quotes) quote.run(one);
  db.prepare(
    `INSERT INTO leak_check (id, checked_at, samples, seen, facts) VALUES (1, @checkedAt, @samples, @seen, @facts)
     ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, samples = excluded.samples, seen = excluded.seen,
       facts = excluded.facts`,
  ).run({ ...check, facts: JSON.stringify(check.facts) });
}

/** Accepted pairs with `a < b`, whatever splits they are in now. */
export function leakMarks(db: Database.Database): LeakMark[] {
  return db.prepare<[], LeakMark>('SELECT kind, a, b, reason, reviewer FROM leak_mark ORDER BY kind, a, b').all();
}

/** @returns how many were new or changed */
export function acceptLeaks(
  db: Database.Database,
  pairs: readonly { readonly kind: LeakKind; readonly a: number; readonly b: number }[],
  by: { readonly reason: string; readonly reviewer: string; readonly at: number },
): number {
  const put = db.prepare(
    `INSERT INTO leak_mark (kind, a, b, reason, reviewer, at) VALUES (@kind, @a, @b, @reason, @reviewer, @at)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, reviewer = excluded.reviewer, at = excluded.at
     WHERE reason <> excluded.reason`,
  );
  return pairs.reduce((sum, pair) => sum + put.run({ ...pair, ...by }).changes, 0);
}

/** @returns how many were accepted before */
export function reopenLeaks(
  db: Database.Database,
  pairs: readonly { readonly kind: LeakKind; readonly a: number; readonly b: number }[],
): number {
  const take = db.prepare<[string, number, number]>('DELETE FROM leak_mark WHERE kind = ? AND a = ? AND b = ?');
  return pairs.reduce((sum, { kind, a, b }) => sum + take.run(kind, a, b).changes, 0);
}

/** Titles of samples, for lists of pairs. */
export function titlesOf(db: Database.Database, ids: readonly number[]): Map<number, string> {
  return new Map(
    db
      .prepare<[string], [number, string]>('SELECT id, title FROM sample WHERE id IN (SELECT value FROM json_each(?))')
      .raw()
      .all(JSON.stringify(ids)),
  );
}
