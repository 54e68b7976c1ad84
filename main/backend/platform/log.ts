import pino from 'pino';

/** Logs never hold trace content: only codes, counts, ids and stacks. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** @returns a log to the given file, or one that says nothing */
export function createLog(file: string | null): Log {
  if (file === null) return pino({ level: 'silent' });
  return pino({ level: 'info', base: null }, pino.destination({ dest: file, mkdir: true, sync: true }));
}
