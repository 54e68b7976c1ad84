import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createRecordWriter, createThreadStore, dropSettled, heldBytes, threadWithRoom } from '../../store/live.ts';
import { migrate } from '../migrate.ts';

function open(): Database.Database {
  const db = new Database(':memory:');
  migrate(db);
  db.exec(`INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at)
    VALUES ('s', 'otel', 1, 's', 'conversation', 0), ('r', 'otel', 1, 'r', 'conversation', 0)`);
  return db;
}
const record = (thread: string, body: string) => ({ kind: 'spans', thread, ref: null, receivedAt: 0, body }) as const;
const thread = (name: string) => ({ sourceId: 1, kind: 'spans', thread: name }) as const;

describe('live records', () => {
  it('are counted in bytes, go with their source, and refuse what they cannot be', () => {
    const db = open();
    const put = createRecordWriter(db);
    put(1, record('a', 'häß'));
    put(2, record('a', 'x'));
    expect(heldBytes(db)).toEqual({ total: 6, open: 6, openRecords: 2 });
    db.pragma('foreign_keys = ON');
    db.exec('DELETE FROM source WHERE id = 2');
    expect(heldBytes(db)).toEqual({ total: 5, open: 5, openRecords: 1 });
    expect(() => db.exec("UPDATE live_record SET kind = 'other'")).toThrow('CHECK');
  });

  it('make room by whole threads that are settled, the oldest first, and leave their places', () => {
    const db = open();
    const put = createRecordWriter(db);
    const { markSettled, records } = createThreadStore(db);
    for (const [name, body] of [
      ['a', '1111'],
      ['b', '2222'],
      ['a', '3333'],
      ['c', '4444'],
      ['d', '5555'],
    ] as const)
      put(1, record(name, body));
    for (const name of ['a', 'c', 'd']) markSettled(thread(name));
    put(1, record('c', '6666'));
    expect(dropSettled(db, 5)).toBe(8);
    expect(records(thread('a'))).toEqual({ records: [], isRest: true, isAgain: false });
    expect(records(thread('c')).records.map(({ body }) => body)).toEqual(['4444', '6666']);
    expect(dropSettled(db, 1_000)).toBe(4);
    expect(heldBytes(db)).toMatchObject({ total: 12, openRecords: 2 });
    expect(put(1, record('a', '7777'))).toBe(7);
    expect(records(thread('a'))).toEqual({ records: [{ id: 7, body: '7777' }], isRest: true, isAgain: false });
  });

  it('go to another part of their thread when it is full', () => {
    const db = open();
    const put = createRecordWriter(db);
    const names = Array.from({ length: 5 }, () => {
      const name = threadWithRoom(db, 1, 'same', 2);
      put(1, record(name, 'x'));
      return name;
    });
    expect(names).toEqual(['same', 'same', 'same part 2', 'same part 2', 'same part 3']);
  });
});
