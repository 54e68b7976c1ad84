import type Database from 'better-sqlite3';

/** What a live record is: spans of one trace, or one exchange with a chat or a Responses endpoint. */
export type LiveKind = 'spans' | 'chat' | 'responses';

export type NewLiveRecord = {
  readonly kind: LiveKind;
  /** What belongs together: the trace's id, or the key of a conversation. */
  readonly thread: string;
  /** Name by which a later record may go on from this one: the id of a response. */
  readonly ref: string | null;
  readonly receivedAt: number;
  readonly body: string;
};

export type LiveRecord = { readonly id: number; readonly body: string };
export type LiveThread = { readonly sourceId: number; readonly kind: LiveKind; readonly thread: string };

/**
 * Runs `commit`, which must be one transaction, so that it is on the disk and not only handed to the system when this
 * returns, also while an import has this connection wait for checkpoints only.
 */
export function onDisk<T>(db: Database.Database, commit: () => T): T {
  // A pragma's answer is untyped; synchronous is always an integer. 2 is FULL.
  const before = db.pragma('synchronous', { simple: true }) as number;
  if (before >= 2) return commit();
  db.pragma('synchronous = FULL');
  try {
    return commit();
  } finally {
    db.pragma(`synchronous = ${before}`);
  }
}

/** @returns a function that adds a record and gives its id; call it inside a transaction */
export function createRecordWriter(db: Database.Database): (sourceId: number, record: NewLiveRecord) => number {
  const insert = db.prepare(
    'INSERT INTO live_record (source_id, kind, thread, ref, received_at, body, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (sourceId, { kind, thread, ref, receivedAt, body }) =>
    Number(insert.run(sourceId, kind, thread, ref, receivedAt, body, Buffer.byteLength(body)).lastInsertRowid);
}

/** @returns the live source of a kind that is not removed, undefined when there is none yet */
export function findLiveSource(db: Database.Database, kind: LiveKind): { id: number; uid: string } | undefined {
  return db
    .prepare<[string], { id: number; uid: string }>(
      `SELECT id, uid FROM source WHERE removed_at IS NULL AND json_extract(options, '$.live') = ? ORDER BY id DESC LIMIT 1`,
    )
    .get(kind);
}

/**
 * A thread is read whole each time something is added, so one may not grow without end: a program that asks the same
 * question ten thousand times is not one conversation.
 *
 * @returns the thread a new record goes to: the one wanted, or a part of it that has room
 */
export function threadWithRoom(db: Database.Database, sourceId: number, thread: string, most: number): string {
  const count = db.prepare<[number, string, number], { n: number }>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM live_record WHERE source_id = ? AND thread = ? LIMIT ?)',
  );
  for (let part = 0; ; part += 1) {
    const name = part === 0 ? thread : `${thread} part ${part + 1}`;
    if ((count.get(sourceId, name, most)?.n ?? 0) < most) return name;
  }
}

/** @returns the thread of the record that a later one goes on from */
export function threadOfRef(db: Database.Database, ref: string): string | undefined {
  return db
    .prepare<[string], { thread: string }>(
      `SELECT r.thread FROM source s JOIN live_record r ON r.source_id = s.id AND r.ref = ?
       WHERE s.removed_at IS NULL ORDER BY r.id DESC LIMIT 1`,
    )
    .get(ref)?.thread;
}

/** Threads with records of which no samples were made yet, the oldest first. */
export function openThreads(db: Database.Database): (LiveThread & { firstAt: number; lastAt: number })[] {
  return db
    .prepare<[], LiveThread & { firstAt: number; lastAt: number }>(
      `SELECT source_id AS sourceId, min(kind) AS kind, thread, min(received_at) AS firstAt, max(received_at) AS lastAt
       FROM live_record WHERE settled = 0 GROUP BY source_id, thread ORDER BY min(id)`,
    )
    .all();
}

/** @returns the threads of the latest records of a source whose bodies are held, the oldest of them first */
export function latestThreads(db: Database.Database, sourceId: number, mostRecords: number): LiveThread[] {
  return db
    .prepare<[number, number], LiveThread>(
      `SELECT source_id AS sourceId, min(kind) AS kind, thread FROM
         (SELECT id, source_id, kind, thread FROM live_record WHERE source_id = ? AND bytes > 0 ORDER BY id DESC LIMIT ?)
       GROUP BY source_id, thread ORDER BY min(id)`,
    )
    .all(sourceId, mostRecords);
}

/** Bytes of bodies held: `open` may not be dropped. */
export function heldBytes(db: Database.Database): { total: number; open: number; openRecords: number } {
  const total = db.prepare<[], { n: number }>('SELECT coalesce(sum(bytes), 0) AS n FROM live_record').get();
  const open = db
    .prepare<[], { bytes: number; records: number }>(
      'SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS records FROM live_record WHERE settled = 0',
    )
    .get();
  return { total: total?.n ?? 0, open: open?.bytes ?? 0, openRecords: open?.records ?? 0 };
}

