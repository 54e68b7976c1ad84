import { basename, join } from 'node:path';
import { JobId } from '../../../../shared/model/ids.ts';
import { exporters } from '../../exporters/registry.ts';
import { slug } from '../../platform/names.ts';
import { buildPackage } from '../../services/exporting/build.ts';
import { listPackages, offerPackage, readPackageFile } from '../../services/exporting/packages.ts';
import { createSink } from '../../services/exporting/sink.ts';
import type { Handlers } from '../types.ts';

export const exports: Handlers<'exports'> = {
  targets: () => exporters.map(({ id, title, description, files }) => ({ id, title, description, files: [...files] })),
  async preview({ project, signal }, spec) {
    const built = await buildPackage(project, spec, createSink(null), { signal, report: () => undefined });
    return {
      total: built.total,
      train: built.counts.train,
      validation: built.counts.validation,
      test: built.counts.test,
      problems: [...built.problems],
      problemCount: built.problemCount,
      passed: [...built.passed],
      files: built.files.map((file) => ({ ...file })),
    };
  },
  run({ app, project }, { folderRef, outRef, ...spec }) {
    const folder = folderRef === undefined ? app.homeDir : app.files.resolve(folderRef, 'folder').path;
    const out =
      outRef === undefined
        ? join(folder, `${slug(project.name)}-${spec.target}`)
        : app.files.resolve(outRef, 'save').path;
    return { jobId: JobId.parse(project.jobs.start('exports.run', basename(out), { ...spec, out })) };
  },
  list: ({ project }) => listPackages(project),
  download: async ({ project }, { exportId, path }) => ({ downloadId: await offerPackage(project, exportId, path) }),
  read: ({ project }, { exportId, path }) => readPackageFile(project, exportId, path),
};
