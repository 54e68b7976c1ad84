import type { Inspection, PreviewIssue } from '../../../../shared/contract/sources.ts';
import type { SourceId } from '../../../../shared/model/ids.ts';
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

/**
 * @param chosen a source, or null for a new one; undefined while the person has not chosen
 * @returns the source that a file brings up to date: what was chosen, else what is offered
 */
export function updateTarget(
  inspection: Pick<Inspection, 'updateOf' | 'alreadyImported'> | undefined,
  chosen: SourceId | null | undefined,
): SourceId | null {
  if (inspection?.alreadyImported === true) return null;
  return chosen === undefined ? (inspection?.updateOf?.sourceId ?? null) : chosen;
}

export type IssueGroup = Pick<PreviewIssue, 'code' | 'message' | 'rejected' | 'actions'> & {
  readonly count: number;
  /** The first physical lines. */
  readonly lines: readonly number[];
};

const LINES_SHOWN = 3;

/** @returns the findings by reason: those that refuse records first, the most frequent first */
export function groupIssues(issues: Inspection['issues']): readonly IssueGroup[] {
  const byReason = Map.groupBy(issues, (issue) => `${issue.code} ${String(issue.rejected)}`);
  return [...byReason.values()]
    .flatMap((found) => {
      const [first] = found;
      if (first === undefined) return [];
      const { code, message, rejected, actions } = first;
      const lines = found.flatMap(({ line }) => line ?? []).slice(0, LINES_SHOWN);
      return [{ code, message, rejected, actions, count: found.length, lines }];
    })
    .toSorted((a, b) => Number(b.rejected) - Number(a.rejected) || b.count - a.count);
}
