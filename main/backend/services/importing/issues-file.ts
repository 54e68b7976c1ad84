import { mkdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { freeName, slug } from '../../platform/names.ts';
import { listIssues } from '../../store/sources.ts';

/** Writes the issues with their raw records as JSON lines into the home folder. */
export function saveIssues(
  project: ProjectContext,
  sourceId: number | null,
  isDownload: boolean,
): { path: string; downloadId: string | null; count: number } {
  const { rows } = listIssues(project.db, { sourceId, code: null, from: 0, limit: 1_000_000 });
  if (rows.length === 0) throw new AppError('not_found', 'There are no issues to save.');
  const { homeDir, downloads } = project.app;
  mkdirSync(homeDir, { recursive: true });
  const path = freeName(homeDir, `${slug(project.name)}-issues`, '.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
  return { path, downloadId: isDownload ? downloads.offer(path, basename(path)) : null, count: rows.length };
}
