import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { languageOf, type EditorFile } from '../../editor/editor-file.ts';

export const GRADER_FILE = 'grader.json';

const FILE_NAME = /^[\w.-]{1,80}$/u;
const PYTHON_START = `def grade(sample, item):
    return 0.0
`;

/** @returns names of the files, `grader.json` first, the others by name */
export function fileOrder(files: GraderFiles): readonly string[] {
  const others = Object.keys(files).filter((name) => name !== GRADER_FILE);
  return [GRADER_FILE, ...others.toSorted()];
}

/** @returns names of files that differ, are new, or are gone */
export function changedFiles(before: GraderFiles, after: GraderFiles): ReadonlySet<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...names].filter((name) => textOf(before, name) !== textOf(after, name)));
}

/** @returns the text of a file, undefined when there is none of that name */
export function textOf(files: GraderFiles, name: string): string | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

export type NameProblem = 'empty' | 'badName' | 'taken';

/** @returns why a file cannot be called so, or null */
export function fileNameProblem(name: string, files: GraderFiles, except: string | null = null): NameProblem | null {
  if (name === '') return 'empty';
  if (!FILE_NAME.test(name) || /^\.+$/u.test(name)) return 'badName';
  return name !== except && Object.hasOwn(files, name) ? 'taken' : null;
}

/** @returns the files with a new one, Python ready to be filled in */
export function withFile(files: GraderFiles, name: string): GraderFiles {
  return { ...files, [name]: name.endsWith('.py') ? PYTHON_START : '' };
}

export function withoutFile(files: GraderFiles, name: string): GraderFiles {
  return Object.fromEntries(Object.entries(files).filter(([known]) => known !== name));
}

/** @returns the files with one renamed, also where `grader.json` names it */
export function withRenamed(files: GraderFiles, from: string, to: string): GraderFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name === from ? to : name,
      name === GRADER_FILE ? text.replaceAll(`"@${from}"`, `"@${to}"`) : text,
    ]),
  );
}

/** What the models of a grader's files are called: `assay://graders/12/amount.py`. */
export function uriPrefix(graderId: number): string {
  return `assay://graders/${graderId}/`;
}

export function uriOf(graderId: number, name: string): string {
  return `${uriPrefix(graderId)}${name}`;
}

export function nameOfUri(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

/** @returns the files as the editor takes them, each with its problems */
export function toEditorFiles(
  graderId: number,
  files: GraderFiles,
  problems: ReadonlyMap<string, readonly GraderProblem[]>,
): readonly EditorFile[] {
  return fileOrder(files).map((name) => ({
    uri: uriOf(graderId, name),
    language: languageOf(name),
    value: textOf(files, name) ?? '',
    problems: problems.get(name) ?? NO_PROBLEMS,
  }));
}

/** One list, so that a file without problems does not change by being asked again. */
const NO_PROBLEMS: readonly GraderProblem[] = [];

export type ProblemCount = { readonly errors: number; readonly warnings: number };

export function countProblems(problems: readonly Pick<GraderProblem, 'severity'>[]): ProblemCount {
  return {
    errors: problems.filter((problem) => problem.severity === 'error').length,
    warnings: problems.filter((problem) => problem.severity === 'warning').length,
  };
}

/** @returns the path of the `{{ … }}` that a problem stands on, null when the text has changed since or it stands elsewhere */
export function pathOf(files: GraderFiles, problem: GraderProblem): string | null {
  const { line, column, endColumn } = problem.range;
  const lines = textOf(files, problem.file)?.split('\n') ?? [];
  const text = lines[line - 1]?.slice(column - 1, endColumn - 1) ?? '';
  return /^\{\{\s*([^\s{}]+)\s*\}\}$/u.exec(text)?.[1] ?? null;
}

/** @returns the problems by the order of the tabs, from top to bottom */
export function inOrder(problems: readonly GraderProblem[], files: GraderFiles): readonly GraderProblem[] {
  const names = fileOrder(files);
  return problems.toSorted(
    (a, b) =>
      names.indexOf(a.file) - names.indexOf(b.file) || a.range.line - b.range.line || a.range.column - b.range.column,
  );
}
