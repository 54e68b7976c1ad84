import { z } from 'zod';
import { ExportSpec, type ExportResult } from '../../../../shared/contract/graders.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { contentUid, sha256 } from '../../engine/hash.ts';
import type { JobKind } from '../../jobs/types.ts';
import { insertExport } from '../../store/export-rows.ts';
import { buildPackage, type BuiltPackage } from './build.ts';
import { checkTarget, cleanUp, prepareFolder, publish } from './folder.ts';
import { createSink } from './sink.ts';

const Params = ExportSpec.extend({ out: z.string() });

/** Writes a package: validated, beside its place first, moved there whole. A crash leaves nothing half-made. */
export const exportJob: JobKind = {
  kind: 'exports.run',
  resumable: false,
  async run(project, rawParams, io) {
    const { out, ...spec } = Params.parse(rawParams);
    checkTarget(out);
    project.write([], () => io.saveCheckpoint({ jobId: io.jobId }));
    const partial = prepareFolder(out, io.jobId);
    const built = await buildPackage(project, spec, createSink(partial), {
      signal: io.signal,
      report: (done, total) => io.report({ stage: 'package', done, total }),
    });
    refuse(built, spec);
    publish(partial, out);
    return record(project, out, spec, built);
  },
  async rollback(_project, rawParams, checkpoint) {
    if (checkpoint === null) return;
    cleanUp(Params.parse(rawParams).out, z.object({ jobId: z.int() }).parse(checkpoint).jobId);
    await Promise.resolve();
  },
};

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

function record(
  project: ProjectContext,
  out: string,
  spec: ExportSpec,
  built: BuiltPackage,
): z.input<typeof ExportResult> {
  const bytes = built.files.reduce((sum, file) => sum + file.bytes, 0);
  const exportId = project.write(['export'], () =>
    insertExport(project.db, {
      uid: contentUid('export', project.app.ids.uuid()),
      exporterId: spec.target,
      exporterVersion: 1,
      options: { ...spec },
      folder: out,
      sha256: sha256(canonicalJson(built.files)),
      bytes,
      records: built.counts.train + built.counts.validation,
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
