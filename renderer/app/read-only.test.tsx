import { closeSync, openSync, writeSync } from 'node:fs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TestBackend } from '../../main/backend/testing/backend.ts';
import { renderWithBackend, type Rendered } from '../testing/render.tsx';
import { App } from './App.tsx';

const open: Rendered[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

/** Where a SQLite file keeps `user_version`, four bytes from the highest. */
const USER_VERSION_AT = 60;

/** A project of a version to come. */
async function makeNewer({ client, file, importFile, scan, projectPath }: TestBackend): Promise<void> {
  const lines = ['Hail', 'Storm'].map((content) => JSON.stringify({ messages: [{ role: 'user', content }], place: 1 }));
  await importFile(file('claims.jsonl', `${lines.join('\n')}\n`));
  await scan();
  await client.decisions.set({ target: { by: 'filter', filter: '' }, state: 'include' });
  await client.projects.close({});
  const handle = openSync(projectPath, 'r+');
  writeSync(handle, new Uint8Array([0, 0, 0x27, 0x0f]), 0, 4, USER_VERSION_AT);
  closeSync(handle);
}

async function start(path: string): Promise<Rendered> {
  const rendered = await renderWithBackend(<App />, { hasProject: false, path, prepare: makeNewer });
  open.push(rendered);
  await screen.findByText(/^Made by a newer version of Assay/u);
  return rendered;
}

test('a read-only project keeps how its screen was left without trying to write it', async () => {
  const { backend } = await start('/samples');
  fireEvent.click(await screen.findByRole('button', { name: 'Source' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Source' }).getAttribute('aria-expanded')).toBe('false'),
  );
  // Longer than a draft waits before it is stored.
  await new Promise((resolve) => {
    setTimeout(resolve, 900);
  });
  expect(screen.queryByText('The project is read-only')).toBeNull();
  expect(backend.projectPath).toContain('test.assay');
});

test('a read-only project offers no saved views to make or change', async () => {
  await start('/samples');
  const save = await screen.findByRole('button', { name: 'Save view' });
  expect(save.hasAttribute('disabled')).toBe(true);
});

test('a read-only project has nothing to undo', async () => {
  await start('/history');
  expect((await screen.findByRole('button', { name: /^Undo/u })).hasAttribute('disabled')).toBe(true);
});

test('a read-only project can be exported', async () => {
  await start('/export');
  const button = await screen.findByRole('button', { name: /^Export 2 samples/u });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});
