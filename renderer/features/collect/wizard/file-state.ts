import type { Inspection } from '../../../../shared/contract/sources.ts';
import type { AppError } from '../../../../shared/rpc/errors.ts';

/**
 * What can become of a file: `choose` and `map` wait for the person, `unreadable` and `failed` stay out whatever is
 * chosen, `imported` may be imported but adds nothing.
 */
export type FileState = 'reading' | 'ready' | 'imported' | 'choose' | 'map' | 'unreadable' | 'failed';

export function fileState(inspection: Inspection | undefined, error: AppError | null): FileState {
  if (inspection === undefined) return error === null ? 'reading' : 'failed';
  if (inspection.refusal === null) return inspection.alreadyImported ? 'imported' : 'ready';
  if (inspection.recordsRead === 0) return 'unreadable';
  return inspection.format === null ? 'choose' : 'map';
}

/** @returns whether the file takes part in the import as it stands */
export function isImportable(state: FileState): boolean {
  return state === 'ready' || state === 'imported';
}

/** @returns what files must share so that one mapping fits them */
export function columnKey(inspection: Inspection): string {
  return JSON.stringify([inspection.format, inspection.columns.map((column) => column.name)]);
}

/** @returns the samples that the chosen way of splitting gives, among what was read */
export function chosenCounts(inspection: Inspection): { readonly samples: number; readonly attempts: number } {
  const chosen = inspection.counts.find((count) => count.per === inspection.per);
  return { samples: chosen?.samples ?? 0, attempts: chosen?.attempts ?? 0 };
}

export type IssueGroup = {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  /** The first physical lines. */
  readonly lines: readonly number[];
};

const LINES_SHOWN = 3;

/** @returns the issues by reason, the most frequent first */
export function groupIssues(issues: Inspection['issues']): readonly IssueGroup[] {
  const groups = new Map<string, { code: string; message: string; count: number; lines: number[] }>();
  for (const { code, message, line } of issues) {
    const group = groups.get(code) ?? { code, message, count: 0, lines: [] };
    groups.set(code, group);
    group.count += 1;
    if (line !== null && group.lines.length < LINES_SHOWN) group.lines.push(line);
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}
