import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { isPrivacyBlock, openPersonalData, privacyHref } from './personal-data.ts';
import { PersonalDataCard } from './PersonalDataCard.tsx';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

function Card() {
  const [reason, setReason] = useState<string | null>(null);
  return <PersonalDataCard filter="" isReadable isBlocking reason={reason} onReason={setReason} />;
}

test('tells what is open in which kinds, lets it out only for a reason, and is gone once all is masked', async () => {
  const line = JSON.stringify({ messages: [{ role: 'user', content: 'Write to mira.holm@fjordmail.example please' }] });
  const rendered = await renderWithBackend(<Card />, {
    path: '/export',
    prepare: async (b) => b.importFile(b.file('a.jsonl', line)),
  });
  open.push(rendered);
  await rendered.backend.client.privacy.scan({});
  expect(await screen.findByText('1 open finding in 1 sample')).toBeTruthy();
  expect(screen.getByText('E-mail address: 1')).toBeTruthy();
  expect(screen.getByText(/not written before this is settled/u)).toBeTruthy();

  fireEvent.click(screen.getByText('Export anyway…'));
  const dialog = await screen.findByRole('dialog', { name: 'Export with personal data?' });
  const allow = within(dialog).getByRole('button', { name: 'Let it out' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' x ' } });
  expect(allow).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' The person agreed ' } });
  fireEvent.click(allow);
  expect(await screen.findByText('Let out all the same: The person agreed')).toBeTruthy();
  fireEvent.click(screen.getByText('Take back'));
  expect(await screen.findByText(/not written before this is settled/u)).toBeTruthy();

  fireEvent.click(screen.getByText('Mask 1 finding'));
  await waitFor(() => expect(screen.queryByText('Export anyway…')).toBeNull());
  expect(JSON.stringify(await rendered.backend.client.samples.get({ sampleId: 1 }))).toContain('EMAIL_1');
});

test('knows what stands in the way, and where it is shown', () => {
  expect(
    openPersonalData([
      { open: 3, kept: 1 },
      { open: 2, kept: 2 },
    ]),
  ).toBe(2);
  expect(privacyHref('')).toBe('/privacy');
  expect(privacyHref('decision:include')).toBe('/privacy?filter=decision%3Ainclude');
  expect(isPrivacyBlock({ severity: 'error', code: 'personal_data_open' })).toBe(true);
  expect(isPrivacyBlock({ severity: 'warning', code: 'personal_data_open' })).toBe(false);
});
