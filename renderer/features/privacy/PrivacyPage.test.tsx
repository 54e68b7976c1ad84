import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ActionToasts } from '../../app/ActionToasts.tsx';
import { CommandKeys } from '../../app/CommandKeys.tsx';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

// happy-dom lays nothing out, so lists that draw only what is in sight would draw nothing.
for (const side of ['clientWidth', 'clientHeight'])
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 600 });

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const line = (question: string, answer: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });
const MAIL = 'mira.holm@fjordmail.example';
const TEXT = [
  line(`Write to ${MAIL} please`, `I wrote to ${MAIL}.`),
  line('Call +49 30 901820 tomorrow', 'I will.'),
  line('What is the capital of Norway?', 'Oslo'),
].join('\n');

async function start(path = '/privacy', text: string = TEXT): Promise<Rendered> {
  const rendered = await renderWithBackend(
    <>
      <CommandKeys />
      <ActionToasts />
      <PrivacyPage />
    </>,
    { path, prepare: async (b) => b.importFile(b.file('a.jsonl', text)) },
  );
  open.push(rendered);
  return rendered;
}
const press = (key: string, code: string): boolean => fireEvent.keyDown(document.body, { key, code });
const options = (): HTMLElement[] => screen.queryAllByRole('row');

test('scans, shows findings in their text, masks them as one change and takes that back', async () => {
  const rendered = await start();
  const { client } = rendered.backend;
  await screen.findByText('Not looked through yet');
  fireEvent.click(screen.getAllByRole('button', { name: 'Scan now' }).at(-1)!);
  await screen.findByRole('grid', { name: 'Findings' });
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options()[0]?.textContent).toContain(MAIL);
  expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  const preview = await screen.findByRole('region', { name: 'How it will read' });
  await waitFor(() => expect(preview.textContent).toContain('Write to EMAIL_1 please'));
  press('b', 'KeyB');
  await waitFor(() => expect(preview.textContent).toContain(`Write to ${MAIL} please`));

  press('m', 'KeyM');
  const dialog = await screen.findByRole('dialog', { name: 'Mask 3 findings?' });
  expect(within(dialog).getByRole('region', { name: 'Shown as tokens' }).textContent).toContain('E-mail address2');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mask 3 findings' }));
  expect(await screen.findByText('No open findings')).toBeTruthy();
  expect(JSON.stringify(await client.samples.get({ sampleId: 1 }))).not.toContain(MAIL);
  const toast = await screen.findByRole('alert');
  fireEvent.click(within(toast).getByRole('button', { name: /^Undo/u }));
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(JSON.stringify(await client.samples.get({ sampleId: 1 }))).toContain(MAIL);
});

test('goes through findings by keys, dismisses one and then its value everywhere', async () => {
  const rendered = await start();
  const { client } = rendered.backend;
  await client.privacy.scan({});
  await waitFor(() => expect(options()).toHaveLength(3));
  press('j', 'KeyJ');
  await screen.findByText('2 of 3');
  press('k', 'KeyK');
  await screen.findByText('1 of 3');
  press('d', 'KeyD');
  await screen.findByText('1 of 2');
  await client.history.undo({});
  await screen.findByText('1 of 3');
  fireEvent.keyDown(document.body, { key: 'D', code: 'KeyD', shiftKey: true });
  await screen.findByText('1 of 1');
  expect((await client.privacy.summary({})).kinds.find(({ kind }) => kind === 'email')).toMatchObject({
    open: 0,
    dismissed: 2,
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Dismissed' }));
  await screen.findByText('1 of 2');
  fireEvent.click(await screen.findByRole('button', { name: /^Reopen everywhere/u }));
  await waitFor(async () => expect((await client.privacy.summary({})).open).toBe(3));
});

test('keeps a kind by the policy, so that it asks for nothing, and takes a rule for a field', async () => {
  const rendered = await start('/privacy?kind=email');
  const { client } = rendered.backend;
  await client.privacy.scan({});
  await waitFor(() => expect(options()).toHaveLength(2));
  const choice = screen.getByRole('radiogroup', { name: 'What to do with: E-mail address' });
  const keep = within(choice).getByRole<HTMLInputElement>('radio', { name: 'Keep' });
  await waitFor(() => expect(keep.disabled).toBe(false));
  fireEvent.click(keep);
  await waitFor(() => expect(screen.getAllByText('Kept')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: /^Mask 1 finding/u })).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Field' }), { target: { value: 'answers' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add the rule' }));
  await screen.findByRole('button', { name: 'Remove the rule for answers' });
  expect(await client.privacy.policy({})).toEqual({ kinds: { email: 'keep' }, fields: { answers: 'keep' } });
});

test('without personal data says so, and that names are found in part only', async () => {
  const rendered = await start('/privacy', line('What is the capital of Norway?', 'Oslo'));
  await rendered.backend.client.privacy.scan({});
  expect(await screen.findByText('No personal data found')).toBeTruthy();
});
