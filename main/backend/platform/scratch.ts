import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for files that live as long as some work of this process. It is named after the process, so that what a
 * killed one left behind can be told from what is in use; the next call takes that away.
 *
 * @param kind one word that says whose folder it is
 * @returns its real path
 */
export function makeScratchFolder(kind: string): string {
  const left = new RegExp(`^assay-${kind}-(\\d+)-`, 'u');
  for (const name of readdirSync(tmpdir())) {
    const pid = left.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(tmpdir(), name));
  }
  return realpathSync(mkdtempSync(join(tmpdir(), `assay-${kind}-${String(process.pid)}-`)));
}

/** Another user's folder stays; it is theirs to remove. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process, then.
    return (error as { code?: string }).code === 'EPERM';
  }
}
