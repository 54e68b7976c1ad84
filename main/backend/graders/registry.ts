import type { RunnableGraderType } from '../../../shared/graders/definition.ts';
import type { GraderEngine } from './engine-types.ts';
import { multiEngine } from './multi.ts';
import { pythonEngine } from './python.ts';
import { stringCheckEngine } from './string-check.ts';
import { textSimilarityEngine } from './text-similarity.ts';

/** Every type that gives scores here. A type without an engine does not compile. */
export const GRADER_ENGINES = {
  string_check: stringCheckEngine,
  text_similarity: textSimilarityEngine,
  python: pythonEngine,
  multi: multiEngine,
} as const satisfies { readonly [T in RunnableGraderType]: GraderEngine<T> };
