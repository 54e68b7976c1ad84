// `npm run demo`: makes resources/demo/demo.assay by the same engine that people use. Seeded; needs this repository's history.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GraderId, JobId } from '../../../../shared/model/ids.ts';
import { FileRefId } from '../../../../shared/model/ids.ts';
import { createClient, type Client } from '../../../../shared/rpc/client.ts';
import { createPortPair } from '../../../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../../../backend/index.ts';
import { makeClaims } from './claims.ts';
import { makeFamilies } from './families.ts';
import { makeFileSelection } from './file-selection.ts';
import { makeKernels } from './kernels.ts';
import { createRandom } from './random.ts';

const SEED = 20_251_117;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const OUT = join(ROOT, 'resources', 'demo', 'demo.assay');
/** The response format of the claims task, so that `sample.output_json` is there. */
const RESPONSE_FORMAT = { type: 'json_object' };

type Engine = { readonly client: Client; readonly backend: Backend };

async function finish({ client }: Engine, jobId: JobId): Promise<void> {
  const ended = Promise.withResolvers<string>();
  client.on('job', ({ job }) => {
    if (job.id === jobId && job.finishedAt !== null) ended.resolve(job.error?.message ?? job.state);
  });
  const now = await client.jobs.get({ jobId });
  const state = now.finishedAt === null ? await ended.promise : (now.error?.message ?? now.state);
  if (state !== 'succeeded') throw new Error(`A job of the demo ended as ${state}.`);
}

async function importLines(engine: Engine, folder: string, name: string, samples: readonly unknown[]): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  const ref = FileRefId.parse(engine.backend.files.register(path, 'open').id);
  const { jobId } = await engine.client.sources.import({ policy: 'all', files: [{ fileRef: ref, options: {} }] });
  await finish(engine, jobId);
}

function graderFiles(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

async function addGraders(engine: Engine): Promise<void> {
  const scopes: readonly (readonly [name: string, filter: string])[] = [
    ['claims', 'source:claims-triage.jsonl reference:any'],
    ['file-selection', 'tag:"file selection"'],
    ['gold-tool-calls', 'source:claims-triage.jsonl reference:any'],
  ];
  const graders: { graderId: GraderId; filter: string }[] = [];
  for (const [name, filter] of scopes) {
    const files = graderFiles(join(ROOT, 'resources', 'graders', name));
    graders.push({ ...(await engine.client.graders.create({ name, files })), filter });
  }
  // Scored last to first: the latest run is the one that lists show.
  for (const { graderId, filter } of graders.toReversed()) {
    const { jobId } = await engine.client.scores.run({ graderId, version: 1, filter, withoutAttempts: 'skip' });
    await finish(engine, jobId);
  }
}

/** So that duplicates and the map are there at once. */
async function findSimilar(engine: Engine): Promise<void> {
  const { jobId } = await engine.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near', 'semantic'] });
  await finish(engine, jobId);
}

async function curate({ client }: Engine): Promise<void> {
  await client.settings.setProject({ key: 'seed', value: SEED % 1_000 });
  await client.decisions.set({
    target: {
      by: 'filter',
      filter: 'source:claims-triage.jsonl reward>0.55 -flag:missing-reference -flag:duplicate-prompt',
    },
    state: 'include',
  });
  await client.savedViews.save({
    id: null,
    name: 'Needs reference',
    filter: 'reference:none',
    sort: { key: 'id', descending: false },
    columns: [],
  });
  await client.savedViews.save({
    id: null,
    name: 'Tool errors',
    filter: 'errors>0',
    sort: { key: 'id', descending: false },
    columns: [],
  });
}

const folder = mkdtempSync(join(tmpdir(), 'assay-demo-'));
try {
  let ids = 0;
  let now = Date.UTC(2025, 10, 17, 9);
  const backend = createBackend({
    version: '1.0.0',
    dataDir: join(folder, 'data'),
    homeDir: join(folder, 'home'),
    roots: [],
    log: createLog(null),
    clock: { now: () => (now += 1_000) },
    ids: { uuid: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}` },
  });
  const [ours, theirs] = createPortPair();
  backend.connect(theirs, { host: 'cli', openPath: join(folder, 'demo.assay') });
  const client = createClient(ours);
  const project = await client.projects.current({});
  client.setProject(project?.project ?? null);
  const engine = { client, backend };
  await client.settings.setProject({ key: 'responseFormat', value: RESPONSE_FORMAT });
  // The claims come late, so that they stand first in the list, which shows the newest.
  await importLines(engine, folder, 'kernel-prompts.jsonl', makeKernels(createRandom(SEED + 1)));
  await importLines(engine, folder, 'file-selection.jsonl', makeFileSelection(ROOT));
  await importLines(engine, folder, 'claims-triage.jsonl', makeClaims(createRandom(SEED)));
  await importLines(engine, folder, 'claims-inbox.jsonl', makeFamilies(createRandom(SEED + 2)));
  await addGraders(engine);
  await curate(engine);
  await findSimilar(engine);
  await client.jobs.clear({});
  const copy = join(folder, 'copy.assay');
  await client.projects.saveCopy({ saveRef: FileRefId.parse(backend.files.register(copy, 'save').id) });
  client.close();
  await backend.close();
  mkdirSync(join(ROOT, 'resources', 'demo'), { recursive: true });
  if (existsSync(OUT)) rmSync(OUT);
  renameSync(copy, OUT);
  process.stdout.write(`${OUT} is made.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
