import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const open: Rendered[] = [];

async function start(): Promise<Rendered> {
  const rendered = await renderWithBackend(<SettingsPage />, { path: '/settings' });
  open.push(rendered);
  return rendered;
}

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

test('stores the reviewer’s name as it is typed', async () => {
  const { backend } = await start();
  fireEvent.change(await screen.findByLabelText('Your name'), { target: { value: 'Ann ' } });
  await waitFor(async () => expect((await backend.client.settings.project({})).reviewer).toBe('Ann'));
});

test('refuses a seed that is none, and keeps the last good one', async () => {
  const { backend } = await start();
  const seed = await screen.findByLabelText('Seed');
  fireEvent.change(seed, { target: { value: '42' } });
  await waitFor(async () => expect((await backend.client.settings.project({})).seed).toBe(42));
  fireEvent.change(seed, { target: { value: '9999999999' } });
  expect(await screen.findByText('A whole number from 0 to 2,147,483,647.')).toBeTruthy();
  expect((await backend.client.settings.project({})).seed).toBe(42);
});

test('stores a response format only when it is one, and takes it away again', async () => {
  const { backend } = await start();
  const field = await screen.findByLabelText('Response format');
  fireEvent.change(field, { target: { value: '{"type": "json_schema"}' } });
  expect(await screen.findByText(/needs "json_schema" with a name/)).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save response format' });
  expect(save.disabled).toBe(true);
  fireEvent.change(field, { target: { value: '{"type": "json_object"}' } });
  fireEvent.click(save);
  await waitFor(async () =>
    expect((await backend.client.settings.project({})).responseFormat).toEqual({ type: 'json_object' }),
  );
  expect(await screen.findByText(/^Response format saved\./u)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(async () => expect((await backend.client.settings.project({})).responseFormat ?? null).toBeNull());
  expect(await screen.findByText(/^No response format\./u)).toBeTruthy();
});
