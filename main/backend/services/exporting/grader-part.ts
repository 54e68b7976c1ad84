import type { ExportSpec } from '../../../../shared/contract/graders.ts';
import { parseTemplate } from '../../../../shared/graders/template.ts';
import { templateFields } from '../../../../shared/graders/variables.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { ExportProblem } from '../../../../shared/model/problem.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { readDefinition } from '../../graders/files.ts';
import { erroredScores } from '../../store/export-rows.ts';
import { getGrader, versionFiles } from '../../store/graders.ts';
import { checkForPackage } from '../grading.ts';

export type GraderPart = {
  readonly name: string;
  readonly version: number;
  readonly definitionHash: string;
  readonly definition: JsonObject;
  /** Paths under `item.` that every line must have. */
  readonly itemPaths: readonly string[];
  readonly problems: readonly ExportProblem[];
};

/** The grader of a package with its problems; null when none was chosen. */
export async function graderPart(
  project: ProjectContext,
  spec: ExportSpec,
  signal: AbortSignal,
): Promise<GraderPart | null> {
  if (spec.graderId === null) return null;
  const grader = getGrader(project.db, spec.graderId);
  const version = spec.version ?? grader?.headVersion ?? 0;
  const stored = versionFiles(project.db, spec.graderId, version);
  if (grader === undefined || stored === undefined) throw new AppError('not_found', 'The chosen grader is gone.');
  const problems: ExportProblem[] = (await checkForPackage(project, stored.files, signal))
    .filter((problem) => problem.severity !== 'info')
    .map((problem) => ({
      severity: problem.severity === 'error' ? 'error' : 'warning',
      code: `grader.${problem.code}`,
      message: `${problem.file} line ${problem.range.line}: ${problem.message}`,
      sampleId: null,
      file: 'grader.json',
      line: null,
      path: null,
    }));
  const errored = erroredScores(project.db, spec.graderId, version);
  if (errored > 0)
    problems.push({
      severity: 'warning',
      code: 'grader.errored_scores',
      message: `${count(errored, 'attempt')} could not be scored in the last run; a trainer would pay 0 for such answers.`,
      sampleId: null,
      file: 'grader.json',
      line: null,
      path: null,
    });
  const definition = readDefinition(stored.files);
  if (definition === null)
    throw new AppError(
      'grader_invalid',
      `${grader.name} version ${version} is not valid JSON. Open it in Graders and mend it.`,
    );
  return {
    name: grader.name,
    version,
    definitionHash: stored.definitionHash,
    definition,
    itemPaths: itemPathsOf(definition),
    problems,
  };
}

/** The `item.*` paths that the grader's texts read, without the namespace. */
function itemPathsOf(definition: JsonObject): string[] {
  const paths = new Set<string>();
  for (const { text } of templateFields(definition))
    for (const reference of parseTemplate(text).references)
      if (reference.namespace === 'item') paths.add(reference.path.replace(/^item\.?/u, ''));
  paths.delete('');
  return [...paths];
}
