import { JobId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { importers } from '../../importers/registry.ts';
import { formatTitle } from '../../importers/titles.ts';
import { saveIssues } from '../../services/importing/issues-file.ts';
import { inspectFile } from '../../services/importing/inspect.ts';
import { startImport } from '../../services/importing/start.ts';
import { groupIssues, listIssues, listSources, setRemoved } from '../../store/sources.ts';
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
  issueGroups: ({ project }, input) => groupIssues(project.db, input.sourceId),
  exportIssues: ({ project, session }, input) => saveIssues(project, input.sourceId, session.host === 'web'),
  remove({ app, project }, { sourceId }) {
    const source = listSources(project.db, false, formatTitle).find((row) => row.id === sourceId);
    if (source === undefined) throw new AppError('not_found', 'This source is gone already.');
    const { value } = project.act(
      { kind: 'source.remove', label: `Remove ${source.name}`, tables: ['source', 'sample', 'attempt', 'flag'] },
      () => setRemoved(project.db, sourceId, app.clock.now()),
    );
    return { changed: value };
  },
};
