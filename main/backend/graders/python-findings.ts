import { AppError } from '../../../shared/rpc/errors.ts';
import type { Finding } from './findings.ts';
import { createLineIndex } from './line-index.ts';
import { lintPythonGrader } from './python/lint.ts';
import type { LintProblem } from './python/lint.ts';
import type { PythonHost, PythonProblem } from './python/host.ts';

/** @returns what is wrong with a Python source, with offsets in it; nothing is run */
export function lintSource(source: string): readonly Finding[] {
  const { offsetOf } = createLineIndex(source);
  return lintPythonGrader(source).map((problem) => {
    const offset = offsetOf(problem.line, problem.column);
    const end = offsetOf(problem.line, problem.endColumn);
    return {
      offset,
      length: Math.max(0, end - offset),
      severity: severityOf(problem),
      code: `python_${problem.code}`,
      message: problem.message,
      fixes: [],
    };
  });
}

/** A function without a return runs, and each of its grades says that it gave None, so it need not be kept from running. */
function severityOf(problem: LintProblem): Finding['severity'] {
  return problem.code === 'no_return' ? 'warning' : problem.severity;
}

/** What the quick reading reports too, so that it is not said twice. */
const SAID: ReadonlySet<string> = new Set(['parameter_order', 'too_large', 'missing_grade', 'wrong_signature']);

/**
 * Reads a source with Python's own parser.
 *
 * @returns what the quick reading cannot know: syntax errors and paths that return nothing
 * @throws {AppError} `cancelled`
 */
export async function parseSource(
  source: string,
  python: PythonHost,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const compiled = await python.compile(source, signal);
    if (!compiled.ok) return [parserFinding(source, compiled.problem, 'error')];
    const warnings = compiled.warnings.filter(({ code }) => !SAID.has(code));
    return warnings.map((warning) => parserFinding(source, warning, 'warning'));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'backend_unavailable') throw error;
    const message = `The syntax was not checked. ${error.message}`;
    return [{ offset: 0, length: 0, severity: 'info', code: 'python_unavailable', message, fixes: [] }];
  }
}

/** Marks from the place that is named to the end of its line: Python counts columns in other units than editors. */
function parserFinding(source: string, problem: PythonProblem, severity: 'error' | 'warning'): Finding {
  const { offsetOf } = createLineIndex(source);
  const line = problem.line ?? 1;
  const start = offsetOf(line, 1);
  const text = source.slice(start).split(/[\r\n]/u, 1)[0] ?? '';
  const indent = text.length - text.trimStart().length;
  const column = Math.min(Math.max((problem.column ?? 1) - 1, indent), Math.max(text.trimEnd().length - 1, indent));
  const length = Math.max(0, text.trimEnd().length - column);
  const message = problem.code === 'syntax' ? `Python cannot read this: ${problem.message}.` : problem.message;
  return { offset: start + column, length, severity, code: `python_${problem.code}`, message, fixes: [] };
}
