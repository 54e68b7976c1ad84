import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { freeName, slug } from '../../platform/names.ts';
import { eachIssue } from '../../store/sources.ts';

/** Writes the issues with their raw records, resolved ones too, as JSON lines into the home folder, one at a time. */
export function saveIssues(
  project: ProjectContext,
  sourceId: number | null,
  isDownload: boolean,
): { path: string; downloadId: string | null; count: number } {
  const { homeDir, downloads } = project.app;
  mkdirSync(homeDir, { recursive: true });
  const path = freeName(homeDir, `${slug(project.name)}-issues`, '.jsonl');
  const file = openSync(path, 'wx', 0o600);
  let count = 0;
  try {
    for (const issue of eachIssue(project.db, sourceId)) {
      writeSync(file, `${JSON.stringify(issue)}\n`);
      count += 1;
    }
  } finally {
    closeSync(file);
    if (count === 0) rmSync(path);
  }
  if (count === 0) throw new AppError('not_found', 'There are no issues to save.');
  return { path, downloadId: isDownload ? downloads.offer(path, basename(path)) : null, count };
}
