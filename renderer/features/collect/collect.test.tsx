import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { CollectPage } from './CollectPage.tsx';

let rendered: Rendered | null = null;
afterEach(async () => {
  await rendered?.close();
  rendered = null;
});

const chat = (question: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: 'Yes.' },
    ],
    desk: 4,
  });
const BROKEN = '{"messages": [{"role": "user", "content": "Is it wet?"}, {"role": "assistant", "content": "No."}]';
const LOG = [chat('Is it dry?'), BROKEN, chat('Is it warm?'), '[1, 2]'].join('\n');

async function open(): Promise<Rendered> {
  rendered = await renderWithBackend(<CollectPage />, {
    path: '/collect',
    prepare: async (backend) => backend.importFile(backend.file('weather.jsonl', LOG)),
  });
  await screen.findByRole('region', { name: 'Quarantine' });
  return rendered;
}

function quarantine() {
  return within(screen.getByRole('region', { name: 'Quarantine' }));
}

test('each reason in quarantine offers what fits it, and mending them all leaves the rest', async () => {
  const { backend } = await open();
  const lead = await quarantine().findByRole('button', { name: /^Mend the JSON: / });
  expect(await quarantine().findByRole('button', { name: /^Open records: A row must be an object/ })).toBeTruthy();
  fireEvent.click(lead);
  await waitFor(() => expect(quarantine().queryByRole('button', { name: /^Mend the JSON: / })).toBeNull());
  expect(quarantine().getByRole('button', { name: /^Show .* with: A row must be an object/ })).toBeTruthy();
  const [source] = await backend.client.sources.list({});
  expect(source).toMatchObject({ seen: 4, kept: 3, rejected: 1, samples: 3 });
});

test('a record is corrected by hand beside the sample it becomes, with the reason while none does', async () => {
  await open();
  fireEvent.click(await quarantine().findByRole('button', { name: /^Open records: A row must be an object/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Repair a record' }));
  const text = await dialog.findByRole('textbox', { name: 'Text of the record' });
  expect(text).toHaveProperty('value', '[1, 2]');
  const preview = within(dialog.getByRole('region', { name: 'The sample it becomes' }));
  expect(await preview.findByRole('alert')).toBeTruthy();
  expect(dialog.getByRole('button', { name: /^Save sample/ })).toHaveProperty('disabled', true);
  fireEvent.change(text, { target: { value: chat('Is it windy?') } });
  expect((await preview.findAllByText('Is it windy?')).length).toBeGreaterThan(0);

  fireEvent.keyDown(text, { key: 'Escape' });
  const question = within(await screen.findByRole('dialog', { name: 'Leave this record?' }));
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Save sample/ })).toHaveProperty('disabled', false));
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  expect(await dialog.findByText(/^Nothing is left of: A row must be an object/)).toBeTruthy();
});

test('the loss report tells what became of every field and filters', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for weather.jsonl' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Loss report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Loss report of weather.jsonl' }));
  const row = await dialog.findByRole('row', { name: /^\$\.desk/ });
  expect(row.textContent).toContain('mapped');
  expect(row.textContent?.endsWith('2')).toBe(true);
  fireEvent.click(dialog.getByRole('radio', { name: /^Ignored/ }));
  expect(dialog.queryByRole('row', { name: /^\$\.desk/ })).toBeNull();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Filter by path' }), { target: { value: 'nowhere' } });
  expect(dialog.getByText('No field fits.')).toBeTruthy();
});
