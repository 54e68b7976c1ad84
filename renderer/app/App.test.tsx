import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered, type RenderOptions } from '../testing/render.tsx';
import { App } from './App.tsx';

const open: Rendered[] = [];

async function start(options: RenderOptions = {}): Promise<Rendered> {
  const rendered = await renderWithBackend(<App />, { hasProject: false, path: '/history', ...options });
  open.push(rendered);
  return rendered;
}

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const ctrl = (key: string, init: KeyboardEventInit = {}): void => {
  fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, ...init });
  fireEvent.keyUp(document.body, { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, ...init });
};

async function paste({ backend }: Rendered, text: string): Promise<void> {
  await backend.client.samples.paste({ text });
}

test('shows the project this session was started with, and its counts', async () => {
  await start();
  expect(await screen.findByRole('button', { name: /Project menu/ })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: /^Samples\s*0$/ })).getAttribute('href')).toBe('/samples');
});

test('counts follow what changes elsewhere, and the history names it', async () => {
  const rendered = await start();
  await screen.findByRole('link', { name: /^Samples\s*0$/ });
  await paste(rendered, 'How do I reset my password?');
  expect(await screen.findByRole('link', { name: /^Samples\s*1$/ })).toBeTruthy();
  await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2));
});

test('undo and redo by key, each with a toast that names the change', async () => {
  const rendered = await start();
  await screen.findByRole('link', { name: /^Samples\s*0$/ });
  await paste(rendered, 'How do I reset my password?');
  await screen.findByRole('link', { name: /^Samples\s*1$/ });
  ctrl('z');
  expect(await screen.findByText(/^Undone: /)).toBeTruthy();
  expect(await screen.findByRole('link', { name: /^Samples\s*0$/ })).toBeTruthy();
  ctrl('z', { shiftKey: true });
  expect(await screen.findByText(/^Redone: /)).toBeTruthy();
  expect(await screen.findByRole('link', { name: /^Samples\s*1$/ })).toBeTruthy();
});

test('closing the project leads to the welcome screen, which lists it', async () => {
  await start();
  fireEvent.click(await screen.findByRole('button', { name: /Project menu/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Close project' }));
  expect(await screen.findByRole('heading', { name: 'Recent projects' })).toBeTruthy();
  const recent = await screen.findByRole('button', { name: /test.*0 samples/ });
  fireEvent.click(recent);
  expect(await screen.findByRole('button', { name: /Project menu, test/ })).toBeTruthy();
});

test('a new project needs a name and is then open', async () => {
  await start();
  await screen.findByRole('button', { name: /Project menu/ });
  ctrl('n');
  const name = await screen.findByLabelText('Name');
  fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
  expect(await screen.findByText('A project needs a name.')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Second try' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
  expect(await screen.findByRole('button', { name: /Project menu, second.try/i })).toBeTruthy();
});

test('the list of shortcuts shows the keys that act on this screen', async () => {
  await start();
  await screen.findByRole('button', { name: /Project menu/ });
  fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(dialog).getByText('Undo the last change').closest('div')?.textContent).toContain('Ctrl Z');
});
