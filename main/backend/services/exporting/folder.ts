import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../../shared/rpc/errors.ts';

/** A package is made beside its place under a hidden name and moved there whole. */
export function partialFolder(out: string, jobId: number): string {
  return join(dirname(out), `.${basename(out)}.assay-${jobId}.partial`);
}

/**
 * Makes sure that a package may go to this folder.
 *
 * @throws {AppError} `conflict` when the folder holds something that Assay did not write
 */
export function checkTarget(out: string): void {
  if (!existsSync(out)) return;
  const names = readdirSync(out);
  if (names.length === 0 || isPackage(out)) return;
  throw new AppError('conflict', `${out} holds files that are not an Assay package. Pick an empty or new folder.`);
}

function isPackage(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'assay' in manifest;
  } catch {
    // No manifest, or not ours: not a package.
    return false;
  }
}

export function prepareFolder(out: string, jobId: number): string {
  const partial = partialFolder(out, jobId);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  return partial;
}

/** Moves a finished package to its place; an earlier package there goes only once the new one stands. */
export function publish(partial: string, out: string): void {
  const old = `${partial}.old`;
  if (existsSync(out)) renameSync(out, old);
  renameSync(partial, out);
  rmSync(old, { recursive: true, force: true });
}

/** Takes a half-made package away and puts an earlier one back, when a crash came between the two moves. */
export function cleanUp(out: string, jobId: number): void {
  const partial = partialFolder(out, jobId);
  const old = `${partial}.old`;
  if (existsSync(old)) {
    if (existsSync(out)) rmSync(old, { recursive: true, force: true });
    else renameSync(old, out);
  }
  rmSync(partial, { recursive: true, force: true });
}