/**
 * Drops the bodies of settled threads, the oldest first, until `wanted` bytes are free. A thread goes whole, and only when
 * nothing of it is open. Call it inside a transaction.
 *
 * @returns the bytes freed
 */
export function dropSettled(db: Database.Database, wanted: number): number {
  const next = db.prepare<[number], LiveThread & { id: number }>(
    `SELECT id, source_id AS sourceId, kind, thread FROM live_record r WHERE settled = 1 AND bytes > 0 AND id > ?
       AND NOT EXISTS (SELECT 1 FROM live_record o WHERE o.settled = 0 AND o.source_id = r.source_id AND o.thread = r.thread)
     ORDER BY id LIMIT 1`,
  );
  const size = db.prepare<[number, string], { n: number }>(
    'SELECT sum(bytes) AS n FROM live_record WHERE source_id = ? AND thread = ?',
  );
  const empty = db.prepare("UPDATE live_record SET body = '', bytes = 0 WHERE source_id = ? AND thread = ?");
  let freed = 0;
  for (let at = 0; freed < wanted;) {
    const found = next.get(at);
    if (found === undefined) break;
    at = found.id;
    freed += size.get(found.sourceId, found.thread)?.n ?? 0;
    empty.run(found.sourceId, found.thread);
  }
  return freed;
}

/** Statements that read and write threads, prepared once. Those that write want a transaction. */
export type ThreadStore = {
  readonly sourceUid: (sourceId: number) => string;
  /**
   * @returns the records of a thread that are still held, in the order they came; `isRest` when earlier ones were dropped
   *   to make room, `isAgain` when samples were made of some of them before
   */
  readonly records: (thread: LiveThread) => {
    readonly records: readonly LiveRecord[];
    readonly isRest: boolean;
    readonly isAgain: boolean;
  };
  /** @returns records and bytes of the thread that were open until now */
  readonly markSettled: (thread: LiveThread) => { readonly records: number; readonly bytes: number };
  /** Removes what was said of records when they were read before. @returns how many of them had been refused */
  readonly clearIssues: (sourceId: number, recordIds: readonly number[]) => number;
  /**
   * Hides samples that the same records gave before and do not give any more, such as two halves that turned out to be
   * one conversation. Those that people worked on stay.
   */
  readonly hideStale: (sourceId: number, recordIds: readonly number[], keep: readonly number[], at: number) => number;
};

export function createThreadStore(db: Database.Database): ThreadStore {
  const uidOf = db.prepare<[number], { uid: string }>('SELECT uid FROM source WHERE id = ?');
  const recordsOf = db.prepare<[number, string], LiveRecord & { settled: number }>(
    'SELECT id, body, settled FROM live_record WHERE source_id = ? AND thread = ? ORDER BY id',
  );
  const isOpen = 'WHERE source_id = ? AND thread = ? AND settled = 0';
  const openBytes = db.prepare<[number, string], { n: number }>(
    `SELECT coalesce(sum(bytes), 0) AS n FROM live_record ${isOpen}`,
  );
  const settle = db.prepare(`UPDATE live_record SET settled = 1 ${isOpen}`);
  const ofRecords = 'source_id = ? AND line IN (SELECT value FROM json_each(?))';
  const refused = db.prepare<[number, string], { n: number }>(
    `SELECT count(DISTINCT line) AS n FROM import_issue WHERE ${ofRecords} AND rejected = 1`,
  );
  const clear = db.prepare(`DELETE FROM import_issue WHERE ${ofRecords}`);
  const hide = db.prepare(
    `UPDATE sample SET removed_at = ? WHERE source_id = ? AND removed_at IS NULL
       AND source_pos IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM review WHERE review.sample_id = sample.id)
       AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.sample_id = sample.id AND d.state <> 'undecided')`,
  );
  return {
    sourceUid: (sourceId) => uidOf.get(sourceId)?.uid ?? '',
    records({ sourceId, thread }) {
      const all = recordsOf.all(sourceId, thread);
      const held = all.filter(({ body }) => body !== '');
      return {
        records: held.map(({ id, body }) => ({ id, body })),
        isRest: held.length < all.length,
        isAgain: held.some(({ settled }) => settled === 1),
      };
    },
    markSettled({ sourceId, thread }) {
      const bytes = openBytes.get(sourceId, thread)?.n ?? 0;
      return { records: settle.run(sourceId, thread).changes, bytes };
    },
    clearIssues(sourceId, recordIds) {
      const list = JSON.stringify(recordIds);
      const before = refused.get(sourceId, list)?.n ?? 0;
      clear.run(sourceId, list);
      return before;
    },
    hideStale: (sourceId, recordIds, keep, at) =>
      hide.run(at, sourceId, JSON.stringify(recordIds), JSON.stringify(keep)).changes,
  };
}
