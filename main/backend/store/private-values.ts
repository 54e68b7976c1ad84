import type Database from 'better-sqlite3';
import type { PrivateKind } from '../../../shared/model/privacy.ts';
import { scopeCondition, type PrivacyScope } from './private-scans.ts';

export type PrivateValue = {
  readonly token: string;
  readonly kind: PrivateKind;
  readonly number: number;
  readonly valueKey: string;
  readonly value: string;
};
/** How often a token stands in a sample, and its spellings as JSON. */
export type StoredUse = { readonly token: string; readonly count: number; readonly spellings: string };

const COLUMNS = 'token, kind, number, value_key AS valueKey, value';

export function valuesFor(db: Database.Database, kind: PrivateKind, valueKey: string): PrivateValue[] {
  return db
    .prepare<[string, string], PrivateValue>(
      `SELECT ${COLUMNS} FROM private_value WHERE kind = ? AND value_key = ? ORDER BY number`,
    )
    .all(kind, valueKey);
}

export function valueOfToken(db: Database.Database, token: string): PrivateValue | undefined {
  return db.prepare<[string], PrivateValue>(`SELECT ${COLUMNS} FROM private_value WHERE token = ?`).get(token);
}

export function highestNumber(db: Database.Database, kind: PrivateKind): number {
  return (
    db.prepare<[string], { n: number | null }>('SELECT max(number) AS n FROM private_value WHERE kind = ?').get(kind)
      ?.n ?? 0
  );
}

/** Tokens that samples hold by themselves, in the whole project. */
export function naturalTokens(db: Database.Database): Set<string> {
  const rows = db
    .prepare<[], { token: string }>(
      'SELECT DISTINCT j.value AS token FROM private_scan ps JOIN json_each(ps.tokens) j WHERE ps.tokens IS NOT NULL',
    )
    .all();
  return new Set(rows.map((row) => row.token));
}

export function insertValues(db: Database.Database, values: readonly PrivateValue[]): void {
  const insert = db.prepare(
    'INSERT INTO private_value (token, kind, number, value_key, value) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  for (const { token, kind, number, valueKey, value } of values) insert.run(token, kind, number, valueKey, value);
}

/** Made once for many samples. @returns the uses of a sample */
export function createUseReader(db: Database.Database): (sampleId: number) => StoredUse[] {
  const uses = db.prepare<[number], StoredUse>(
    'SELECT token, count, spellings FROM private_use WHERE sample_id = ? ORDER BY token',
  );
  return (sampleId) => uses.all(sampleId);
}

export function usesOf(db: Database.Database, sampleId: number): StoredUse[] {
  return createUseReader(db)(sampleId);
}

export function replaceUses(db: Database.Database, sampleId: number, uses: readonly StoredUse[]): void {
  db.prepare('DELETE FROM private_use WHERE sample_id = ?').run(sampleId);
  const insert = db.prepare('INSERT INTO private_use (sample_id, token, count, spellings) VALUES (?, ?, ?, ?)');
  for (const { token, count, spellings } of uses) insert.run(sampleId, token, count, spellings);
}

/** Stretches that stand as tokens, by kind. */
export function countMasked(db: Database.Database, scope: PrivacyScope): { kind: PrivateKind; n: number }[] {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], { kind: PrivateKind; n: number }>(
      `SELECT v.kind, sum(u.count) AS n FROM private_use u JOIN private_value v ON v.token = u.token
       JOIN sample s ON s.id = u.sample_id WHERE ${where.sql} GROUP BY v.kind`,
    )
    .all(...where.params);
}

/** @returns ids of samples of a scope in which tokens stand, above `after` */
export function maskedSamples(db: Database.Database, scope: PrivacyScope, after: number, limit: number): number[] {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], { id: number }>(
      `SELECT s.id FROM sample s WHERE s.id > ? AND ${where.sql}
         AND EXISTS (SELECT 1 FROM private_use u WHERE u.sample_id = s.id) ORDER BY s.id LIMIT ?`,
    )
    .all(after, ...where.params, limit)
    .map((row) => row.id);
}
