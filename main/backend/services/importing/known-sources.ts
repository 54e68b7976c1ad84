import type { ProjectContext } from '../../context.ts';
import { importerById } from '../../importers/registry.ts';
import { findSource, setRemoved } from '../../store/sources.ts';

/** Shows a source again that was removed before; its samples and people's work on them were kept. */
export function reviveSource(project: ProjectContext, uid: string, name: string): void {
  const source = findSource(project.db, uid);
  if (source === undefined) return;
  project.act({ kind: 'source.restore', label: `Bring back ${name}`, tables: ['source', 'sample', 'attempt'] }, () =>
    setRemoved(project.db, source.id, null),
  );
}

/** @returns the version of the importer, for naming sources */
export function importerVersion(format: string): number {
  return importerById(format)?.version ?? 0;
}
