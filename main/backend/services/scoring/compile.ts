import type { GraderFiles } from '../../../../shared/contract/graders.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { AppContext, ProjectContext } from '../../context.ts';
import { compileGrader } from '../../graders/compile.ts';
import { definitionHash, pythonFiles } from '../../graders/files.ts';
import { starterHashes } from '../../graders/starters.ts';
import type { CompiledGrader } from '../../graders/types.ts';
import { shippedGraderHashes } from './shipped.ts';
import { responseFormat } from './inputs.ts';

/**
 * Whether code of these files may run here: a person allowed exactly this definition on this machine, or it is one that
 * Assay ships. Files without Python need nobody's leave.
 */
export function mayRun(app: AppContext, files: GraderFiles): boolean {
  if (pythonFiles(files).length === 0) return true;
  const hash = definitionHash(files);
  return app.appDb.isTrusted(hash) || starterHashes().has(hash) || shippedGraderHashes(app).has(hash);
}

/**
 * Compiles a grader that may run here.
 *
 * @throws {AppError} `grader_untrusted` before a person allowed its code, `grader_invalid` with all problems
 */
export async function compileTrusted(project: ProjectContext, files: GraderFiles): Promise<CompiledGrader> {
  if (!mayRun(project.app, files))
    throw new AppError(
      'grader_untrusted',
      'This grader holds Python that has not been allowed on this computer. Read the code, then allow this version.',
      { details: { definitionHash: definitionHash(files) } },
    );
  const compiled = await compileGrader(files, {
    pythonHost: project.app.python,
    wordnet: project.app.wordnet,
    responseFormat: responseFormat(project),
  });
  if (compiled.ok) return compiled.grader;
  const first = compiled.problems.find((problem) => problem.severity === 'error') ?? compiled.problems[0];
  throw new AppError(
    'grader_invalid',
    first === undefined ? 'The grader is not valid.' : `${first.file} line ${first.range.line}: ${first.message}`,
    { details: compiled.problems },
  );
}
