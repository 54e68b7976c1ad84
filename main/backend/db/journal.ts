import type Database from 'better-sqlite3';
import { invariant } from '../../../shared/rpc/errors.ts';

/** Tables whose rows undo brings back. None holds a blob, since the journal is JSON. */
export const JOURNALLED = [
  'source',
  'sample',
  'sample_body',
  'attempt',
  'tool_call',
  'decision',
  'tag',
  'sample_tag',
  'review',
  'review_score',
  'flag',
  'saved_view',
  'duplicate_mark',
  'duplicate_apart',
  'grader',
  'grader_version',
  'split_member',
  'private_scan',
  'private_value',
  'private_use',
  'private_dismissal',
  'import_issue',
  'edited_field',
  'joined_attempt',
  'production_source',
  'split_rule',
  'leak_mark',
] as const;

export type ChangeRow = { seq: number; tbl: string; op: 'I' | 'U' | 'D'; pk: string; before: string | null };

type Current = { actionId: number | null; seq: number };

export type Journal = {
  /** Runs `write` with every change of a journalled table recorded under the action, behind those of earlier runs. */
  readonly record: <T>(actionId: number, write: () => T) => T;
  /**
   * Runs `write` with the triggers taken off: a third of the time of a bulk insert goes into asking them. Nothing of it can
   * be undone. Not inside a transaction.
   */
  readonly unrecorded: <T>(write: () => T) => T;
  /** Replays an action's changes backwards; call inside a transaction, itself recorded under another action. */
  readonly revert: (actionId: number) => { readonly rows: number; readonly changes: readonly ChangeRow[] };
};

type Columns = { readonly all: readonly string[]; readonly key: readonly string[] };

/**
 * Attaches the undo journal to a connection: three temp triggers a journalled table write the primary key and the old
 * row to `change` while an action is current.
 */
export function attachJournal(db: Database.Database): Journal {
  const current: Current = { actionId: null, seq: 0 };
  db.function('assay_action', () => current.actionId);
  db.function('assay_seq', () => ++current.seq);
  const lastSeq = db.prepare<[number], { seq: number | null }>('SELECT max(seq) AS seq FROM change WHERE action_id = ?');
  const columns = new Map<string, Columns>();
  for (const table of JOURNALLED) {
    const info = columnsOf(db, table);
    columns.set(table, info);
  }
  const triggers = [...columns].map(([table, info]) => triggersFor(table, info)).join('\n');
  const drops = JOURNALLED.flatMap((table) =>
    ['i', 'u', 'd'].map((op) => `DROP TRIGGER temp."journal_${table}_${op}";`),
  );
  db.exec(triggers);
  return {
    record(actionId, write) {
      invariant(current.actionId === null, 'actions do not nest');
      current.actionId = actionId;
      current.seq = lastSeq.get(actionId)?.seq ?? 0;
      try {
        return write();
      } finally {
        current.actionId = null;
      }
    },
    unrecorded(write) {
      invariant(current.actionId === null && !db.inTransaction, 'bulk writes stand alone');
      db.exec(drops.join('\n'));
      try {
        return write();
      } finally {
        db.exec(triggers);
      }
    },
    revert: (actionId) => revert(db, columns, actionId),
  };
}

function columnsOf(db: Database.Database, table: string): Columns {
  const rows = db
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(table);
  const key = rows
    .filter((row) => row.pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map((row) => row.name);
  invariant(rows.length > 0 && key.length > 0, `journalled table ${table} has a primary key`);
  return { all: rows.map((row) => row.name), key };
}

function triggersFor(table: string, { all, key }: Columns): string {
  const pk = (row: 'new' | 'old'): string => `json_array(${key.map((name) => `${row}."${name}"`).join(', ')})`;
  const before = `json_object(${all.map((name) => `'${name}', old."${name}"`).join(', ')})`;
  const write = (op: string, pkText: string, beforeText: string): string =>
    `INSERT INTO change (action_id, seq, tbl, op, pk, before) VALUES (assay_action(), assay_seq(), '${table}', '${op}', ${pkText}, ${beforeText});`;
  const head = (name: string, event: string): string =>
    `CREATE TEMP TRIGGER "journal_${table}_${name}" AFTER ${event} ON main."${table}" WHEN assay_action() IS NOT NULL BEGIN `;
  return [
    `${head('i', 'INSERT')}${write('I', pk('new'), 'NULL')} END;`,
    `${head('u', 'UPDATE')}${write('U', pk('new'), before)} END;`,
    `${head('d', 'DELETE')}${write('D', pk('old'), before)} END;`,
  ].join('\n');
}

function revert(
  db: Database.Database,
  columns: ReadonlyMap<string, Columns>,
  actionId: number,
): { rows: number; changes: readonly ChangeRow[] } {
  const changes = db
    .prepare<[number], ChangeRow>('SELECT seq, tbl, op, pk, before FROM change WHERE action_id = ? ORDER BY seq DESC')
    .all(actionId);
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  for (const change of changes) {
    const info = columns.get(change.tbl);
    invariant(info !== undefined, `table ${change.tbl} is journalled`);
    const where = info.key.map((name) => `"${name}" = ?`).join(' AND ');
    // Written by the triggers above: always a JSON array of key values.
    const pk = JSON.parse(change.pk) as (string | number | null)[];
    if (change.op === 'I') prepare(`DELETE FROM main."${change.tbl}" WHERE ${where}`).run(...pk);
    else putBack(prepare, change, info, where, pk);
  }
  return { rows: changes.length, changes };
}

function putBack(
  prepare: (sql: string) => Database.Statement,
  change: ChangeRow,
  info: Columns,
  where: string,
  pk: readonly (string | number | null)[],
): void {
  // Written by the triggers above: an object of every column of the table.
  const before = JSON.parse(change.before ?? '{}') as Record<string, string | number | null>;
  const values = info.all.map((name) => before[name] ?? null);
  if (change.op === 'U') {
    const set = info.all.map((name) => `"${name}" = ?`).join(', ');
    prepare(`UPDATE main."${change.tbl}" SET ${set} WHERE ${where}`).run(...values, ...pk);
  } else {
    const names = info.all.map((name) => `"${name}"`).join(', ');
    const marks = info.all.map(() => '?').join(', ');
    prepare(`INSERT INTO main."${change.tbl}" (${names}) VALUES (${marks})`).run(...values);
  }
}
