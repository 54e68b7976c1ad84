import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { GraderDefinition, isRunnable, notRunnableReason } from '../../../shared/graders/definition.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import type { WordnetTable } from '../engine/text/wordnet.ts';
import { checkGrader } from './check.ts';
import type { EngineContext, Evaluate } from './engine-types.ts';
import { readDefinition } from './files.ts';
import type { PythonHost } from './python/host.ts';
import { GRADER_ENGINES } from './registry.ts';
import { skippedPart } from './score-parts.ts';
import type { CompileResult } from './types.ts';

/**
 * Stored with every score run. Rises when the same grader would give other scores for the same answers: it is the sum of
 * the types' versions.
 */
export const ENGINE_VERSION = Object.values(GRADER_ENGINES).reduce((sum, engine) => sum + engine.version, 0);

export type CompileContext = {
  /** Asked for only by graders with Python, when they are first used. Whoever compiles has made sure that the code may run. */
  readonly pythonHost: () => PythonHost;
  readonly responseFormat: JsonValue;
  /** Synonyms for the metric meteor; without them its scores say that they were missing. */
  readonly wordnet?: () => Promise<WordnetTable | undefined>;
};

/**
 * Makes a grader out of its files. Nothing of it runs before `gradeMany`.
 *
 * Types that Assay cannot run compile too: their scores are skipped with the reason, so that the rest of a multi can be
 * read and the definition exported.
 *
 * @returns the problems of the files; no grader when one of them is an error
 */
export async function compileGrader(files: GraderFiles, context: CompileContext): Promise<CompileResult> {
  const { problems, definition } = checkGrader(files, { fields: null, responseFormat: context.responseFormat });
  const inlined = definition === null ? null : readDefinition(files);
  if (definition === null || inlined === null) return { ok: false, problems };
  const whole = GraderDefinition.parse(inlined);
  const key = ('name' in whole ? whole.name : undefined) ?? whole.type;
  return { ok: true, problems, grader: { type: whole.type, gradeMany: compileDefinition(key, whole, context) } };
}

function compileDefinition(key: string, definition: GraderDefinition, context: CompileContext): Evaluate {
  if (!isRunnable(definition)) {
    const reason = notRunnableReason(definition.type);
    invariant(reason, 'a type that does not run here has a reason');
    return async (inputs) => inputs.map(() => skippedPart(key, definition.type, reason));
  }
  const engine: EngineContext = {
    key,
    pythonHost: context.pythonHost,
    wordnet: context.wordnet ?? (async () => undefined),
    compilePart: (name, part) => compileDefinition(name, part, context),
  };
  switch (definition.type) {
    case 'string_check':
      return GRADER_ENGINES.string_check.compile(definition, engine);
    case 'text_similarity':
      return GRADER_ENGINES.text_similarity.compile(definition, engine);
    case 'python':
      return GRADER_ENGINES.python.compile(definition, engine);
    case 'multi':
      return GRADER_ENGINES.multi.compile(definition, engine);
  }
}
