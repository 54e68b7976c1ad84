import { basename } from 'node:path';
import { z } from 'zod';
import { ExportSpec, type ExportResult } from '../../../../shared/contract/graders.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { contentUid, sha256 } from '../../engine/hash.ts';
import type { JobKind } from '../../jobs/types.ts';
import { insertAction, setUndoable } from '../../store/actions.ts';
import { insertExport } from '../../store/export-rows.ts';
import { isSplit } from '../../store/splits.ts';
import { checkLeaks, isCheckStale } from '../splitting/leak-check.ts';
import { buildPackage, type BuiltPackage } from './build.ts';
import { checkTarget, cleanUp, prepareFolder, publish } from './folder.ts';
import { createSink, type PackageSink } from './sink.ts';

const Params = ExportSpec.extend({ out: z.string() });

/** Writes a package: validated, beside its place first, moved there whole. A crash leaves nothing half-made. */
export const exportJob: JobKind = {
  kind: 'exports.run',
  resumable: false,
  writesOutside: true,
  async run(project, rawParams, io) {
    const { out, ...spec } = Params.parse(rawParams);
    checkTarget(out);
    project.note([], () => io.saveCheckpoint({ jobId: io.jobId }));
    // What is split by hand is checked before it goes out; a project that cannot be written says that it was not.
    if (project.journal !== null && isSplit(project.db) && isCheckStale(project) !== false)
      await checkLeaks(project, io);
    const partial = prepareFolder(out, io.jobId);
    const sink = createSink(partial);
    const built = await readable(
      sink,
      buildPackage(project, spec, sink, {
        signal: io.signal,
        report: (done, total) => io.report({ stage: 'package', done, total }),
      }),
    );
    refuse(built, spec);
    publish(partial, out);
    noteOverride(project, out, built);
    return record(project, out, spec, built);
  },
  async rollback(_project, rawParams, checkpoint) {
    if (checkpoint === null) return;
    cleanUp(Params.parse(rawParams).out, z.object({ jobId: z.int() }).parse(checkpoint).jobId);
    await Promise.resolve();
  },
};

/** Leaves no file open; a package that would need the damaged part of a project is refused in words. */
async function readable<T>(sink: PackageSink, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await sink.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('SQLITE_CORRUPT') && !code.startsWith('SQLITE_NOTADB')) throw error;
    throw new AppError(
      'database_corrupt',
      'Some of these samples lie in the damaged part of the project, so nothing was written. Choose fewer, or restore a backup.',
      { cause: error },
    );
  }
}

/** Errors refuse the package; lines with errors may be left out when a person says so, anything else may not. */
function refuse(built: BuiltPackage, spec: ExportSpec): void {
  const blocking = built.problems.filter(
    (problem) => problem.severity === 'error' && !(spec.leaveOutErrors && problem.sampleId !== null),
  );
  const [first] = blocking;
  if (first === undefined) return;
  const where = first.sampleId === null ? '' : ` (${count(built.leftOut, 'sample')} with errors)`;
  throw new AppError('export_invalid', `Nothing was written${where}: ${first.message}`, { details: built.problems });
}

/** The history says who let personal data out, and why. Nothing is there to undo. */
function noteOverride(project: ProjectContext, out: string, { allowed }: BuiltPackage): void {
  if (allowed === null || project.journal === null) return;
  const label = `Let personal data out into ${basename(out)}: ${allowed}`;
  const action = { kind: 'export.allow', label, params: '{}', actor: project.actor(), undoOf: null };
  project.write(['action'], () => {
    const id = insertAction(project.db, { ...action, at: project.app.clock.now() });
    setUndoable(project.db, id, false);
  });
}

function record(
  project: ProjectContext,
  out: string,
  spec: ExportSpec,
  built: BuiltPackage,
): z.input<typeof ExportResult> {
  const bytes = built.files.reduce((sum, file) => sum + file.bytes, 0);
  const exportId = project.note(['export'], () =>
    insertExport(project.db, {
      uid: contentUid('export', project.app.ids.uuid()),
      exporterId: spec.target,
      exporterVersion: 1,
      options: { ...spec },
      folder: out,
      sha256: sha256(canonicalJson(built.files)),
      bytes,
      records: built.counts.train + built.counts.validation + built.counts.test,
      manifest: built.manifest,
      at: project.app.clock.now(),
    }),
  );
  return {
    exportId,
    out,
    files: built.files.map((file) => ({ ...file })),
    problems: [...built.problems],
    leftOut: built.leftOut,
  };
}
