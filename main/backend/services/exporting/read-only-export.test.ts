import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exports as exportsContract } from '../../../../shared/contract/graders.ts';
import { FileRefId } from '../../../../shared/model/ids.ts';
import type { JobRow } from '../../../../shared/model/job.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let folder: string;
let path: string;
const open: TestBackend[] = [];

async function openAgain(): Promise<TestBackend> {
  const t = await createTestBackend({ folder });
  open.push(t);
  return t;
}

/** Makes a project of twenty samples and closes it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-read-only-'));
  const t = await openAgain();
  path = t.projectPath;
  const claim = (at: number): object => ({ messages: [{ role: 'user', content: `Claim ${at}` }], decision: 'approve' });
  const file = t.file('a.jsonl', jsonLines(Array.from({ length: 20 }, (_, at) => claim(at))));
  await t.importFile(file, { format: 'openai-finetune' });
  await t.scan();
});
afterEach(async () => {
  for (const t of open.splice(0)) await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function closeAll(): Promise<void> {
  for (const t of open.splice(0)) await t.close();
}

async function write(t: TestBackend, out: string): Promise<JobRow> {
  const outRef = FileRefId.parse(t.backend.files.register(out, 'save').id);
  const spec = { target: 'openai-rft', filter: '', graderId: null, version: null, seed: 7, validationShare: 0.2 };
  const { jobId } = await t.client.exports.run({ ...spec, leaveOutErrors: false, outRef });
  return t.finish(jobId);
}

async function expectPackage(t: TestBackend): Promise<void> {
  const out = join(folder, 'package');
  const job = await write(t, out);
  expect([job.state, job.error]).toEqual(['succeeded', null]);
  const { exportId, files } = exportsContract.run.result.parse(job.result);
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['train.jsonl', 'validation.jsonl', 'manifest.json']));
  expect(files.length).toBeGreaterThan(2);
  // For as long as it is open, the package can be read like any other.
  expect(await t.client.exports.list({})).toMatchObject([{ exportId, present: true, out }]);
  expect((await t.client.exports.read({ exportId, path: 'manifest.json' })).truncated).toBe(false);
}

describe('a project that is open read-only', () => {
  it('can be exported while another window writes in it, which sees nothing of it', async () => {
    const [first] = open;
    const second = await openAgain();
    expect(await second.client.projects.info({})).toMatchObject({ readOnlyReason: 'locked' });
    await expectPackage(second);
    expect(await first?.client.exports.list({})).toEqual([]);
    expect((await first?.client.jobs.list({}))?.map((job) => job.kind)).toEqual(['privacy.scan', 'import']);
  });

  it('can be exported when a newer Assay made it, and its file stays as it is, byte for byte', async () => {
    await closeAll();
    const db = new Database(path);
    db.pragma('user_version = 999999');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const before = readFileSync(path);
    const t = await openAgain();
    expect(await t.client.projects.info({})).toMatchObject({ readOnlyReason: 'newer' });
    await expectPackage(t);
    await closeAll();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('can be exported when part of it is damaged that the package does not need', async () => {
    await closeAll();
    damage('saved_view', path);
    const t = await openAgain();
    expect(await t.client.projects.info({})).toMatchObject({ readOnlyReason: 'damaged' });
    await expectPackage(t);
  });

  it('says so when the package would need the damaged part, and writes nothing', async () => {
    await closeAll();
    damage('sample_body', path);
    const t = await openAgain();
    const job = await write(t, join(folder, 'package'));
    expect([job.state, job.error?.code]).toEqual(['failed', 'database_corrupt']);
    expect(readdirSync(folder).filter((name) => name.includes('package'))).toEqual([]);
  });

  it('still refuses work that would change it', async () => {
    const second = await openAgain();
    await expect(second.client.flags.scan({})).rejects.toMatchObject({ code: 'read_only' });
    await expect(
      second.client.decisions.set({ target: { by: 'filter', filter: '' }, state: 'include' }),
    ).rejects.toMatchObject({ code: 'read_only' });
  });
});

/** Overwrites the first page of a table, as a bad disk would, and leaves the mark of a close that was cut off. */
function damage(table: string, file: string): void {
  const db = new Database(file);
  db.exec("UPDATE meta SET value = '0' WHERE key = 'clean_close'");
  const page = db
    .prepare<[string], { rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .get(table);
  const size = Number(db.pragma('page_size', { simple: true }));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, ((page?.rootpage ?? 1) - 1) * size);
  closeSync(handle);
}
