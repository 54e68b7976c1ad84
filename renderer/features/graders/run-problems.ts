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
export function runProblems(
  score: ScorePart,
  scored: GraderFiles,
  now: GraderFiles,
  messageOf: (reason: string) => string,
): readonly GraderProblem[] {
  return [score, ...score.parts].flatMap((part) => {
    const line = part.detail['line'];
    const file = sourceFile(scored, part);
    if (part.state !== 'errored' || part.type !== 'python' || typeof line !== 'number' || file === null) return [];
    const text = textOf(scored, file)?.split('\n')[line - 1];
    if (text === undefined || textOf(scored, file) !== textOf(now, file)) return [];
    const start = text.length - text.trimStart().length + 1;
    return [
      {
        file,
        range: { line, column: start, endLine: line, endColumn: Math.max(start + 1, text.trimEnd().length + 1) },
        severity: 'warning',
        code: typeof part.detail['code'] === 'string' ? part.detail['code'] : 'python_failed',
        message: messageOf((part.reason ?? '').replace(/\s*\(line \d+\)\.?$|\.$/u, '')),
        fixes: [],
      } satisfies GraderProblem,
    ];
  });
}

/** @returns the file a part's Python stands in, null when it is written into grader.json */
function sourceFile(files: GraderFiles, part: ScorePart): string | null {
  const root = definitionOf(files);
  const graders = root?.['graders'];
  const own = isJsonObject(graders) && Object.hasOwn(graders, part.key) ? graders[part.key] : root;
  const source = isJsonObject(own) ? own['source'] : null;
  const name = typeof source === 'string' ? /^@([\w.-]+)$/u.exec(source)?.[1] : undefined;
  return name !== undefined && name !== GRADER_FILE && Object.hasOwn(files, name) ? name : null;
}
