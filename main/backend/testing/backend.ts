import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sources as sourcesContract, type FileOptions } from '../../../shared/contract/sources.ts';
import { FileRefId, type JobId } from '../../../shared/model/ids.ts';
import type { JobRow } from '../../../shared/model/job.ts';
import { createClient, type Client } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../index.ts';

export type TestBackend = {
  readonly backend: Backend;
  readonly client: Client;
  readonly folder: string;
  readonly projectPath: string;
  /** Writes a file into the test's folder. @returns its path */
  readonly file: (name: string, content: string | Uint8Array) => string;
  readonly ref: (path: string) => FileRefId;
  readonly finish: (jobId: JobId) => Promise<JobRow>;
  /** Imports one file without looking for personal data, and answers with the job's result. @throws when the job did not succeed */
  readonly importFile: (path: string, options?: FileOptions, policy?: 'good' | 'all') => Promise<ImportResult>;
  /** Looks for personal data in all samples, which a package asks for. */
  readonly scan: () => Promise<void>;
  /** Another window on the same engine. */
  readonly connect: () => Client;
  readonly close: () => Promise<void>;
};
type ImportResult = ReturnType<typeof sourcesContract.import.result.parse>;

/** A real engine on a folder of its own with an empty project open; the clock ticks one ms a reading, ids count up. */
export async function createTestBackend(options: { folder?: string; projectName?: string } = {}): Promise<TestBackend> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'assay-test-'));
  const homeDir = join(folder, 'home');
  mkdirSync(homeDir, { recursive: true });
  let now = Date.UTC(2026, 0, 1);
  let ids = 0;
  const backend = createBackend({
    version: '0.0.0-test',
    dataDir: join(folder, 'data'),
    homeDir,
    roots: [folder],
    log: createLog(null),
    clock: { now: () => ++now },
    ids: { uuid: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}` },
  });
  const projectPath = join(folder, `${options.projectName ?? 'test'}.assay`);
  const connect = (): Client => {
    const [ours, theirs] = createPortPair();
    backend.connect(theirs, { host: 'test', openPath: projectPath });
    return createClient(ours);
  };
  const client = connect();
  const project = await client.projects.current({});
  if (project === null) throw new Error('The test project did not open.');
  client.setProject(project.project);

  const ref = (path: string): FileRefId => FileRefId.parse(backend.files.register(path, 'open').id);
  async function finish(jobId: JobId): Promise<JobRow> {
    const ended = Promise.withResolvers<JobRow>();
    const isOver = (job: JobRow): boolean => job.state !== 'queued' && job.state !== 'running';
    const stop = client.on('job', ({ job }) => {
      if (job.id === jobId && isOver(job)) ended.resolve(job);
    });
    const current = await client.jobs.get({ jobId });
    const job = isOver(current) ? current : await ended.promise;
    stop();
    return job;
  }
  return {
    backend,
    client,
    folder,
    projectPath,
    ref,
    finish,
    connect: () => {
      const other = connect();
      other.setProject(project.project);
      return other;
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async importFile(path, fileOptions = {}, policy = 'good') {
      const files = [{ fileRef: ref(path), options: fileOptions }];
      const { jobId } = await client.sources.import({ policy, files, privacy: false });
      const job = await finish(jobId);
      if (job.state !== 'succeeded') throw new Error(job.error?.message ?? `The job was ${job.state}.`);
      return sourcesContract.import.result.parse(job.result);
    },
    async scan() {
      await finish((await client.privacy.scan({})).jobId);
    },
    async close() {
      client.close();
      await backend.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns records as JSON lines */
export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
