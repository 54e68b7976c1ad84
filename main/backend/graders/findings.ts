import type { Span } from '../../../shared/graders/template.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { decodeJsonString, encodeInString, sourceSpan } from './json-string.ts';
import { createLineIndex } from './line-index.ts';

export type Severity = GraderProblem['severity'];

/** A quick fix in offsets of the text it belongs to. */
export type Fix = { readonly title: string; readonly at: Span; readonly text: string };

/** A problem in offsets of the text it belongs to. */
export type Finding = Span & {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly fixes: readonly Fix[];
};

/** Takes findings of one text: a file, or a string inside `grader.json`. */
export type Report = (finding: Finding) => void;

/** @returns a report for findings inside the string literal at `offset` of the text that `report` belongs to */
export function inString(report: Report, source: string, offset: number): Report {
  const decoded = decodeJsonString(source, offset);
  return (finding) =>
    report({
      ...finding,
      ...sourceSpan(decoded, finding),
      fixes: finding.fixes.map((fix) => ({ ...fix, at: sourceSpan(decoded, fix.at), text: encodeInString(fix.text) })),
    });
}

/** Collects findings of several files and gives them as problems in the order of the text. */
export class ProblemList {
  readonly #files: ReadonlyMap<string, string>;
  readonly #found: { readonly file: string; readonly finding: Finding }[] = [];

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  reportTo(file: string): Report {
    return (finding) => {
      this.#found.push({ file, finding });
    };
  }

  /** `grader.json` first, the other files by name, each from top to bottom. */
  problems(): readonly GraderProblem[] {
    const indexes = new Map([...this.#files].map(([file, text]) => [file, createLineIndex(text)]));
    return this.#found
      .toSorted((a, b) => rank(a.file, b.file) || a.finding.offset - b.finding.offset)
      .map(({ file, finding }) => {
        const { rangeOf } = indexes.get(file) ?? createLineIndex('');
        return {
          file,
          range: rangeOf(finding.offset, finding.length),
          severity: finding.severity,
          code: finding.code,
          message: finding.message,
          fixes: finding.fixes.map(({ title, at, text }) => ({ title, range: rangeOf(at.offset, at.length), text })),
        };
      });
  }
}

function rank(a: string, b: string): number {
  if (a === b) return 0;
  if (a === GRADER_FILE) return -1;
  if (b === GRADER_FILE) return 1;
  return a < b ? -1 : 1;
}

export const GRADER_FILE = 'grader.json';
