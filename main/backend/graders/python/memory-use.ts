import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The resident memory of another process.
 *
 * Linux answers from /proc, macOS through `ps`. Elsewhere there is no cheap way from Node, and a child that is deep in Python
 * cannot report itself: there the bounds inside the child (Python's memory, its files, the JavaScript heap) stand alone.
 *
 * @returns bytes, or null when unknown or when the process is gone
 */
export async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
      return kilobytes(/^VmRSS:\s*(\d+) kB$/mu.exec(status)?.[1]);
    }
    if (process.platform === 'darwin') {
      const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
      return kilobytes(stdout.trim());
    }
    return null;
  } catch {
    return null;
  }
}

function kilobytes(text: string | undefined): number | null {
  return text === undefined || !/^\d+$/u.test(text) ? null : Number(text) * 1024;
}
