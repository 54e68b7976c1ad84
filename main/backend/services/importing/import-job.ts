import { SourceId } from '../../../../shared/model/ids.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { SourceReport } from '../../../../shared/model/source.ts';
import { count } from '../../../../shared/text/plural.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { withBulkWrites } from '../../db/open.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { deleteSamplesOf, deleteSource, issuesOfSource, recordCounts } from '../../store/sources.ts';
import { applyUpdate } from './apply-update.ts';
import { finishSource, indexGrouped, scanFlags, scanPopulation } from './finish.ts';
import { createImportThread, type ImportThread } from './import-thread.ts';
import { ImportCheckpoint, ImportParams } from './params.ts';
import { readFile, type FileProgress } from './read-file.ts';

const ISSUES_IN_REPORT = 1_000;
const DELETE_BATCH = 500;

function parseCheckpoint(value: JsonValue | null): ImportCheckpoint {
  return value === null ? { done: [], current: null } : ImportCheckpoint.parse(value);
}

/** Reads files into the project: each batch of records is one transaction with its checkpoint. */
export const importJob: JobKind = {
  kind: 'import',
  resumable: true,
  async run(project, rawParams, io) {
    const thread = createImportThread();
    try {
      return await withBulkWrites(project.db, () => importFiles(project, rawParams, thread, io));
    } finally {
      await thread.close();
    }
  },
  async rollback(project, _params, checkpoint) {
    const state = parseCheckpoint(checkpoint);
    if (state.current !== null) await takeBack(project, state.current.sourceId);
  },
};

async function importFiles(
  project: ProjectContext,
  rawParams: JsonValue,
  thread: ImportThread,
  io: JobIo,
): Promise<JsonValue> {
  const params = ImportParams.parse(rawParams);
  const state = parseCheckpoint(io.checkpoint);
  for (const [at, file] of params.files.entries()) {
    if (at < state.done.length) continue;
    const progress: FileProgress = { state, file, at, fileCount: params.files.length };
    state.done.push(await importFile(project, progress, params, { thread, io }));
    state.current = null;
    project.write(['source', 'sample', 'attempt'], () => io.saveCheckpoint(state));
  }
  // Its memory is better used by what comes.
  await thread.close();
  if (state.done.some((report) => !report.alreadyImported)) await scanPopulation(project, io);
  return {
    sources: state.done,
    samplesAdded: state.done.reduce((sum, report) => sum + report.samplesAdded, 0),
    attemptsAdded: state.done.reduce((sum, report) => sum + report.attemptsAdded, 0),
    passedOver: params.passedOver,
    followUps: followUp(project, params, state.done),
  };
}

/** Looks for personal data in what came, and masks it when that was asked for: jobs that wait behind this one. */
function followUp(
  project: ProjectContext,
  { privacy, mask }: ImportParams,
  reports: readonly SourceReport[],
): number[] {
  const fresh = reports.filter((report) => !report.alreadyImported);
  if (fresh.length === 0 || !(privacy || mask)) return [];
  const start = (kind: string, params: JsonValue): number => project.jobs.start(kind, 'personal data', params);
  if (!mask) return [start('privacy.scan', { filter: '', sourceId: null, again: false })];
  // Masking looks first; each source is an action of its own, as its import was.
  return fresh.flatMap(({ sourceId }) =>
    sourceId === null ? [] : [start('privacy.mask', { filter: '', sourceId, policy: null })],
  );
}

async function importFile(
  project: ProjectContext,
  progress: FileProgress,
  { policy, join }: ImportParams,
  { thread, io }: { readonly thread: ImportThread; readonly io: JobIo },
): Promise<SourceReport> {
  const { file, state } = progress;
  if (state.current?.report != null) return cleanUp(project, state.current.sourceId, state.current.report);
  const known = await readFile(project, progress, thread, io);
  if (known !== null) return known;
  const current = state.current;
  if (current === null) throw new AppError('parse_failed', `${file.name} holds nothing that could be read.`);
  const report = reportOf(project, current, file);
  if (policy === 'all' && report.rejected > 0) {
    await takeBack(project, current.sourceId);
    state.current = null;
    throw new AppError(
      'parse_failed',
      `${count(report.rejected, 'record')} of ${file.name} could not be read, so nothing of it was imported. The first is on line ${report.issues[0]?.line ?? '?'}.`,
      { details: report.issues },
    );
  }
  await indexGrouped(project, progress, io);
  if (file.updates !== null) {
    const staged = current.sourceId;
    return cleanUp(project, staged, await applyUpdate(project, progress, report, io));
  }
  await scanFlags(project, progress, io);
  const attemptsJoined = finishSource(project, current, file, join);
  return join === 'never' ? report : { ...report, attemptsJoined };
}

/** Deletes what an update was staged in. */
async function cleanUp(project: ProjectContext, stagedId: number, report: SourceReport): Promise<SourceReport> {
  await takeBack(project, stagedId);
  return report;
}

function reportOf(
  project: ProjectContext,
  current: NonNullable<ImportCheckpoint['current']>,
  file: ImportParams['files'][number],
): SourceReport {
  const { issues, count: issueCount } = issuesOfSource(project.db, current.sourceId, ISSUES_IN_REPORT);
  const row = recordCounts(project.db, current.sourceId);
  return {
    sourceId: SourceId.parse(current.sourceId),
    name: file.name,
    format: file.format,
    ...row,
    samplesAdded: current.samples,
    attemptsAdded: current.attempts,
    alreadyImported: false,
    issues,
    issueCount,
  };
}

/** Deletes a half-imported source in small steps, so that the window stays quick. */
async function takeBack(project: ProjectContext, sourceId: number): Promise<void> {
  for (;;) {
    const gone = project.write([], () => deleteSamplesOf(project.db, sourceId, DELETE_BATCH));
    if (gone < DELETE_BATCH) break;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  project.write(['source', 'sample'], () => deleteSource(project.db, sourceId));
}
