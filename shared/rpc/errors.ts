import { z } from 'zod';

export const ErrorCode = z.enum([
  'invalid_input',
  'not_found',
  'conflict',
  'unsupported_format',
  'parse_failed',
  'limit_exceeded',
  'cancelled',
  'locked',
  'read_only',
  'database_too_new',
  'database_corrupt',
  'disk_full',
  'io_failed',
  'grader_invalid',
  'grader_failed',
  'grader_timeout',
  'grader_untrusted',
  'export_invalid',
  'backend_unavailable',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const WireError = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.unknown().optional(),
  /** Also in the log, for errors we did not expect. */
  ref: z.string().optional(),
});
export type WireError = z.infer<typeof WireError>;

/** A failure the caller can act on: one sentence that says what, where and what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly ref: string | undefined;

  constructor(code: ErrorCode, message: string, options: { details?: unknown; cause?: unknown; ref?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.ref = options.ref;
  }
}

export function toWire(error: AppError): WireError {
  return {
    code: error.code,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.ref === undefined ? {} : { ref: error.ref }),
  };
}

export function fromWire(error: WireError): AppError {
  return new AppError(error.code, error.message, {
    details: error.details,
    ...(error.ref === undefined ? {} : { ref: error.ref }),
  });
}

/** @returns whether the error says that somebody cancelled; such errors are neither logged nor shown */
export function isCancelled(error: unknown): boolean {
  return (
    (error instanceof AppError && error.code === 'cancelled') || (error instanceof Error && error.name === 'AbortError')
  );
}

/** Throws when an invariant of our own does not hold: a bug, not bad input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (condition === false || condition === undefined || condition === null) throw new Error(`Invariant: ${message}`);
}
