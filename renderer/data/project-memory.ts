import { z } from 'zod';

const STORED = 'assay.project';
const Memory = z.object({ project: z.string(), path: z.string() }).nullable();
export type ProjectMemory = z.infer<typeof Memory>;

/** Which project this tab or window had open, so that reloading the page comes back to it; null: none on purpose. */
export function rememberProject(memory: ProjectMemory, storage: Storage = window.sessionStorage): void {
  storage.setItem(STORED, JSON.stringify(memory));
}

/** @returns undefined in a fresh tab */
export function recallProject(storage: Storage = window.sessionStorage): ProjectMemory | undefined {
  const text = storage.getItem(STORED);
  if (text === null) return undefined;
  try {
    return Memory.parse(JSON.parse(text));
  } catch {
    // Written by another version: as good as nothing.
    return undefined;
  }
}
