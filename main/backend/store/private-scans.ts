import type Database from 'better-sqlite3';
import { flagSeverity } from '../../../shared/model/flag-rules.ts';
import { privacyRule, type PrivateKind } from '../../../shared/model/privacy.ts';
import { VISIBLE_SAMPLE } from './counts.ts';
import { filterPart } from './targets.ts';

/** Raised when the detectors find other things, so that every sample is looked through again. */
export const PRIVACY_ENGINE = 1;

/** Whether a sample was looked through as it is now, over `sample s` and `private_scan ps`. */
const IS_SCANNED = `(ps.sample_id IS NOT NULL AND ps.engine = ${PRIVACY_ENGINE} AND ps.revision = s.revision
  AND ps.content_hash = s.content_hash AND ps.attempts = s.attempt_count)`;
const PRIVACY_FLAG = "f.rule_id IN ('secret', 'personal-data')";

export type PrivacyScope = { readonly filter: string; readonly sourceId: number | null };
type Condition = { readonly sql: string; readonly params: readonly (string | number | null)[] };

/** The condition over `sample s` that a scope means. @throws {AppError} `invalid_input` for a text that is no filter */
export function scopeCondition(db: Database.Database, { filter, sourceId }: PrivacyScope): Condition {
  const where = filterPart(db, filter);
  return {
    sql: `${VISIBLE_SAMPLE} AND (${where.sql}) AND (? IS NULL OR s.source_id = ?)`,
    params: [...where.params, sourceId, sourceId],
  };
}

/** What a scan says of one finding before it is a flag. */
export type PrivateFlag = {
  readonly attemptId: number | null;
  readonly messageIdx: number | null;
  readonly kind: PrivateKind;
  readonly start: number;
  readonly end: number;
  /** Everything that shows where it is, and a hash to know the value again; never the value. */
  readonly detail: PrivateDetail;
};
export type PrivateDetail = {
  readonly kind: PrivateKind;
  readonly field: string;
  readonly place: string;
  readonly hint: string;
  readonly key: string;
  readonly part?: number;
  readonly call?: number;
  readonly path?: readonly string[];
};

export type ScannedSample = {
  readonly id: number;
  readonly flags: readonly PrivateFlag[];
  /** Tokens in its texts that are not Assay's. */
  readonly tokens: readonly string[];
};

type Known = { id: number; state: 'open' | 'confirmed' | 'dismissed'; place: string; key: string };

/**
 * Writes what scans found: flags whose finding is gone go, new ones are raised, and what people dismissed stays dismissed
 * where the same value stands in the same place, or where its value was dismissed everywhere. In a transaction.
 */
