import type { ExportProblem } from '../../../shared/model/problem.ts';

export type ProblemGroup = {
  readonly key: string;
  readonly severity: ExportProblem['severity'];
  readonly message: string;
  readonly problems: readonly ExportProblem[];
  /** Each once, in the order of the lines. */
  readonly sampleIds: readonly number[];
};

/** @returns problems of one kind and wording together: errors first, those of the whole package before those of lines */
export function groupProblems(problems: readonly ExportProblem[]): readonly ProblemGroup[] {
  const byKey = Map.groupBy(problems, (problem) => `${problem.severity} ${problem.code} ${problem.message}`);
  const groups = [...byKey].flatMap(([key, members]): ProblemGroup[] => {
    const [first] = members;
    if (first === undefined) return [];
    const sampleIds = [...new Set(members.flatMap((problem) => problem.sampleId ?? []))];
    return [{ key, severity: first.severity, message: first.message, problems: members, sampleIds }];
  });
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

function rank(entry: ProblemGroup): number {
  return (entry.severity === 'error' ? 0 : 2) + (entry.sampleIds.length === 0 ? 0 : 1);
}

/** @returns the first error that no leaving out of lines takes away; null when there is none */
export function blockingProblem(problems: readonly ExportProblem[]): ExportProblem | null {
  return problems.find((problem) => problem.severity === 'error' && problem.sampleId === null) ?? null;
}

/** @returns the samples whose lines have errors, each once */
export function leftOutSamples(problems: readonly ExportProblem[]): readonly number[] {
  return [
    ...new Set(problems.filter((problem) => problem.severity === 'error').flatMap((problem) => problem.sampleId ?? [])),
  ];
}

const IDS_IN_FILTER = 400;

/** @returns the filter that shows these samples; beyond what a filter can hold, the first of them */
export function idsFilter(ids: readonly number[]): string {
  return `id:${ids.slice(0, IDS_IN_FILTER).join(',')}`;
}
