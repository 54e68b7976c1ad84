import { describeMissingModule } from './python-modules.ts';
import type { FailureCode, Verdict } from './protocol.ts';

export type ErroredCode =
  | 'syntax'
  | 'missing_grade'
  | 'wrong_signature'
  | 'import_failed'
  | 'raised'
  | 'returned_none'
  | 'not_a_number'
  | 'nan'
  | 'infinite'
  | 'out_of_range'
  | 'bad_input'
  | 'timeout'
  | 'out_of_memory'
  | 'crashed';

type Failure = Extract<Verdict, { is: 'failure' }>;

type Printed = {
  /** What the grader printed, both streams in order. */
  readonly output: string;
  /** Whether more was printed than is kept. */
  readonly outputCut: boolean;
  /** Time in the grader, in microseconds. */
  readonly durationUs: number;
};

export type PythonScored = Printed & {
  readonly state: 'scored';
  readonly value: number;
  /** The value was outside 0..1 and was moved to the nearer end, as asked. */
  readonly clamped?: true;
  /** Something about the value its author may want to know, as a sentence. */
  readonly note?: string;
};

export type PythonErrored = Printed & {
  readonly state: 'errored';
  readonly code: ErroredCode;
  /** One sentence: what, where, what to do. */
  readonly message: string;
  /** The number returned, when there was one and it is no score: `out_of_range`. */
  readonly returned?: number;
  /** 1-based line of the grader's source. */
  readonly line?: number;
  readonly traceback?: string;
};

/** What became of one grade. A grade that failed is an error, never a score of 0. */
export type PythonOutcome = PythonScored | PythonErrored;

/**
 * What to do with a number outside 0..1. The platform's documents do not say that it is clipped, so it is an error unless the
 * caller decides: `clamp` moves it to the nearer end and says so, `keep` passes it on, for parts of a formula.
 */
export type OutOfRange = 'error' | 'clamp' | 'keep';

export type Limits = { readonly timeoutMs: number; readonly memoryLimitMb: number; readonly outOfRange: OutOfRange };

/** @returns what a trainer would pay: the value, or 0 for every kind of failure (rft.md 2.5: a grade that fails scores 0) */
export function platformValue(outcome: PythonOutcome): number {
  return outcome.state === 'scored' ? outcome.value : 0;
}

/** Turns the child's verdict on a grade into the outcome that callers see. */
export function toOutcome(verdict: Verdict, printed: Printed, limits: Limits): PythonOutcome {
  if (verdict.is === 'number') return judgeNumber(verdict, printed, limits.outOfRange);
  return {
    state: 'errored',
    code: verdict.code === 'interrupted' ? 'timeout' : verdict.code === 'fatal' ? 'crashed' : verdict.code,
    message: describeFailure(verdict, limits),
    ...(verdict.line == null ? {} : { line: verdict.line }),
    ...(verdict.traceback === undefined ? {} : { traceback: verdict.traceback }),
    ...printed,
  };
}

/** The outcome of the grade during which the process died. */
export function toDeath(
  cause: { readonly reason: 'timeout' | 'memory' | 'crash'; readonly how: string },
  durationUs: number,
  limits: Limits,
): PythonErrored {
  const printed = { output: '', outputCut: false, durationUs };
  if (cause.reason === 'timeout') {
    return { state: 'errored', code: 'timeout', message: describeTimeout(limits, null), ...printed };
  }
  if (cause.reason === 'memory') {
    return { state: 'errored', code: 'out_of_memory', message: describeMemory(limits, ''), ...printed };
  }
  return {
    state: 'errored',
    code: 'crashed',
    message: `The Python process ended during this grade (${cause.how}). The other grades are not affected.`,
    ...printed,
  };
}

