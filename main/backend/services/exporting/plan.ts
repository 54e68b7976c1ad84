import type { ExportSpec } from '../../../../shared/contract/graders.ts';
import type { SplitName, SplitRules } from '../../../../shared/contract/splits.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { assignSplits } from '../../engine/splitting/assign.ts';
import { groupByKeys } from '../../engine/splitting/groups.ts';
import { exporterById } from '../../exporters/registry.ts';
import type { Exporter } from '../../exporters/types.ts';
import { exportRows, type ExportRow } from '../../store/export-rows.ts';
import { isSplit, splitOf } from '../../store/splits.ts';
import { filterIds } from '../../store/targets.ts';
import { rulesOf } from '../splitting/rules.ts';

export type Split = SplitName;
export type PlannedLine = { readonly id: number; readonly split: Split };
export type ExportPlan = {
  readonly exporter: Exporter;
  /** In the order of the files: by source and position, whatever order they were imported in. */
  readonly lines: readonly PlannedLine[];
  /** How the project is split; null when it is not and the package is split by its own seed. */
  readonly stored: StoredSplit | null;
};
export type StoredSplit = {
  readonly rules: SplitRules;
  /** Samples of the package that are locked where they are. */
  readonly locked: number;
  /** Samples of the filter without a split: they stay out. */
  readonly unassigned: number;
};

/**
 * Decides which samples go where: as the project is split, else by the seed of the package. Then samples of the same
 * prompt stay on one side, and the order in which they are drawn depends on the seed and their content only, so the same
 * seed gives the same split and adding samples moves few others.
 */
export function planExport(project: ProjectContext, spec: ExportSpec): ExportPlan {
  const exporter = exporterById(spec.target);
  if (exporter === undefined)
    throw new AppError('not_found', `There is no target called ${spec.target}. \`assay targets\` lists them.`);
  const rows = exportRows(project.db, filterIds(project.db, spec.filter));
  return isSplit(project.db)
    ? { exporter, ...asStored(project, rows) }
    : { exporter, lines: bySeed(rows, spec), stored: null };
}

function asStored(
  project: ProjectContext,
  rows: readonly ExportRow[],
): { readonly lines: PlannedLine[]; readonly stored: StoredSplit } {
  const members = splitOf(
    project.db,
    rows.map(({ id }) => id),
  );
  const lines = rows.flatMap(({ id }) => {
    const member = members.get(id);
    return member === undefined ? [] : [{ id, split: member.split }];
  });
  const locked = [...members.values()].filter((member) => member.locked).length;
  return { lines, stored: { rules: rulesOf(project), locked, unassigned: rows.length - lines.length } };
}

function bySeed(rows: readonly ExportRow[], { seed, validationShare }: ExportSpec): PlannedLine[] {
  const { splits } = assignSplits({
    samples: rows.map(({ contentHash }) => ({ name: contentHash, labels: [], locked: null })),
    groups: groupByKeys(rows.map(({ promptHash }) => [promptHash])),
    shares: { train: 1 - validationShare, validation: validationShare, test: 0 },
    seed,
  });
  return rows.map(({ id }, at) => ({ id, split: splits[at] ?? 'train' }));
}
