import { FileRefId, JobId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { importers } from '../../importers/registry.ts';
import { formatTitle } from '../../importers/titles.ts';
import { expandRef } from '../../services/importing/folder.ts';
import { saveIssues } from '../../services/importing/issues-file.ts';
import { inspectFile } from '../../services/importing/inspect.ts';
import { forgetMapping, listPresets, removePreset, savePreset } from '../../services/importing/mappings.ts';
import { mendSamples } from '../../services/importing/mend-samples.ts';
import { actionsFor } from '../../services/importing/repair-actions.ts';
import { hideSource } from '../../services/importing/remove-source.ts';
import { previewRepair, repairIssues } from '../../services/importing/repair.ts';
import { startImport } from '../../services/importing/start.ts';
import { groupIssues, listIssues, listSources, readLossReport } from '../../store/sources.ts';
import type { Handlers } from '../types.ts';

export const sources: Handlers<'sources'> = {
  formats: () =>
    importers.map(({ id, title, extensions, per, answer, sample, mappable }) => ({
      id,
      title,
      extensions: [...extensions],
      per: [...per],
      answer,
      sample,
      mappable,
    })),
  list: ({ project }, input) => listSources(project.db, input.withRemoved ?? false, formatTitle),
  inspect: (call, input) => inspectFile(call.project, input.fileRef, input.options, call.signal),
  import: async (call, input) => ({ jobId: JobId.parse(await startImport(call.project, input, call.signal)) }),
  issues: ({ project }, input) => listIssues(project.db, input),
  issueGroups: ({ project }, input) =>
    groupIssues(project.db, input.sourceId).map((group) => ({
      ...group,
      actions: actionsFor(group.code, group.rejected),
    })),
  exportIssues: ({ project, session }, input) => saveIssues(project, input.sourceId, session.host === 'web'),
  remove({ project }, { sourceId }) {
    const source = listSources(project.db, false, formatTitle).find((row) => row.id === sourceId);
    if (source === undefined) throw new AppError('not_found', 'This source is gone already.');
    const { value } = project.act(
      { kind: 'source.remove', label: `Remove ${source.name}`, tables: ['source', 'sample', 'attempt', 'flag'] },
      () => hideSource(project, sourceId),
    );
    return { changed: value };
  },
  async expand({ app }, { fileRef }) {
    const { files, passedOver } = await expandRef(app, fileRef);
    return {
      files: files.map(({ path, name }) => {
        const { id, sizeBytes } = app.files.register(path, 'open', { name });
        return { fileRef: FileRefId.parse(id), name, sizeBytes: sizeBytes ?? 0 };
      }),
      passedOver: [...passedOver],
    };
  },
  lossReport: ({ project }, { sourceId }) => readLossReport(project.db, sourceId),
  repairPreview: ({ project }, input) => previewRepair(project, input),
  repair: ({ project }, input) => repairIssues(project, input),
  mendSamples: ({ project }, { target, action }) => ({ changed: mendSamples(project, target, action) }),
  presets: ({ app }, { columns }) => listPresets(app, columns),
  savePreset: ({ app }, preset) => ({ changed: savePreset(app, preset) }),
  removePreset: ({ app }, { name }) => ({ changed: removePreset(app, name) }),
  forgetMapping: ({ app }, { columns }) => ({ changed: forgetMapping(app, columns) }),
};
