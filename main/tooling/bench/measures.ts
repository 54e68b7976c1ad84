import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sources as sourcesContract } from '../../../shared/contract/sources.ts';
import { FileRefId, GraderId, type JobId } from '../../../shared/model/ids.ts';
import type { JobRow } from '../../../shared/model/job.ts';
import { createClient, type Client } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../../backend/index.ts';

type Figures = Record<string, number>;
type Engine = { readonly client: Client; readonly backend: Backend; readonly close: () => Promise<void> };

function projectPath(folder: string): string {
  return join(folder, 'bench.assay');
}

async function openEngine(folder: string): Promise<Engine> {
  const backend = createBackend({
    version: 'bench',
    dataDir: join(folder, 'data'),
    homeDir: join(folder, 'home'),
    roots: [],
    log: createLog(null),
  });
  const [ours, theirs] = createPortPair();
  backend.connect(theirs, { host: 'cli', openPath: projectPath(folder) });
  const client = createClient(ours);
  const project = await client.projects.current({});
  client.setProject(project?.project ?? null);
  return {
    client,
    backend,
    async close() {
      client.close();
      await backend.close();
    },
  };
}

async function finish({ client }: Engine, jobId: JobId): Promise<JobRow> {
  const ended = Promise.withResolvers<JobRow>();
  client.on('job', ({ job }) => {
    if (job.id === jobId && job.state !== 'running' && job.state !== 'queued') ended.resolve(job);
  });
  const now = await client.jobs.get({ jobId });
  const job = now.state === 'running' || now.state === 'queued' ? await ended.promise : now;
  if (job.state !== 'succeeded') throw new Error(`The job ${job.state}: ${job.error?.message ?? ''}`);
  return job;
}

function since(started: number): number {
  return (performance.now() - started) / 1_000;
}

/** Seconds to import, from the command to the job's end: hashing, parsing, writing, indexing and checks. */
export async function runImport(traces: string, folder: string): Promise<Figures> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${projectPath(folder)}${suffix}`, { force: true });
  const engine = await openEngine(folder);
  const started = performance.now();
  const { jobId } = await engine.client.sources.import({
    privacy: false,
    policy: 'good',
    files: [{ fileRef: FileRefId.parse(engine.backend.files.register(traces, 'open').id), options: {} }],
  });
  const job = await finish(engine, jobId);
  const seconds = since(started);
  const result = sourcesContract.import.result.parse(job.result);
  await engine.close();
  return { seconds, samples: result.samplesAdded };
}

/** Milliseconds to first rows of an existing project, to a filtered view and to a page in the middle of it. */
export async function runOpen(_traces: string, folder: string): Promise<Figures> {
  if (!existsSync(projectPath(folder))) throw new Error('Import first.');
  const started = performance.now();
  const engine = await openEngine(folder);
  const { client } = engine;
  const view = await client.views.open({ filter: '', sort: { key: 'id', descending: false } });
  await client.views.rows({ viewId: view.viewId, from: 0, to: 50 });
  const openMs = since(started) * 1_000;

  const filterMs: number[] = [];
  for (const filter of ['calls:4..7', 'refund', 'tool:book_slot', 'calls>2 decision:undecided']) {
    const from = performance.now();
    const found = await client.views.open({ filter, sort: { key: 'id', descending: true } });
    await client.views.rows({ viewId: found.viewId, from: 0, to: 50 });
    filterMs.push(performance.now() - from);
  }
  const pageMs: number[] = [];
  for (let page = 1; page <= 20; page++) {
    const at = Math.floor((view.total * page) / 21);
    const from = performance.now();
    await client.views.rows({ viewId: view.viewId, from: at, to: at + 200 });
    pageMs.push(performance.now() - from);
  }
  const from = performance.now();
  await client.facets.counts({ filter: '' });
  const facetsMs = performance.now() - from;
  await engine.close();
  return { openMs, filterMs: Math.max(...filterMs), pageMs: Math.max(...pageMs), facetsMs };
}

const SIMILARITY = JSON.stringify({
  type: 'text_similarity',
  name: 'similarity',
  input: '{{sample.output_text}}',
  reference: '{{item.messages[1].content}}',
  evaluation_metric: 'rouge_l',
});
const PYTHON = JSON.stringify({ type: 'python', name: 'python', source: '@grade.py' });
const PYTHON_SOURCE = `def grade(sample, item):
    text = sample.get("output_text") or ""
    return min(1.0, len(text.split()) / 100)
`;

async function grade(folder: string, files: Record<string, string>): Promise<Figures> {
  const engine = await openEngine(folder);
  const { client } = engine;
  const { definitionHash } = await client.graders.check({ files });
  await client.graders.trust({ definitionHash });
  const known = (await client.graders.list({})).find((row) => row.name === Object.keys(files).join('+'));
  const graderId = known?.id ?? (await client.graders.create({ name: Object.keys(files).join('+'), files })).graderId;
  const started = performance.now();
  const { jobId } = await client.scores.run({
    graderId: GraderId.parse(graderId),
    version: 1,
    filter: 'id:1..1000',
    withoutAttempts: 'skip',
  });
  await finish(engine, jobId);
  const seconds = since(started);
  await engine.close();
  return { seconds };
}

/** Seconds for 1,000 `text_similarity` grades. */
export function runSimilarity(_traces: string, folder: string): Promise<Figures> {
  return grade(folder, { 'grader.json': SIMILARITY });
}

/** Seconds for 1,000 Python grades, the child's start included. */
export function runPython(_traces: string, folder: string): Promise<Figures> {
  return grade(folder, { 'grader.json': PYTHON, 'grade.py': PYTHON_SOURCE });
}

/** Seconds to write a package of every sample; lines without a reference are left out after validation. */
export async function runExport(_traces: string, folder: string): Promise<Figures> {
  const engine = await openEngine(folder);
  const started = performance.now();
  const preview = await engine.client.exports.preview({
    target: 'openai-rft',
    filter: '',
    graderId: null,
    version: null,
    seed: 1,
    validationShare: 0.2,
    leaveOutErrors: true,
    allowPersonalData: 'made up for the bench',
  });
  const seconds = since(started);
  await engine.close();
  return { seconds, lines: preview.total };
}
