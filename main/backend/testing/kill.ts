import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { JobRow } from '../../../shared/model/job.ts';
import { createRandom } from '../engine/prng.ts';
import { createTestBackend, jsonLines, type TestBackend } from './backend.ts';

export type KillKind = 'import' | 'grade' | 'export';

/** Samples in the file that is read, graded and exported. */
const SAMPLES = 1_500;

/** The project of the killed process, opened again by a new one. */
async function reopen(folder: string): Promise<TestBackend> {
  return createTestBackend({ folder, projectName: 'kill' });
}

function traces(): string {
  return jsonLines(
    Array.from({ length: SAMPLES }, (_, at) => ({
      messages: [
        { role: 'user', content: `Parcel ${at}: where is it? ${'waiting '.repeat(40)}` },
        { role: 'assistant', content: `At depot ${at % 7}. ${'soon '.repeat(40)}` },
      ],
      depot: at % 7,
    })),
  );
}

const GRADER = JSON.stringify({
  type: 'text_similarity',
  name: 'near',
  input: '{{sample.output_text}}',
  reference: '{{item.messages[0].content}}',
  evaluation_metric: 'fuzzy_match',
});

/** Makes a folder in which the work of a kind can start. */
async function prepare(kind: KillKind): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `assay-kill-${kind}-`));
  const t = await reopen(folder);
  const path = t.file('traces.jsonl', traces());
  if (kind !== 'import') {
    await t.importFile(path, { per: 'conversation' });
    await t.client.graders.create({ name: 'near', files: { 'grader.json': GRADER } });
  }
  await t.close();
  return folder;
}

/** Starts the work in a process of its own and kills it after `delayMs`. @returns what it said before */
async function killDuring(kind: KillKind, folder: string, delayMs: number): Promise<string> {
  const task = fileURLToPath(new URL('kill-task.ts', import.meta.url));
  const child = spawn(process.execPath, [task, kind, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  // The work may end, and the process with it, before the kill: its end must be heard from the start.
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!said.includes('started') && child.exitCode === null) await sleep(5);
  await sleep(delayMs);
  child.kill('SIGKILL');
  await ended;
  return said;
}

function integrity(folder: string): { check: string; samples: number; scores: number } {
  const db = new Database(join(folder, 'kill.assay'));
  const count = (table: string): number =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
  const result = {
    check: String(db.pragma('integrity_check', { simple: true })),
    samples: count('sample'),
    scores: count('score'),
  };
  db.close();
  return result;
}

async function resume(t: TestBackend): Promise<JobRow | undefined> {
  const job = (await t.client.jobs.list({})).find((one) => one.state === 'interrupted');
  if (job?.resumable !== true) return job;
  await t.client.jobs.resume({ jobId: job.id });
  return t.finish(job.id);
}

/** A package is there whole, with the hashes of its manifest, or not at all. */
function expectWholePackage(folder: string): void {
  const out = join(folder, 'package');
  expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([]);
  if (!existsSync(out)) return;
  // Written by the exporter in this very test.
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
    files: { path: string; bytes: number }[];
  };
  for (const file of manifest.files) expect(readFileSync(join(out, file.path)).length).toBe(file.bytes);
}

/**
 * Kills the work at seeded random moments and proves each time: the project opens, SQLite's integrity check is ok, what
 * was committed is there, the job resumes to the full result or leaves nothing, and no half package exists.
 */
export async function proveKills(
  kind: KillKind,
  options: { rounds: number; seed: number; maxDelayMs: number },
): Promise<void> {
  const random = createRandom(options.seed);
  for (let round = 0; round < options.rounds; round++) {
    const folder = await prepare(kind);
    try {
      await killDuring(kind, folder, Math.floor(random() * options.maxDelayMs));
      const committed = integrity(folder);
      expect(committed.check).toBe('ok');
      const t = await reopen(folder);
      await resume(t);
      const stats = await t.client.stats.get({});
      const runs = await t.client.scores.runs({ graderId: null });
      await t.close();
      const after = integrity(folder);
      expect(after.check).toBe('ok');
      expect(after.samples).toBeGreaterThanOrEqual(committed.samples);
      expect(after.scores).toBeGreaterThanOrEqual(committed.scores);
      if (kind === 'import') expect([stats.samples, stats.attempts]).toEqual([SAMPLES, SAMPLES]);
      if (kind === 'grade') expect(runs[0]?.scored).toBe(SAMPLES);
      if (kind === 'export') expectWholePackage(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
