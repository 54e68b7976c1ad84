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
  return [score, ...score.parts].flatMap((part) => {
    const line = part.detail['line'];
    const file = sourceFile(scored, part.key);
    if (part.state !== 'errored' || part.type !== 'python' || typeof line !== 'number' || file === null) return [];
    if (textOf(scored, file) !== textOf(now, file)) return [];
    const message = messageOf((part.reason ?? '').replace(/\s*\(line \d+\)\.?$|\.$/u, ''));
    return problemAt(now, file, line, message);
  });
}

/** A reason for which scores of a run errored, with how many. */
export type RunReason = { readonly reason: string; readonly count: number };

/** `amount (and words) has no score: KeyError: 'x' (line 18)`; without a part it is the whole grader that failed. */
const AT_LINE = /^(?:(\w+)(?: \(and [^)]*\))? has no score: )?(.+) \(line (\d+)\)\.?$/u;

/**
 * Finds the lines of Python that failed in a run, by the reasons it gave.
 *
 * @param then the files that were run
 * @param messageOf makes the sentence of an error and how many attempts it hit
 * @returns a warning at each line; nothing for files that have changed since
 */
export function reasonProblems(
  reasons: readonly RunReason[],
  then: GraderFiles,
  now: GraderFiles,
  messageOf: (error: string, count: number) => string,
): readonly GraderProblem[] {
  const hits = new Map<string, { file: string; line: number; error: string; count: number }>();
  for (const { reason, count } of reasons) {
    const [, key = '', error = '', line = ''] = AT_LINE.exec(reason) ?? [];
    const file = error === '' ? null : sourceFile(then, key);
    if (file === null || textOf(then, file) !== textOf(now, file)) continue;
    const id = JSON.stringify([file, line, error]);
    const known = hits.get(id) ?? { file, line: Number(line), error, count: 0 };
    hits.set(id, { ...known, count: known.count + count });
  }
  return [...hits.values()].flatMap((hit) =>
    problemAt(now, hit.file, hit.line, messageOf(hit.error.replace(/\.$/u, ''), hit.count)),
  );
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
