import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropHashIndexes } from './hash-indexes.ts';
import { takeLock } from './lock.ts';
import { LATEST_VERSION, migrate, schemaVersion } from './migrate.ts';
import { initial } from './migrations/0010-initial.ts';
import { closeProjectFile, openProjectFile } from './open.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-open-'));
  path = join(folder, 'a.assay');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openProjectFile', () => {
  it('makes a project at the newest schema and closes it into one file', () => {
    const { db } = openProjectFile(path, { create: true, readOnly: false });
    expect(schemaVersion(db)).toBe(LATEST_VERSION);
    closeProjectFile(db);
    expect(readdirSync(folder)).toEqual(['a.assay']);
  });

  it('says so when there is no file', () => {
    expect(() => openProjectFile(path, { create: false, readOnly: false })).toThrow(/There is no project at/u);
  });

  it('refuses a file that is no project and leaves it as it is', () => {
    writeFileSync(path, 'hello, this is not a database at all');
    expect(() => openProjectFile(path, { create: true, readOnly: false })).toThrow(/is not an Assay project/u);
  });

  it('refuses another program\u2019s database', () => {
    const other = new Database(path);
    other.exec('CREATE TABLE theirs (x)');
    other.close();
    expect(() => openProjectFile(path, { create: false, readOnly: false })).toThrow(/is not an Assay project/u);
  });

  it('opens a newer file read-only and does not touch it', () => {
    const first = openProjectFile(path, { create: true, readOnly: false });
    first.db.pragma(`user_version = ${LATEST_VERSION + 10}`);
    closeProjectFile(first.db);
    const opened = openProjectFile(path, { create: false, readOnly: false });
    expect(opened.readOnlyReason).toBe('newer');
    expect(() => opened.db.exec("INSERT INTO setting VALUES ('a', '1')")).toThrow(/readonly/u);
    opened.db.close();
  });

  it('opens a damaged file read-only and says what is wrong', () => {
    const first = openProjectFile(path, { create: true, readOnly: false });
    const insert = first.db.prepare('INSERT INTO setting VALUES (?, ?)');
    first.db.transaction(() => {
      for (let n = 0; n < 2_000; n++) insert.run(`key-${n}`, 'x'.repeat(200));
    })();
    closeProjectFile(first.db);
    const again = openProjectFile(path, { create: false, readOnly: false });
    again.db.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(40_960, 0x5a), 0, 40_960, 200_704);
    closeSync(file);
    const opened = openProjectFile(path, { create: false, readOnly: false });
    expect(opened.readOnlyReason).toBe('damaged');
    expect(opened.damage).not.toBeNull();
    opened.db.close();
  });

  it.skipIf(process.getuid?.() === 0)('opens a file without write permission read-only', () => {
    closeProjectFile(openProjectFile(path, { create: true, readOnly: false }).db);
    chmodSync(path, 0o400);
    const opened = openProjectFile(path, { create: false, readOnly: false });
    expect(opened.readOnlyReason).toBe('permission');
    opened.db.close();
  });
});

describe('the indexes of hashes', () => {
  const indexes = (db: Database.Database): unknown[] =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE name IN ('sample_prompt', 'attempt_content') ORDER BY name")
      .pluck()
      .all();

  it('are made again when a project is opened whose import was cut off', () => {
    const first = openProjectFile(path, { create: true, readOnly: false });
    dropHashIndexes(first.db);
    expect(indexes(first.db)).toEqual([]);
    first.db.close();
    const again = openProjectFile(path, { create: false, readOnly: false });
    expect(indexes(again.db)).toEqual(['attempt_content', 'sample_prompt']);
    closeProjectFile(again.db);
  });
});

describe('migrate', () => {
  it('refuses an applied step whose text is not the known one', () => {
    const db = new Database(':memory:');
    migrate(db);
    expect(() => migrate(db, [{ version: LATEST_VERSION, name: 'other', sql: 'SELECT 1' }])).toThrow(
      /is not the one Assay knows/u,
    );
  });

  it('takes a file of the first schema to the newest: one index goes, everything else stays', () => {
    const db = new Database(':memory:');
    migrate(db, [initial]);
    const names = (): unknown[] =>
      db.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'").pluck().all();
    const before = names();
    db.exec("INSERT INTO tag (name) VALUES ('kept')");
    migrate(db);
    expect(before).toContain('sample_content');
    expect(names()).toEqual(expect.arrayContaining(before.filter((name) => name !== 'sample_content')));
    expect(names()).not.toContain('sample_content');
    expect(db.prepare('SELECT name FROM tag').pluck().all()).toEqual(['kept']);
  });

  it('finds what hangs on an attempt by an index when the attempt is deleted', () => {
    const db = new Database(':memory:');
    migrate(db);
    for (const table of ['flag', 'score', 'review_score']) {
      const plan = db.prepare<[number], { detail: string }>(
        `EXPLAIN QUERY PLAN DELETE FROM ${table} WHERE attempt_id = ?`,
      );
      expect(plan.all(1)[0]?.detail).toContain(`${table}_attempt`);
    }
  });

  it('refuses steps that do not rise', () => {
    const step = { version: 10, name: 'x', sql: 'SELECT 1' };
    expect(() => migrate(new Database(':memory:'), [step, step])).toThrow(/rise strictly/u);
  });
});

describe('takeLock', () => {
  it('gives one opener the lock at a time', () => {
    const first = takeLock(path);
    expect(first).not.toBeNull();
    expect(takeLock(path)).toBeNull();
    first?.release();
    const second = takeLock(path);
    expect(second).not.toBeNull();
    second?.release();
  });

  it('is free at once when the process that held it was killed', async () => {
    const lockModule = fileURLToPath(new URL('lock.ts', import.meta.url));
    // Kept in a global: a lock that nobody holds is collected and freed.
    const script = `import { takeLock } from ${JSON.stringify(lockModule)}; globalThis.held = takeLock(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      expect(takeLock(path)).toBeNull();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const lock = takeLock(path);
    expect(lock).not.toBeNull();
    lock?.release();
  });
});
