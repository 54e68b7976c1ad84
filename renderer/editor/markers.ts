import type { TextFix, TextRange } from '../../shared/model/problem.ts';
import type { TextProblem } from './editor-file.ts';

export type MarkerRange = {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
};
export type Marker = MarkerRange & { readonly severity: TextProblem['severity']; readonly message: string };

/** @returns a range in Monaco's names */
export function toMonacoRange(range: TextRange): MarkerRange {
  return {
    startLineNumber: range.line,
    startColumn: range.column,
    endLineNumber: range.endLine,
    endColumn: range.endColumn,
  };
}

/** @returns the markers of a file's problems; an empty range is widened by one so that it can be seen */
export function toMarkers(problems: readonly TextProblem[]): readonly Marker[] {
  return problems.map(({ range, severity, message }) => {
    const place = toMonacoRange(range);
    const isEmpty = range.line === range.endLine && range.column === range.endColumn;
    return {
      ...place,
      endColumn: isEmpty ? place.endColumn + 1 : place.endColumn,
      severity,
      message,
    };
  });
}

/** A message after its line. `fix` is the part of the text that does what it says when it is clicked. */
export type InlineMessage = {
  readonly line: number;
  readonly severity: TextProblem['severity'];
  readonly before: string;
  readonly link: string;
  readonly after: string;
  readonly fix: TextFix | null;
};

const MAX_MESSAGE = 140;
/** A message this long is cut to its first sentence; the hover has all of it. */
const LONG_MESSAGE = 70;
const RANK = { error: 0, warning: 1, info: 2 } as const;

/** @returns one message a line: of its worst problem, with how many more there are */
export function inlineMessages(problems: readonly TextProblem[]): readonly InlineMessage[] {
  const byLine = Map.groupBy(problems, (problem) => problem.range.line);
  return [...byLine].map(([line, found]) => {
    const [worst, ...others] = found.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
    // A group is never empty.
    const { severity, message, fixes } = worst as TextProblem;
    const more = others.length === 0 ? '' : ` (+${others.length})`;
    const asked = /^(.*\bDid you mean )([^?]+)(\?)$/u.exec(message);
    const [fix] = fixes;
    if (fix === undefined)
      return { line, severity, before: `${shortened(message)}${more}`, link: '', after: '', fix: null };
    if (asked === null) {
      return { line, severity, before: `${shortened(message)} `, link: shortened(fix.title), after: more, fix };
    }
    const [, before = '', link = '', after = ''] = asked;
    return { line, severity, before, link, after: `${after}${more}`, fix };
  });
}

function shortened(text: string): string {
  const first = /^.+?[.?](?=\s)/u.exec(text)?.[0];
  const message = text.length > LONG_MESSAGE && first !== undefined ? first : text;
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/** @returns fixes of the problems that touch a range, each with its problem */
export function fixesAt(
  problems: readonly TextProblem[],
  range: MarkerRange,
): readonly { readonly problem: TextProblem; readonly fix: TextFix }[] {
  return problems
    .filter((problem) => touches(problem.range, range))
    .flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
}

function touches(a: TextRange, b: MarkerRange): boolean {
  const startsAfter = a.line > b.endLineNumber || (a.line === b.endLineNumber && a.column > b.endColumn);
  const endsBefore = a.endLine < b.startLineNumber || (a.endLine === b.startLineNumber && a.endColumn < b.startColumn);
  return !startsAfter && !endsBefore;
}

/** A place of a problem among all of them, for going from one to the next. */
export type ProblemPlace = { readonly file: string; readonly range: TextRange };

/**
 * @param step 1 forward, -1 back; round and round
 * @returns the index of the next problem from a cursor, in the order of the list; null when there are none
 */
export function nextProblem(
  problems: readonly ProblemPlace[],
  files: readonly string[],
  cursor: { readonly file: string; readonly line: number; readonly column: number },
  step: 1 | -1,
): number | null {
  if (problems.length === 0) return null;
  function compare(place: ProblemPlace): number {
    const byFile = files.indexOf(place.file) - files.indexOf(cursor.file);
    return byFile || place.range.line - cursor.line || place.range.column - cursor.column;
  }
  if (step === 1) {
    const next = problems.findIndex((place) => compare(place) > 0);
    return next === -1 ? 0 : next;
  }
  const previous = problems.findLastIndex((place) => compare(place) < 0);
  return previous === -1 ? problems.length - 1 : previous;
}
