// A process that is killed in the middle of its work: `node kill-task.ts KIND FOLDER`. It prints `started` and works on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileRefId, type JobId } from '../../../shared/model/ids.ts';
import { createClient, type Client } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../index.ts';

const [kind = '', folder = ''] = process.argv.slice(2);

const backend: Backend = createBackend({
  version: 'kill',
  dataDir: join(folder, 'data'),
  homeDir: join(folder, 'home'),
  roots: [],
  log: createLog(null),
});
const [ours, theirs] = createPortPair();
backend.connect(theirs, { host: 'test', openPath: join(folder, 'kill.assay') });
const client: Client = createClient(ours);
const project = await client.projects.current({});
client.setProject(project?.project ?? null);

async function start(): Promise<JobId> {
  if (kind === 'import') {
    const ref = backend.files.register(join(folder, 'traces.jsonl'), 'open').id;
    return (
      await client.sources.import({
        privacy: false,
        policy: 'good',
        files: [{ fileRef: FileRefId.parse(ref), options: { per: 'conversation' } }],
      })
    ).jobId;
  }
  if (kind === 'grade') {
    const [grader] = await client.graders.list({});
    if (grader === undefined) throw new Error('The parent made no grader.');
    return (await client.scores.run({ graderId: grader.id, version: 1, filter: '', withoutAttempts: 'skip' })).jobId;
  }
  const outRef = FileRefId.parse(backend.files.register(join(folder, 'package'), 'save').id);
  return (
    await client.exports.run({
      target: 'openai-rft',
      filter: '',
      graderId: null,
      version: null,
      seed: 1,
      validationShare: 0.2,
      leaveOutErrors: true,
      outRef,
    })
  ).jobId;
}

const jobId = await start();
client.on('job', ({ job }) => {
  if (job.id === jobId && job.finishedAt !== null) process.stdout.write(`ended ${job.state}\n`);
});
process.stdout.write(`started ${existsSync(join(folder, 'kill.assay'))}\n`);
