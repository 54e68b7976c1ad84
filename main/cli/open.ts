import { existsSync } from 'node:fs';
import { createClient, type Client } from '../../shared/rpc/client.ts';
import type { JobRow } from '../../shared/model/job.ts';
import type { ProjectInfo } from '../../shared/contract/app.ts';
import { AppError, ErrorCode } from '../../shared/rpc/errors.ts';
import { createPortPair } from '../../shared/rpc/port.ts';
import { createBackend, createLog, type Backend } from '../backend/index.ts';
import type { Output } from './output.ts';

/** What the command line was started with. */
export type Environment = {
  readonly version: string;
  readonly dataDir: string;
  readonly homeDir: string;
  /** Relative paths are taken from here. */
  readonly cwd: string;
};

export type Door = { readonly client: Client; readonly backend: Backend; readonly close: () => Promise<void> };

/** Opens the engine through the same contract that the windows use. */
export function openDoor(environment: Environment, openPath?: string): Door {
  const backend = createBackend({
    version: environment.version,
    dataDir: environment.dataDir,
    homeDir: environment.homeDir,
    roots: [],
    log: createLog(null),
  });
  const [ours, theirs] = createPortPair();
  backend.connect(theirs, { host: 'cli', ...(openPath === undefined ? {} : { openPath }) });
  const client = createClient(ours);
  return {
    client,
    backend,
    async close() {
      client.close();
      await backend.close();
    },
  };
}

/**
 * Runs a command on a project.
 *
 * @param create makes the project when missing; else a missing file is refused
 */
export async function withProject<T>(
  environment: Environment,
  path: string,
  options: { readonly create?: boolean; readonly write: boolean },
  run: (door: Door, project: ProjectInfo) => Promise<T>,
): Promise<T> {
  if (options.create !== true && !existsSync(path)) throw new AppError('not_found', `There is no project at ${path}.`);
  const door = openDoor(environment, path);
  try {
    const project = await door.client.projects.current({});
    if (project === null) throw new AppError('not_found', `There is no project at ${path}.`);
    door.client.setProject(project.project);
    if (options.write && project.readOnly) throw readOnlyError(project);
    return await run(door, project);
  } finally {
    await door.close();
  }
}

function readOnlyError(project: ProjectInfo): AppError {
  if (project.readOnlyReason === 'locked')
    return new AppError(
      'locked',
      `${project.path} is open in another window or command. Close it there and try again.`,
    );
  return new AppError('read_only', `${project.path} can only be read (${project.readOnlyReason ?? 'unknown reason'}).`);
}

/** Waits for a job and says on stderr how far it is. Ctrl C cancels it and waits until it has stopped. */
export async function followJob(door: Door, jobId: JobRow['id'], output: Output): Promise<JobRow> {
  const ended = Promise.withResolvers<JobRow>();
  const isOver = (job: JobRow): boolean => job.state !== 'queued' && job.state !== 'running';
  door.client.on('job', ({ job }) => {
    if (job.id !== jobId) return;
    if (job.stage !== null) output.progress(`${job.stage}: ${job.done}${job.total === null ? '' : ` of ${job.total}`}`);
    if (isOver(job)) ended.resolve(job);
  });
  const cancel = (): void => void door.client.jobs.cancel({ jobId });
  process.once('SIGINT', cancel);
  try {
    const now = await door.client.jobs.get({ jobId });
    const job = isOver(now) ? now : await ended.promise;
    if (job.state === 'succeeded') return job;
    const code = ErrorCode.safeParse(job.error?.code);
    throw new AppError(code.success ? code.data : 'internal', job.error?.message ?? `The job was ${job.state}.`);
  } finally {
    process.off('SIGINT', cancel);
  }
}
