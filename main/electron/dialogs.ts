import { dialog, type BrowserWindow, type FileFilter } from 'electron';
import { z } from 'zod';
import type { BackendProcess } from './backend-process.ts';

const Extensions = z
  .array(z.string().regex(/^[\w.]{1,20}$/))
  .max(50)
  .default([]);
export const PickFiles = z.strictObject({
  title: z.string().max(200).optional(),
  purpose: z.enum(['open', 'folder']),
  multiple: z.boolean().default(false),
  extensions: Extensions,
});
export const PickSaveTarget = z.strictObject({
  title: z.string().max(200).optional(),
  // A name, not a path: where it goes is the person's choice.
  suggestedName: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\\p{Cc}]+$/u),
  extensions: Extensions,
});

type Registrar = Pick<BackendProcess, 'registerPath'>;

/** Turns paths the person chose into references. */
export async function registerFiles(
  backend: Registrar,
  paths: readonly string[],
  purpose: 'open' | 'folder',
): Promise<unknown[]> {
  return Promise.all(paths.map((path) => backend.registerPath(path, purpose)));
}

/** Lets the person pick files or a folder; the page gets references, never paths. An empty list means cancelled. */
export async function pickFiles(
  window: BrowserWindow,
  backend: Registrar,
  options: z.infer<typeof PickFiles>,
): Promise<unknown[]> {
  const { title, purpose, multiple, extensions } = options;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...(title === undefined ? {} : { title }),
    properties: [
      purpose === 'folder' ? 'openDirectory' : 'openFile',
      ...(multiple ? (['multiSelections'] as const) : []),
    ],
    filters: filters(extensions),
  });
  return canceled ? [] : registerFiles(backend, filePaths, purpose);
}

/** Lets the person name a file to write. Null means cancelled. */
export async function pickSaveTarget(
  window: BrowserWindow,
  backend: Registrar,
  options: z.infer<typeof PickSaveTarget>,
): Promise<unknown> {
  const { title, suggestedName, extensions } = options;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    ...(title === undefined ? {} : { title }),
    defaultPath: suggestedName,
    filters: filters(extensions),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : backend.registerPath(filePath, 'save');
}

function filters(extensions: readonly string[]): FileFilter[] {
  const all = { name: 'All files', extensions: ['*'] };
  return extensions.length === 0
    ? [all]
    : [{ name: extensions.map((e) => `.${e}`).join(', '), extensions: [...extensions] }, all];
}