export function createScanWriter(
  db: Database.Database,
): (sample: ScannedSample) => { raised: number; cleared: number } {
  const known = db.prepare<[number], Known>(
    `SELECT f.id, f.state, f.detail ->> '$.place' AS place, f.detail ->> '$.key' AS key FROM flag f
     WHERE f.sample_id = ? AND ${PRIVACY_FLAG} ORDER BY f.id`,
  );
  const remove = db.prepare(`DELETE FROM flag WHERE id = ?`);
  const insert = db.prepare(
    `INSERT INTO flag (sample_id, attempt_id, message_idx, span_start, span_end, rule_id, rule_version, severity, detail, state)
     VALUES (?, ?, ?, ?, ?, ?, ${PRIVACY_ENGINE}, ?, ?, ?)`,
  );
  const move = db.prepare(
    'UPDATE flag SET attempt_id = ?, message_idx = ?, span_start = ?, span_end = ?, detail = ? WHERE id = ?',
  );
  const same = db.prepare<[number], { start: number; end: number; detail: string }>(
    'SELECT span_start AS start, span_end AS end, detail FROM flag WHERE id = ?',
  );
  const isDismissed = db.prepare<[string, string], { n: number }>(
    'SELECT 1 AS n FROM private_dismissal WHERE kind = ? AND value_hash = ?',
  );
  const remember = db.prepare(
    `INSERT INTO private_scan (sample_id, engine, revision, content_hash, attempts, tokens)
     SELECT id, ${PRIVACY_ENGINE}, revision, content_hash, attempt_count, ? FROM sample WHERE id = ?
     ON CONFLICT (sample_id) DO UPDATE SET engine = excluded.engine, revision = excluded.revision,
       content_hash = excluded.content_hash, attempts = excluded.attempts, tokens = excluded.tokens`,
  );
  return ({ id, flags, tokens }) => {
    const left = new Map<string, Known[]>();
    for (const flag of known.all(id)) {
      const name = `${flag.place}\n${flag.key}`;
      const list = left.get(name) ?? [];
      left.set(name, list);
      list.push(flag);
    }
    keepDismissed(left, flags);
    let raised = 0;
    for (const { attemptId, messageIdx, kind, start, end, detail } of flags) {
      const text = JSON.stringify(detail);
      const before = left.get(`${detail.place}\n${detail.key}`)?.shift();
      if (before === undefined) {
        const rule = privacyRule(kind);
        const state = isDismissed.get(kind, detail.key) === undefined ? 'open' : 'dismissed';
        insert.run(id, attemptId, messageIdx, start, end, rule, flagSeverity(rule), text, state);
        raised += 1;
        continue;
      }
      const now = same.get(before.id);
      if (now?.start !== start || now.end !== end || now.detail !== text)
        move.run(attemptId, messageIdx, start, end, text, before.id);
    }
    const gone = [...left.values()].flat();
    for (const flag of gone) remove.run(flag.id);
    remember.run(tokens.length === 0 ? null : JSON.stringify(tokens), id);
    return { raised, cleared: gone.length };
  };
}

/** Where fewer findings are left than were known, those that were dismissed are the ones that stay. */
function keepDismissed(known: Map<string, Known[]>, flags: readonly PrivateFlag[]): void {
  const found = new Map<string, number>();
  for (const { detail } of flags) {
    const name = `${detail.place}\n${detail.key}`;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  for (const [name, list] of known)
    if (list.length > (found.get(name) ?? 0))
      known.set(
        name,
        list.toSorted((a, b) => Number(b.state === 'dismissed') - Number(a.state === 'dismissed')),
      );
}

/** @returns ids of a scope above `after` that need a look, in order */
export function toScan(
  db: Database.Database,
  scope: PrivacyScope,
  again: boolean,
  after: number,
  limit: number,
): number[] {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], { id: number }>(
      `SELECT s.id FROM sample s LEFT JOIN private_scan ps ON ps.sample_id = s.id
       WHERE s.id > ? AND ${where.sql} AND (? OR NOT ${IS_SCANNED}) ORDER BY s.id LIMIT ?`,
    )
    .all(after, ...where.params, again ? 1 : 0, limit)
    .map((row) => row.id);
}

export function countToScan(db: Database.Database, scope: PrivacyScope, again: boolean): number {
  const where = scopeCondition(db, scope);
  return (
    db
      .prepare<unknown[], { n: number }>(
        `SELECT count(*) AS n FROM sample s LEFT JOIN private_scan ps ON ps.sample_id = s.id
         WHERE ${where.sql} AND (? OR NOT ${IS_SCANNED})`,
      )
      .get(...where.params, again ? 1 : 0)?.n ?? 0
  );
}

export function countScope(db: Database.Database, scope: PrivacyScope): number {
  return countToScan(db, scope, true);
}

export type FindingCount = { kind: PrivateKind; field: string; state: string; n: number };

/** Findings of some samples by kind, field and state. */
export function countFindings(db: Database.Database, scope: PrivacyScope): FindingCount[] {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], FindingCount>(
      `SELECT f.detail ->> '$.kind' AS kind, f.detail ->> '$.field' AS field,
         CASE f.state WHEN 'dismissed' THEN 'dismissed' ELSE 'open' END AS state, count(*) AS n
       FROM flag f JOIN sample s ON s.id = f.sample_id WHERE ${PRIVACY_FLAG} AND ${where.sql} GROUP BY 1, 2, 3`,
    )
    .all(...where.params);
}

