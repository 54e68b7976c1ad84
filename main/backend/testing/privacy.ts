import Database from 'better-sqlite3';
import type { FileOptions } from '../../../shared/contract/sources.ts';
import { jsonLines, type TestBackend } from './backend.ts';

type Job = Promise<{ readonly jobId: Parameters<TestBackend['finish']>[0] }>;

/** Waits for a job and answers with its result. @throws when it did not succeed */
export async function runJob(t: TestBackend, job: Job): Promise<Record<string, unknown>> {
  const ended = await t.finish((await job).jobId);
  if (ended.state !== 'succeeded') throw new Error(`${ended.kind} was ${ended.state}: ${ended.error?.message ?? ''}`);
  return ended.result as Record<string, unknown>; // every job answers with an object
}

/** Imports records without looking for personal data in them. */
export async function importUnscanned(
  t: TestBackend,
  name: string,
  records: readonly unknown[],
  options: FileOptions = { format: 'openai-finetune' },
): Promise<void> {
  const fileRef = t.ref(t.file(name, jsonLines(records)));
  await runJob(t, t.client.sources.import({ policy: 'good', files: [{ fileRef, options }], privacy: false }));
}

/** Reads the project's file by another connection. */
export function readRows<Row>(t: TestBackend, sql: string, ...params: readonly unknown[]): Row[] {
  const db = new Database(t.projectPath, { readonly: true });
  try {
    return db.prepare<unknown[], Row>(sql).all(...params);
  } finally {
    db.close();
  }
}

/** Every row of some tables, by table, in the order of their keys. */
export function dump(t: TestBackend, tables: readonly string[]): Record<string, unknown[]> {
  return Object.fromEntries(tables.map((table) => [table, readRows(t, `SELECT * FROM "${table}" ORDER BY 1, 2`)]));
}
