import { randomBytes } from 'node:crypto';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ChildChannel, ChildExit, ChildLaunch, SpawnChild } from './launch.ts';
import { FromChild } from './protocol.ts';
import type { ToChild } from './protocol.ts';

type Boot = Extract<ToChild, { kind: 'boot' }>;
type Message = Exclude<FromChild, { kind: 'ready' | 'refused' | 'snapshot' }>;

/** A child that has booted. One listener at a time, since a child does one thing at a time. */
export type Session = {
  readonly pid: number | undefined;
  readonly send: (message: ToChild) => void;
  readonly listen: (
    listener: { onMessage: (message: Message) => void; onEnd: (exit: ChildExit) => void } | null,
  ) => void;
  /** Set once the process has ended. */
  readonly ended: () => ChildExit | null;
  readonly gone: Promise<undefined>;
  readonly kill: () => void;
  /** Which grader the child has loaded. */
  grader: string | null;
};

export type SessionOptions = {
  readonly spawnChild: SpawnChild;
  readonly launch: ChildLaunch;
  readonly boot: Omit<Boot, 'kind' | 'key'>;
  readonly startTimeoutMs: number;
  /** Takes the image of a fresh interpreter when `boot.snapshot` asked for one. */
  readonly onSnapshot: (image: Buffer) => void;
  /** Gives up the start, and ends the child whenever it comes. */
  readonly signal: AbortSignal;
};

/**
 * Starts a child and waits until it has Python ready.
 *
 * @throws {AppError} `backend_unavailable` when it does not start, refuses, or takes longer than `startTimeoutMs`
 */
export function startSession(options: SessionOptions): Promise<Session> {
  const key = randomBytes(16).toString('hex');
  const channel = options.spawnChild(options.launch);
  const state: { exit: ChildExit | null; listener: Parameters<Session['listen']>[0] } = { exit: null, listener: null };
  const { promise, resolve, reject } = Promise.withResolvers<Session>();
  const gone = Promise.withResolvers<undefined>();
  const giveUp = (): void => channel.kill();
  options.signal.addEventListener('abort', giveUp, { once: true });
  const refuse = (reason: string): void => {
    channel.kill();
    reject(new AppError('backend_unavailable', `Python graders cannot run here: ${reason}.`));
  };
  const timer = setTimeout(
    () => refuse(`Python was not ready after ${String(options.startTimeoutMs / 1000)} s`),
    options.startTimeoutMs,
  );
  const session: Session = {
    pid: channel.pid,
    send: (message) => channel.send(JSON.stringify(message)),
    listen: (listener) => {
      state.listener = listener;
      if (listener !== null && state.exit !== null) listener.onEnd(state.exit);
    },
    ended: () => state.exit,
    gone: gone.promise,
    kill: () => channel.kill(),
    grader: null,
  };
  const parts: Buffer[] = [];
  channel.onLine((line) => {
    const message = readMessage(line, key);
    if (message === null) return;
    if (message.kind === 'snapshot') {
      parts.push(Buffer.from(message.data, 'base64'));
      if (message.last) options.onSnapshot(Buffer.concat(parts.splice(0)));
    } else if (message.kind === 'ready') {
      clearTimeout(timer);
      resolve(session);
    } else if (message.kind === 'refused') {
      clearTimeout(timer);
      refuse(message.message);
    } else {
      state.listener?.onMessage(message);
    }
  });
  channel.onExit((exit) => {
    clearTimeout(timer);
    state.exit = exit;
    options.signal.removeEventListener('abort', giveUp);
    gone.resolve(undefined);
    refuse(`the process ended at start (${describeExit(exit)})`);
    state.listener?.onEnd(exit);
  });
  sendBoot(channel, { ...options.boot, kind: 'boot', key });
  return promise;
}

/** How a process ended, for a message: `signal SIGKILL`, `exit code 1: …`. */
export function describeExit(exit: ChildExit): string {
  const how =
    exit.signal === null ? `exit code ${exit.code === null ? 'unknown' : String(exit.code)}` : `signal ${exit.signal}`;
  // Node prints the source line of a failure, which in a packed file is the whole file.
  const said = exit.detail
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length < 300)
    .slice(0, 3)
    .join(' ');
  return said === '' ? how : `${how}: ${said}`;
}

function sendBoot(channel: ChildChannel, boot: Boot): void {
  channel.send(JSON.stringify(boot));
}

/** @returns null for anything that is not a message of our own child: printed text, or an imitation without the key */
function readMessage(line: string, key: string): FromChild | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = FromChild.safeParse(value);
  return parsed.success && parsed.data.key === key ? parsed.data : null;
}