/** Which kinds are open in which fields, sample by sample. */
export function openBySample(
  db: Database.Database,
  scope: PrivacyScope,
): Iterable<{ readonly id: number; readonly kind: PrivateKind; readonly field: string; readonly n: number }> {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], { id: number; kind: PrivateKind; field: string; n: number }>(
      `SELECT f.sample_id AS id, f.detail ->> '$.kind' AS kind, f.detail ->> '$.field' AS field, count(*) AS n
       FROM flag f JOIN sample s ON s.id = f.sample_id
       WHERE ${PRIVACY_FLAG} AND f.state <> 'dismissed' AND ${where.sql} GROUP BY 1, 2, 3`,
    )
    .iterate(...where.params);
}

/** The same over listed samples: what an export asks. */
export function countFindingsOf(
  db: Database.Database,
  ids: readonly number[],
): { readonly found: FindingCount[]; readonly unscanned: number } {
  const list = JSON.stringify(ids);
  const found = db
    .prepare<[string], FindingCount>(
      `SELECT f.detail ->> '$.kind' AS kind, f.detail ->> '$.field' AS field, 'open' AS state, count(*) AS n
       FROM json_each(?) j CROSS JOIN flag f ON f.sample_id = j.value
       WHERE ${PRIVACY_FLAG} AND f.state <> 'dismissed' GROUP BY 1, 2`,
    )
    .all(list);
  const unscanned =
    db
      .prepare<[string], { n: number }>(
        `SELECT count(*) AS n FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value
         LEFT JOIN private_scan ps ON ps.sample_id = s.id WHERE NOT ${IS_SCANNED}`,
      )
      .get(list)?.n ?? 0;
  return { found, unscanned };
}

/** Samples with findings or tokens, by kind; `''` counts samples with anything. */
export function countSamplesWith(
  db: Database.Database,
  scope: PrivacyScope,
): { readonly found: ReadonlyMap<string, number>; readonly open: number } {
  const where = scopeCondition(db, scope);
  const found = db
    .prepare<unknown[], { kind: string; n: number }>(
      `WITH has AS (
         SELECT f.sample_id AS id, f.detail ->> '$.kind' AS kind FROM flag f JOIN sample s ON s.id = f.sample_id
         WHERE ${PRIVACY_FLAG} AND ${where.sql}
         UNION SELECT u.sample_id, v.kind FROM private_use u JOIN private_value v ON v.token = u.token
           JOIN sample s ON s.id = u.sample_id WHERE ${where.sql})
       SELECT kind, count(*) AS n FROM has GROUP BY kind UNION ALL SELECT '', count(DISTINCT id) FROM has`,
    )
    .all(...where.params, ...where.params);
  const open = db
    .prepare<unknown[], { n: number }>(
      `SELECT count(DISTINCT f.sample_id) AS n FROM flag f JOIN sample s ON s.id = f.sample_id
       WHERE ${PRIVACY_FLAG} AND f.state <> 'dismissed' AND ${where.sql}`,
    )
    .get(...where.params);
  return { found: new Map(found.map(({ kind, n }) => [kind, n])), open: open?.n ?? 0 };
}

export type FindingRow = {
  id: number;
  sampleId: number;
  attemptId: number | null;
  messageIdx: number | null;
  start: number;
  end: number;
  state: string;
  detail: string;
};
const FINDING = `f.id, f.sample_id AS sampleId, f.attempt_id AS attemptId, f.message_idx AS messageIdx,
  f.span_start AS start, f.span_end AS end, CASE f.state WHEN 'dismissed' THEN 'dismissed' ELSE 'open' END AS state, f.detail`;