function judgeNumber(
  verdict: Extract<Verdict, { is: 'number' }>,
  printed: Printed,
  outOfRange: OutOfRange,
): PythonOutcome {
  const { value } = verdict;
  const note = verdict.note === undefined ? {} : { note: describeNote(verdict.note, value, verdict.type) };
  if ((value >= 0 && value <= 1) || outOfRange === 'keep') return { state: 'scored', value, ...note, ...printed };
  if (outOfRange === 'clamp') {
    return {
      state: 'scored',
      value: value < 0 ? 0 : 1,
      clamped: true,
      note: `grade returned ${String(value)}, outside 0 to 1; it was moved to ${value < 0 ? '0' : '1'}.`,
      ...printed,
    };
  }
  return {
    state: 'errored',
    code: 'out_of_range',
    message: `grade returned ${String(value)}. Scores go from 0 to 1, and the platform is not known to clip: return min(1.0, max(0.0, value)).`,
    returned: value,
    ...printed,
  };
}

function describeNote(note: 'bool' | 'int' | 'float_subclass', value: number, type: string | undefined): string {
  if (note === 'bool') {
    return `grade returned ${value === 1 ? 'True' : 'False'}, counted as ${String(value)}. The platform asks for a float: return float(…).`;
  }
  if (note === 'int') return `grade returned the int ${String(value)}. The platform asks for a float: return float(…).`;
  return `grade returned a ${type ?? 'subclass of float'}, counted as ${String(value)}.`;
}

function describeFailure(verdict: Failure, limits: Limits): string {
  const at = verdict.line == null ? '' : ` (line ${String(verdict.line)})`;
  return DESCRIPTIONS[verdict.code](verdict, at, limits);
}

const DESCRIPTIONS = {
  syntax: ({ message }, at) => `The source is not valid Python: ${message ?? 'syntax error'}${at}.`,
  missing_grade: () => 'No grade function: define grade(sample, item) at the top level.',
  wrong_signature: ({ message }) =>
    `grade must be a function of exactly two parameters, (sample, item); ${message ?? 'it is not'}.`,
  import_failed: (verdict, at) =>
    verdict.module === undefined
      ? describeRaised(verdict, at)
      : `Import failed${at}: ${describeMissingModule(verdict.module)}`,
  raised: describeRaised,
  returned_none: () =>
    'grade returned None: some path ends without a return. Return a float from 0 to 1 on every path.',
  not_a_number: describeReturned,
  nan: () => 'grade returned NaN, which is no score. Look for a division of zero by zero or a mean of nothing.',
  infinite: ({ shown }) =>
    `grade returned ${shown ?? 'infinity'}, which is no score. Look for a division by a very small number.`,
  out_of_range: ({ shown }) => `grade returned ${shown ?? 'a huge integer'}. Scores go from 0 to 1.`,
  out_of_memory: (_verdict, at, limits) => describeMemory(limits, at),
  bad_input: (verdict) => `The sample or the item could not be handed to Python: ${describeRaised(verdict, '')}`,
  interrupted: ({ line }, _at, limits) => describeTimeout(limits, line ?? null),
  fatal: ({ message }) =>
    `The grader broke the Python interpreter (${message ?? 'no message'}). The other grades are not affected.`,
} satisfies Record<FailureCode, (verdict: Failure, at: string, limits: Limits) => string>;

function describeRaised(verdict: Failure, at: string): string {
  const type = verdict.type ?? 'Exception';
  if (type === 'SystemExit') return `The grader called exit${at}. Return a score instead.`;
  const text = verdict.message ?? '';
  return `${text === '' ? type : `${type}: ${text}`}${at}`;
}

function describeReturned(verdict: Failure): string {
  const type = verdict.type ?? 'object';
  const shown = verdict.shown == null ? '' : `: ${verdict.shown}`;
  const advice = type === 'str' ? 'A text is no score: return float(…)' : 'Return a float from 0 to 1';
  return `grade returned a value of type ${type}${shown}. ${advice}.`;
}

function describeTimeout(limits: Limits, line: number | null): string {
  const where = line === null ? '' : ` at line ${String(line)}`;
  return `The grade ran longer than ${String(limits.timeoutMs / 1000)} s and was stopped${where}.`;
}

function describeMemory(limits: Limits, at: string): string {
  return `The grade needed more than ${String(limits.memoryLimitMb)} MB of memory and was stopped${at}.`;
}
