import { ClientMessage, PROTOCOL_VERSION, type ServerMessage } from '../../../shared/rpc/envelope.ts';
import { AppError, isCancelled, toWire } from '../../../shared/rpc/errors.ts';
import type { Port } from '../../../shared/rpc/port.ts';
import { SqliteError } from 'better-sqlite3';
import type { AppContext } from '../context.ts';
import { MAX_IN_FLIGHT, MAX_MESSAGE_CHARS } from './limits.ts';
import type { Router } from './router.ts';
import type { AppCall, SessionInfo } from './types.ts';

export type Session = { readonly info: SessionInfo; readonly event: (name: string, payload: unknown) => void };

/** Serves one port: greets, answers calls, passes cancels on, refuses what is malformed or too much. */
export function serveSession(options: {
  port: Port;
  info: SessionInfo;
  app: AppContext;
  router: Router;
  callFor: (info: SessionInfo, signal: AbortSignal) => AppCall;
}): Session {
  const { port, info, app, router } = options;
  const inFlight = new Map<number, AbortController>();
  let seq = 0;
  const send = (message: ServerMessage): void => port.post(message);

  async function answer(message: Extract<ClientMessage, { t: 'call' }>): Promise<void> {
    const abort = new AbortController();
    inFlight.set(message.id, abort);
    try {
      const call = options.callFor(info, abort.signal);
      const value = await router.run(call, message.method, message.project, message.input);
      if (!abort.signal.aborted) send({ t: 'ok', id: message.id, value });
    } catch (error) {
      if (!abort.signal.aborted)
        send({ t: 'err', id: message.id, error: toWire(toAppError(error, app, message.method)) });
    } finally {
      inFlight.delete(message.id);
    }
  }

  port.onMessage((raw) => {
    const parsed = ClientMessage.safeParse(raw);
    if (!parsed.success) {
      app.log.warn({ session: info.id }, 'malformed message');
      const id = callId(raw);
      if (id === null) return;
      return send({
        t: 'err',
        id,
        error: toWire(new AppError('invalid_input', 'This call is not of the known form.')),
      });
    }
    const message = parsed.data;
    if (message.t === 'cancel') return inFlight.get(message.id)?.abort();
    const refusal = refuse(message, inFlight);
    if (refusal === null) void answer(message);
    else send({ t: 'err', id: message.id, error: toWire(refusal) });
  });
  port.onClose(() => {
    for (const abort of inFlight.values()) abort.abort();
  });
  send({ t: 'hello', protocol: PROTOCOL_VERSION, appVersion: app.version, session: info.id });
  return { info, event: (name, payload) => send({ t: 'event', seq: ++seq, name, payload }) };
}

/** The id of a call that cannot be read otherwise, so that nobody waits for its answer for ever. */
function callId(raw: unknown): number | null {
  if (typeof raw !== 'object' || raw === null || !('t' in raw) || raw.t !== 'call' || !('id' in raw)) return null;
  return typeof raw.id === 'number' && Number.isSafeInteger(raw.id) && raw.id >= 0 ? raw.id : null;
}

function refuse(
  message: Extract<ClientMessage, { t: 'call' }>,
  inFlight: ReadonlyMap<number, AbortController>,
): AppError | null {
  if (inFlight.has(message.id)) return new AppError('invalid_input', `Call ${message.id} is under way already.`);
  if (inFlight.size >= MAX_IN_FLIGHT)
    return new AppError('limit_exceeded', `More than ${MAX_IN_FLIGHT} calls are under way. Wait for some to end.`);
  const size = typeof message.input === 'string' ? message.input.length : JSON.stringify(message.input ?? null).length;
  if (size > MAX_MESSAGE_CHARS)
    return new AppError(
      'limit_exceeded',
      `The message has ${size} characters, more than the ${MAX_MESSAGE_CHARS} allowed.`,
    );
  return null;
}

/** Maps what was thrown to an error a person can act on; unknown ones keep a reference to the log. */
export function toAppError(error: unknown, app: Pick<AppContext, 'log' | 'ids'>, where: string): AppError {
  if (error instanceof AppError) return error;
  if (isCancelled(error)) return new AppError('cancelled', 'Cancelled.');
  if (error instanceof SqliteError) {
    if (error.code.startsWith('SQLITE_FULL'))
      return new AppError('disk_full', 'The disk is full. Free some space and try again; nothing was half-written.', {
        cause: error,
      });
    if (error.code.startsWith('SQLITE_READONLY'))
      return new AppError('read_only', 'This project is open read-only, so nothing can be changed in it.', {
        cause: error,
      });
    if (error.code.startsWith('SQLITE_CORRUPT'))
      return new AppError('database_corrupt', 'The project file is damaged. Close it and restore a backup.', {
        cause: error,
      });
  }
  const ref = app.ids.uuid().slice(-8);
  app.log.error({ ref, where, err: error }, 'unexpected error');
  return new AppError('internal', `Assay ran into an error of its own in ${where}. The log has it under ${ref}.`, {
    cause: error,
    ref,
  });
}
