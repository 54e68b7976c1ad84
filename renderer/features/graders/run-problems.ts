import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import { GRADER_FILE, textOf } from './grader-files.ts';
import { definitionOf } from './score-view.ts';

/**
 * Finds the lines of Python that failed while the preview was scored.
 *
 * @param messageOf makes the sentence of a reason, which comes without its line and full stop
 * @returns a warning at each line, in the file that was run; nothing for files that have changed since
 */
export function previewProblems(
  score: ScorePart,
  scored: GraderFiles,
  now: GraderFiles,
  messageOf: (reason: string) => string,
): readonly GraderProblem[] {
  return failedLines(score, scored)
    .filter(({ file }) => textOf(scored, file) === textOf(now, file))
    .flatMap(({ file, line, error }) => problemAt(now, file, line, messageOf(error)));
}

/** One of the scores that errored for the same reason, and how many there are of them. */
export type RunFailure = { readonly part: ScorePart; readonly count: number };

/**
 * Finds the lines of Python that failed in a run, by the state of each part and the line it gives.
 *
 * @param then the files that were run
 * @param messageOf makes the sentence of an error and how many attempts it hit
 * @returns a warning at each line; nothing for files that have changed since
 */
export function runProblems(
  failures: readonly RunFailure[],
  then: GraderFiles,
  now: GraderFiles,
  messageOf: (error: string, count: number) => string,
): readonly GraderProblem[] {
  const hits = new Map<string, { file: string; line: number; error: string; count: number }>();
  for (const { part, count } of failures) {
    for (const { file, line, error } of failedLines(part, then)) {
      if (textOf(then, file) !== textOf(now, file)) continue;
      const id = JSON.stringify([file, line, error]);
      hits.set(id, { file, line, error, count: (hits.get(id)?.count ?? 0) + count });
    }
  }
  return [...hits.values()].flatMap((hit) => problemAt(now, hit.file, hit.line, messageOf(hit.error, hit.count)));
}

type FailedLine = { readonly file: string; readonly line: number; readonly error: string };

/** @returns the lines of Python that failed in a score and its parts */
function failedLines(score: ScorePart, files: GraderFiles): readonly FailedLine[] {
  return [score, ...score.parts].flatMap((part) => {
    const line = part.detail['line'];
    if (part.state !== 'errored' || part.type !== 'python' || typeof line !== 'number') return [];
    const file = sourceFile(files, part.key);
    // The mark stands at the line, so its message need not repeat the number.
    const error = (part.reason ?? '').replace(/\s*\(line \d+\)\.?$|\.$/u, '');
    return file === null ? [] : [{ file, line, error }];
  });
}

/** @returns the problems, those of the preview left out where the run has one at the same line */
export function joined(ofRun: readonly GraderProblem[], ofPreview: readonly GraderProblem[]): readonly GraderProblem[] {
  const place = ({ file, range }: GraderProblem): string => `${file}:${range.line}`;
  const known = new Set(ofRun.map((problem) => place(problem)));
  return [...ofRun, ...ofPreview.filter((problem) => !known.has(place(problem)))];
}

function problemAt(files: GraderFiles, file: string, line: number, message: string): GraderProblem[] {
  const text = textOf(files, file)?.split('\n')[line - 1];
  if (text === undefined) return [];
  const start = text.length - text.trimStart().length + 1;
  const endColumn = Math.max(start + 1, text.trimEnd().length + 1);
  const range = { line, column: start, endLine: line, endColumn };
  return [{ file, range, severity: 'warning', code: 'python_failed', message, fixes: [] }];
}

/** @returns the file a part's Python stands in, null when it is written into grader.json */
function sourceFile(files: GraderFiles, key: string): string | null {
  const root = definitionOf(files);
  const graders = root?.['graders'];
  const own = isJsonObject(graders) && Object.hasOwn(graders, key) ? graders[key] : root;
  const source = isJsonObject(own) ? own['source'] : null;
  const name = typeof source === 'string' ? /^@([\w.-]+)$/u.exec(source)?.[1] : undefined;
  return name !== undefined && name !== GRADER_FILE && Object.hasOwn(files, name) ? name : null;
}
