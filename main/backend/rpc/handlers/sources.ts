import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { JobId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { freeName, slug } from '../../platform/names.ts';
import { importers } from '../../importers/registry.ts';
import { formatTitle } from '../../importers/titles.ts';
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
  exportIssues({ app, project, session }, input) {
    const { rows } = listIssues(project.db, { sourceId: input.sourceId, code: null, from: 0, limit: 1_000_000 });
    if (rows.length === 0) throw new AppError('not_found', 'There are no issues to save.');
    const path = freeName(app.homeDir, `${slug(project.name)}-issues`, '.jsonl');
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    const downloadId = session.host === 'web' ? app.downloads.offer(path, basename(path)) : null;
    return { path, downloadId, count: rows.length };
  },
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
