import { AppError } from '../../shared/rpc/errors.ts';

/** Where a command writes. Text of traces is cleaned of control characters before it reaches a terminal. */
export type Output = {
  readonly isJson: boolean;
  /** The answer: one JSON document with `--json`, else the lines. */
  readonly answer: (value: unknown, lines: () => readonly string[]) => void;
  /** Progress and remarks, on stderr. */
  readonly note: (text: string) => void;
  readonly progress: (text: string) => void;
};

export type Streams = {
  readonly stdout: { write: (text: string) => unknown };
  readonly stderr: { write: (text: string) => unknown; readonly isTTY?: boolean };
};

export function createOutput(streams: Streams, isJson: boolean): Output {
  let hasProgress = false;
  function endProgress(): void {
    if (hasProgress) streams.stderr.write('\r\u001B[K');
    hasProgress = false;
  }
  return {
    isJson,
    answer(value, lines) {
      endProgress();
      if (isJson) streams.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else for (const line of lines()) streams.stdout.write(`${clean(line)}\n`);
    },
    note(text) {
      endProgress();
      streams.stderr.write(`${clean(text)}\n`);
    },
    progress(text) {
      if (streams.stderr.isTTY !== true) return;
      hasProgress = true;
      streams.stderr.write(`\r\u001B[K${clean(text)}`);
    },
  };
}

/** Control, escape and bidirectional override characters never reach the terminal. */
export function clean(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** One sentence for a person, one object for a program. */
export function describeError(error: unknown): { code: string; message: string; details?: unknown } {
  if (error instanceof AppError)
    return {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
    };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

/** @returns lines of a table with aligned columns; numbers to the right */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, String(cell).length)));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        typeof cell === 'number' ? String(cell).padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
