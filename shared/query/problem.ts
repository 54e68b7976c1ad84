/** What is wrong with a filter: one sentence, where, and what to put there instead when that can be guessed. */
export type Problem = {
  readonly message: string;
  /** UTF-16 offsets into the filter text. */
  readonly from: number;
  readonly to: number;
  /** Text to put in place of `[from, to)`, or null. */
  readonly suggestion: string | null;
};

/** A problem on its way out of the parser. */
export class FilterError extends Error {
  readonly from: number;
  readonly to: number;
  readonly suggestion: string | null;

  constructor(message: string, from: number, to: number, suggestion: string | null) {
    super(message);
    this.from = from;
    this.to = to;
    this.suggestion = suggestion;
  }

  toProblem(): Problem {
    return { message: this.message, from: this.from, to: this.to, suggestion: this.suggestion };
  }
}
