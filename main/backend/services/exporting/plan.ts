import type { ExportSpec } from '../../../../shared/contract/graders.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { sha256 } from '../../engine/hash.ts';
import type { Exporter } from '../../exporters/types.ts';
import { exporterById } from '../../exporters/registry.ts';
import { exportRows } from '../../store/export-rows.ts';
import { filterIds } from '../../store/targets.ts';

export type Split = 'train' | 'validation';
export type PlannedLine = { readonly id: number; readonly split: Split };
export type ExportPlan = {
  readonly exporter: Exporter;
  /** In the order of the files: by source and position, whatever order they were imported in. */
  readonly lines: readonly PlannedLine[];
};

/**
 * Decides which samples go where. Samples with the same content stay on one side, since no line may be in both files;
 * groups are ranked by a hash of the seed and their content, so the same seed gives the same split and adding samples
 * moves few others.
 */
export function planExport(project: ProjectContext, spec: ExportSpec): ExportPlan {
  const exporter = exporterById(spec.target);
  if (exporter === undefined)
    throw new AppError('not_found', `There is no target called ${spec.target}. \`assay targets\` lists them.`);
  const rows = exportRows(project.db, filterIds(project.db, spec.filter));
  const groups = [...new Set(rows.map((row) => row.contentHash))]
    .map((hash) => ({ hash, rank: sha256(`${spec.seed}\n${hash}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  const wanted = groups.length < 2 ? 0 : Math.max(1, Math.round(groups.length * spec.validationShare));
  const validation = new Set(groups.slice(0, wanted).map((group) => group.hash));
  const lines = rows.map((row): PlannedLine => ({
    id: row.id,
    split: row.split ?? (validation.has(row.contentHash) ? 'validation' : 'train'),
  }));
  return { exporter, lines };
}
