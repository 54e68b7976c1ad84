import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TestBackend } from '../../../main/backend/testing/backend.ts';
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
const LONG =
  'Please look up where the parcel with the blue label went after it left the depot on the harbour road last week';
const SAMPLES = [
  line(LONG, 'At the depot'),
  line(LONG, 'On the van'),
  line(`${LONG}, thanks`, 'At the depot'),
  line('When do you open in the morning?', 'At nine'),
  line('When do you open in the morning?', 'At ten'),
  line('What does invoice 4711 of 12 May say?', 'Nothing'),
  line('What does invoice 4822 of 30 June say?', 'Nothing'),
  line('Something else entirely?', 'No'),
].join('\n');

type Options = { readonly isScanned?: boolean };

async function start({ isScanned = true }: Options = {}): Promise<Rendered> {
  const rendered = await renderWithBackend(
    <>
      <CommandKeys />
      <DuplicatesPage />
    </>,
    {
      path: '/duplicates',
      prepare: async (b) => {
        await b.importFile(b.file('a.jsonl', SAMPLES));
        if (isScanned) await scanWords(b);
      },
    },
  );
  open.push(rendered);
  return rendered;
}

/** By words only: meanings take the encoder seconds to load. */
async function scanWords(b: TestBackend): Promise<void> {
  const { jobId } = await b.client.duplicates.scan({ scopes: ['prompt'], kinds: ['near'] });
  await b.finish(jobId);
}

async function excluded(rendered: Rendered): Promise<number> {
  return (await rendered.backend.client.stats.get({})).decisions['exclude'] ?? 0;
}
const key = (name: string, code: string): boolean => fireEvent.keyDown(document.body, { key: name, code });

test('before anything was compared says so, and shows exact clusters all the same', async () => {
  await start({ isScanned: false });
  expect(await screen.findByText('Not compared yet')).toBeTruthy();
  expect(screen.getByText('Find duplicates')).toBeTruthy();
  fireEvent.click(screen.getByText('Show exact clusters'));
  expect(await screen.findByText('1 of 2')).toBeTruthy();
});

test('says what would go before anything goes, removes it as one change, and one undo brings it back', async () => {
  const rendered = await start();
  const strip = await screen.findByLabelText('What removing would do');
  await waitFor(() => expect(strip.textContent).toContain('3would be removed,5 stay'));
  expect(screen.getByText('2 clusters hold 5 of 8 samples')).toBeTruthy();
  fireEvent.click(screen.getByText('Remove 3 samples'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove 3 samples?' });
  expect(dialog.textContent).toContain('1 exact, 1 near and 0 semantic');
  expect(dialog.textContent).toContain('Template families are left alone');
  fireEvent.click(within(dialog).getByText('Remove 3 samples'));
  expect(await screen.findByText('No duplicates')).toBeTruthy();
  expect(await excluded(rendered)).toBe(3);
  await rendered.backend.client.history.undo({});
  expect(await screen.findByText('1 of 2')).toBeTruthy();
  expect(await excluded(rendered)).toBe(0);
});

test('shows links, differences and families, and remembers an exact threshold and an order of reasons', async () => {
  const rendered = await start();
  fireEvent.click(await screen.findByLabelText('Compare S-0003'));
  const right = await screen.findByLabelText('S-0003');
  expect(right.textContent).toMatch(/Linked(?: through S-0002)?: (?:the same text and tools; )?shared words 0\.\d\d/);
  const marks = [...right.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toContain(', thanks');

  fireEvent.change(screen.getByLabelText('Exact similarity'), { target: { value: '0.99' } });
  const strip = screen.getByLabelText('What removing would do');
  await waitFor(() => expect(strip.textContent).toContain('2would be removed,6 stay'));
  fireEvent.click(screen.getByText('Keeper: most reviews'));
  fireEvent.keyDown(await screen.findByLabelText('1. most reviews'), {
    key: 'ArrowDown',
    altKey: true,
  });
  expect(await screen.findByLabelText('2. most reviews')).toBeTruthy();
  await waitFor(async () => {
    const stored = (await rendered.backend.client.settings.project({}))['draft.duplicates'];
    expect(stored).toMatchObject({
      setup: { near: 0.99, keeper: ['attempts', 'reviews', 'reference', 'oldest'] },
    });
  });

  fireEvent.click(screen.getByLabelText(/^Template families/));
  expect(await screen.findByText(/a family is never removed by itself/)).toBeTruthy();
  expect(await screen.findByText('Same text but for numbers, names or ids')).toBeTruthy();
  expect(screen.queryByText(/^Remove/)).toBeNull();
  expect(strip.textContent).toContain('0would be removed');
});

test('decides by keys: another keeper, keep only it, no duplicates, keep both', async () => {
  const rendered = await start();
  await screen.findByText('Keep S-0001 only');
  key('m', 'KeyM');
  await screen.findByText('Keep S-0002 only');
  key('1', 'Digit1');
  await screen.findByText('Keep S-0004 only');
  const { row } = await rendered.backend.client.samples.get({ sampleId: 2 });
  expect(row.decision).toBe('undecided');
  expect(await excluded(rendered)).toBe(2);
  key('n', 'KeyN');
  expect(await screen.findByText('No duplicates')).toBeTruthy();
  await rendered.backend.client.history.undo({});
  await screen.findByText('Keep S-0004 only');
  key('Enter', 'Enter');
  expect(await screen.findByText('All clusters are decided')).toBeTruthy();
  expect(await excluded(rendered)).toBe(2);
  await rendered.backend.importFile(rendered.backend.file('b.jsonl', line('A new one', 'Yes')));
  expect(await screen.findByText('1 sample came, went or changed since this was computed.')).toBeTruthy();
  expect(screen.getByText('Recompute now')).toBeTruthy();
});
