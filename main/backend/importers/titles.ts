import { importerById } from './registry.ts';

/** Sources that no importer made. */
const OTHER_TITLES: Readonly<Record<string, string>> = { hand: 'Made by hand', text: 'Plain text' };

/** @returns how a source's form is called on screen; the id itself when a newer version made it */
export function formatTitle(id: string): string {
  return importerById(id)?.title ?? OTHER_TITLES[id] ?? id;
}