export function pageFindings(
  db: Database.Database,
  scope: PrivacyScope,
  page: { kind: PrivateKind | null; state: 'open' | 'dismissed' | null; from: number; limit: number },
): { readonly total: number; readonly rows: FindingRow[] } {
  const where = scopeCondition(db, scope);
  const sql = `FROM flag f JOIN sample s ON s.id = f.sample_id WHERE ${PRIVACY_FLAG} AND ${where.sql}
    AND (? IS NULL OR f.detail ->> '$.kind' = ?)
    AND (? IS NULL OR (f.state = 'dismissed') = (? = 'dismissed'))`;
  const params = [...where.params, page.kind, page.kind, page.state, page.state];
  const total = db.prepare<unknown[], { n: number }>(`SELECT count(*) AS n ${sql}`).get(...params)?.n ?? 0;
  const rows = db
    .prepare<unknown[], FindingRow>(`SELECT ${FINDING} ${sql} ORDER BY f.sample_id, f.id LIMIT ? OFFSET ?`)
    .all(...params, page.limit, page.from);
  return { total, rows };
}

export function getFinding(db: Database.Database, flagId: number): FindingRow | undefined {
  return db
    .prepare<[number], FindingRow>(`SELECT ${FINDING} FROM flag f WHERE f.id = ? AND ${PRIVACY_FLAG}`)
    .get(flagId);
}

/** @returns ids of samples of a scope with an open finding, above `after` */
export function openSamples(db: Database.Database, scope: PrivacyScope, after: number, limit: number): number[] {
  const where = scopeCondition(db, scope);
  return db
    .prepare<unknown[], { id: number }>(
      `SELECT s.id FROM sample s WHERE s.id > ? AND ${where.sql} AND EXISTS (SELECT 1 FROM flag f
         WHERE f.sample_id = s.id AND ${PRIVACY_FLAG} AND f.state <> 'dismissed') ORDER BY s.id LIMIT ?`,
    )
    .all(after, ...where.params, limit)
    .map((row) => row.id);
}

/** @returns what people dismissed in a sample: `all` by place, value and start, `values` by place and value */
export function dismissedIn(
  db: Database.Database,
  sampleId: number,
): { readonly all: ReadonlySet<string>; readonly values: ReadonlySet<string>; readonly keys: ReadonlySet<string> } {
  const rows = db
    .prepare<[number], { place: string; key: string; start: number }>(
      `SELECT f.detail ->> '$.place' AS place, f.detail ->> '$.key' AS key, f.span_start AS start FROM flag f
       WHERE f.sample_id = ? AND ${PRIVACY_FLAG} AND f.state = 'dismissed'`,
    )
    .all(sampleId);
  return {
    all: new Set(rows.map(({ place, key, start }) => `${place}\n${key}\n${start}`)),
    values: new Set(rows.map(({ place, key }) => `${place}\n${key}`)),
    keys: new Set(rows.map(({ key }) => key)),
  };
}

/** Sets findings of one value, or one finding. @returns how many changed */
export function setFindingState(
  db: Database.Database,
  which: { readonly flagId: number } | { readonly kind: PrivateKind; readonly key: string },
  state: 'open' | 'dismissed',
): number {
  if ('flagId' in which)
    return db.prepare('UPDATE flag SET state = ? WHERE id = ? AND state <> ?').run(state, which.flagId, state).changes;
  if (state === 'dismissed')
    db.prepare('INSERT INTO private_dismissal (kind, value_hash) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
      which.kind,
      which.key,
    );
  else db.prepare('DELETE FROM private_dismissal WHERE kind = ? AND value_hash = ?').run(which.kind, which.key);
  return db
    .prepare(
      `UPDATE flag SET state = ? WHERE rule_id IN ('secret', 'personal-data') AND state <> ?
         AND detail ->> '$.kind' = ? AND detail ->> '$.key' = ?`,
    )
    .run(state, state, which.kind, which.key).changes;
}
