import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ChildExit } from './launch.ts';
import { readResidentBytes } from './memory-use.ts';
import { toDeath, toOutcome } from './outcome.ts';
import type { Limits, PythonOutcome } from './outcome.ts';
import type { CheckAnswer, Graded } from './protocol.ts';
import { describeExit } from './session.ts';
import type { Session } from './session.ts';

export type Batch = {
  readonly grader: { readonly id: string; readonly source: string };
  /** `[sample, item]` as JSON texts. */
  readonly inputs: readonly string[];
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  /** Called once for each input, in order. */
  readonly deliver: (index: number, outcome: PythonOutcome) => void;
};

/** One child at a time, replaced whenever it dies. Not reentrant: its host gives it one task after the other. */
export type Worker = {
  /** Grades all inputs, or stops early, without an error, when the signal is aborted. */
  readonly grade: (batch: Batch) => Promise<void>;
  readonly check: (source: string) => Promise<CheckAnswer>;
  /** Ends the child, if there is one; the next task starts another. */
  readonly retire: () => Promise<void>;
};

export type WorkerOptions = {
  readonly start: () => Promise<Session>;
  /** Resident memory above which a child is killed. */
  readonly residentLimitBytes: number;
  /** How long a child may go on past a limit, in which it should have stopped by itself. */
  readonly killGraceMs: number;
};

/** How a run over some inputs ended: `next` is the first that has no outcome; `died` says why, if it did. */
type RunEnd = { readonly next: number; readonly died: { reason: Reason; exit: ChildExit; tookMs: number } | null };
type Reason = 'timeout' | 'memory' | 'crash' | 'cancelled';

const MEMORY_LOOK_MS = 200;
/** Reading and compiling 256 kB takes a fraction of a second. */
const CHECK_TIMEOUT_MS = 20_000;
/** A batch of quick grades may end by itself after a cancel, which spares a restart. */
const CANCEL_GRACE_MS = 200;

export function createWorker(options: WorkerOptions): Worker {
  let current: Session | null = null;
  let ids = 0;

  const ready = async (): Promise<Session> => {
    if (current !== null && current.ended() === null) return current;
    current = await options.start();
    return current;
  };
  const retire = async (): Promise<void> => {
    const last = current;
    current = null;
    last?.kill();
    await last?.gone;
  };

  const grade = async (batch: Batch): Promise<void> => {
    let next = 0;
    while (next < batch.inputs.length && batch.signal?.aborted !== true) {
      const session = await ready();
      ids += 1;
      const end = await gradeFrom(session, batch, next, { ...options, id: ids });
      next = end.next;
      if (end.died === null) continue;
      await retire();
      if (end.died.reason === 'cancelled') return;
      const { reason, exit, tookMs } = end.died;
      batch.deliver(next, toDeath({ reason, how: describeExit(exit) }, Math.round(tookMs * 1000), batch.limits));
      next += 1;
    }
  };

  const check = async (source: string): Promise<CheckAnswer> => {
    const session = await ready();
    ids += 1;
    const answer = await checkIn(session, source, ids);
    if (answer !== null) return answer;
    await retire();
    throw new AppError(
      'grader_failed',
      'Reading the grader source ended the Python process. Is the source very deeply nested?',
    );
  };

  return { grade, check, retire };
}

function checkIn(session: Session, source: string, id: number): Promise<CheckAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<CheckAnswer | null>();
  const timer = setTimeout(() => session.kill(), CHECK_TIMEOUT_MS);
  const finish = (answer: CheckAnswer | null): void => {
    clearTimeout(timer);
    session.listen(null);
    resolve(answer);
  };
  session.listen({
    onMessage: (message) => {
      if (message.kind === 'checked' && message.id === id) finish(message.answer);
    },
    onEnd: () => finish(null),
  });
  session.send({ kind: 'check', id, source });
  return promise;
}

function gradeFrom(
  session: Session,
  batch: Batch,
  from: number,
  options: WorkerOptions & { id: number },
): Promise<RunEnd> {
  const { promise, resolve } = Promise.withResolvers<RunEnd>();
  let next = from;
  let reason: Reason = 'crash';
  let broken = false;
  const kill = (why: Reason): void => {
    reason = why;
    session.kill();
  };
  const clock = watchTime(batch.limits.timeoutMs + options.killGraceMs, () => kill('timeout'));
  const stopMemory = watchMemory(session.pid, options.residentLimitBytes, () => kill('memory'));
  let cancelTimer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    cancelTimer = setTimeout(() => kill('cancelled'), CANCEL_GRACE_MS);
  };
  batch.signal?.addEventListener('abort', onAbort, { once: true });
  const finish = (end: RunEnd): void => {
    clock.stop();
    stopMemory();
    clearTimeout(cancelTimer);
    batch.signal?.removeEventListener('abort', onAbort);
    session.listen(null);
    resolve(end);
  };
  const onGraded = (message: Graded): void => {
    if (message.id !== options.id || message.index !== next - from || next >= batch.inputs.length) return;
    clock.restart();
    batch.deliver(next, readGraded(message, batch.limits));
    next += 1;
    // This grade has its outcome, but the interpreter is gone: the next one needs another child.
    broken = message.verdict.is === 'failure' && message.verdict.code === 'fatal';
    if (broken) session.kill();
    else if (next === batch.inputs.length) finish({ next, died: null });
  };
  session.listen({
    onMessage: (message) => {
      if (message.kind === 'graded') onGraded(message);
    },
    onEnd: (exit) => finish({ next, died: broken ? null : { reason, exit, tookMs: clock.elapsedMs() } }),
  });
  session.send({
    kind: 'grade',
    id: options.id,
    source: session.grader === batch.grader.id ? null : batch.grader.source,
    timeoutMs: batch.limits.timeoutMs,
    inputs: batch.inputs.slice(from),
  });
  session.grader = batch.grader.id;
  return promise;
}

function readGraded(message: Graded, limits: Limits): PythonOutcome {
  const printed = {
    output: message.output ?? '',
    outputCut: message.outputCut === true,
    durationUs: message.durationUs,
  };
  return toOutcome(message.verdict, printed, limits);
}

/** One timer for a whole batch: restarting costs a clock reading, not a timer. */
function watchTime(
  limitMs: number,
  onLate: () => void,
): { restart: () => void; elapsedMs: () => number; stop: () => void } {
  let since = performance.now();
  let timer = setTimeout(look, limitMs);
  function look(): void {
    const left = since + limitMs - performance.now();
    if (left <= 0) onLate();
    else timer = setTimeout(look, left);
  }
  return {
    restart: () => {
      since = performance.now();
    },
    elapsedMs: () => performance.now() - since,
    stop: () => clearTimeout(timer),
  };
}

function watchMemory(pid: number | undefined, limitBytes: number, onOver: () => void): () => void {
  if (pid === undefined) return () => undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    const bytes = await readResidentBytes(pid);
    if (!stopped && bytes !== null && bytes > limitBytes) onOver();
  };
  const timer = setInterval(() => void look(), MEMORY_LOOK_MS);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
