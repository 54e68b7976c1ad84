import type { FilterNode } from '../../../../shared/query/ast.ts';
import { parse } from '../../../../shared/query/parse.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { compileFilter } from './compile.ts';
import type { Fragment } from './fragment.ts';

/**
 * @returns the filter that the text means
 * @throws {AppError} `invalid_input` with the problem as details, when it means none
 */
export function readFilter(text: string): FilterNode {
  const { ast, problem } = parse(text);
  if (ast === null) throw new AppError('invalid_input', problem.message, { details: problem });
  return ast;
}

/**
 * @returns the condition over `sample s` that the text means, visibility included
 * @throws {AppError} `invalid_input` with the problem as details
 */
export function compileText(text: string): Fragment {
  return compileFilter(readFilter(text));
}
