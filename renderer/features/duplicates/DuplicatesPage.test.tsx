import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CommandKeys } from '../../app/CommandKeys.tsx';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { DuplicatesPage } from './DuplicatesPage.tsx';

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
const TWO_GROUPS = [
  line('Where is my parcel?', 'At the depot'),
  line('Where is my parcel?', 'On the van'),
  line('Where is my parcel?', 'At the depot'),
  line('When do you open?', 'At nine'),
  line('When do you open?', 'At ten'),
  line('Something else?', 'No'),
].join('\n');

async function start(text = TWO_GROUPS): Promise<Rendered> {
  const rendered = await renderWithBackend(
    <>
      <CommandKeys />
      <DuplicatesPage />
    </>,
    { path: '/duplicates', prepare: async (b) => b.importFile(b.file('a.jsonl', text)) },
  );
  open.push(rendered);
  return rendered;
}

async function excluded(rendered: Rendered): Promise<number> {
  return (await rendered.backend.client.stats.get({})).decisions['exclude'] ?? 0;
}

test('says what would go before anything goes, and keeps one of each as one change', async () => {
  const rendered = await start();
  const strip = await screen.findByRole('status', { name: 'What removing would do' });
  await waitFor(() => expect(strip.textContent).toContain('3would be removed,3 stay'));
  fireEvent.click(screen.getByRole('button', { name: 'Keep one of each in all 2 groups' }));
  const dialog = await screen.findByRole('dialog', { name: 'Exclude 3 duplicates?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Exclude 3 samples' }));
  expect(await screen.findByText('No duplicates')).toBeTruthy();
  expect(await excluded(rendered)).toBe(3);
  await rendered.backend.client.history.undo({});
  expect(await screen.findByText('1 of 2')).toBeTruthy();
  expect(await excluded(rendered)).toBe(0);
});

test('marks the words that differ between the keeper and another sample', async () => {
  await start();
  const marked = (sample: string): (string | null)[] =>
    [...screen.getByRole('region', { name: sample }).querySelectorAll('mark')].map((mark) => mark.textContent);
  await screen.findByRole('region', { name: 'S-0001' });
  expect(marked('S-0001')).toEqual(['At', 'depot']);
  expect(marked('S-0002')).toEqual(['On', 'van']);
});

test('keeps the chosen keeper by keys and goes on to the next group', async () => {
  const rendered = await start();
  await screen.findByRole('button', { name: /Keep S-0001 only/ });
  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM' });
  await screen.findByRole('button', { name: /Keep S-0002 only/ });
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
  expect(await screen.findByText('1 of 1')).toBeTruthy();
  const rows = await rendered.backend.client.samples.get({ sampleId: 2 });
  expect(rows.row.decision).toBe('undecided');
  expect(await excluded(rendered)).toBe(2);
});

test('keeps both with Enter and takes the group off the list without a change to its samples', async () => {
  const rendered = await start();
  await screen.findByText('1 of 2');
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' });
  await screen.findByText('2 of 2');
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter' });
  expect(await screen.findByText('1 of 1')).toBeTruthy();
  expect(await excluded(rendered)).toBe(0);
});

test('merges a group as attempts of its keeper', async () => {
  const rendered = await start();
  fireEvent.click(await screen.findByRole('button', { name: /Merge as attempts/ }));
  expect(await screen.findByText('1 of 1')).toBeTruthy();
  const keeper = await rendered.backend.client.samples.get({ sampleId: 1 });
  // The third sample holds the keeper's own trajectory once more.
  expect(keeper.attempts).toHaveLength(2);
  expect(await excluded(rendered)).toBe(2);
});

test('without duplicates says so', async () => {
  await start(line('One', 'only'));
  expect(await screen.findByText('No duplicates')).toBeTruthy();
});
