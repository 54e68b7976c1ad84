import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CommandKeys } from '../../app/CommandKeys.tsx';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { SplitPage } from './SplitPage.tsx';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const THINGS = ['kettle', 'lamp', 'chair', 'bicycle', 'phone', 'carpet', 'mirror', 'heater'];
const line = (question: string, answer: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });
/** The first two are alike but for one word. */
const ALIKE = (word: string): string =>
  `The parcel with the order of last week did not come although the driver says that it was left at the door of my neighbour, who knows nothing of it and was at home the whole day. Where is the ${word} now?`;
const LINES = [
  line(ALIKE('parcel'), 'At the depot.'),
  line(ALIKE('delivery'), 'On the van.'),
  ...THINGS.map((thing) =>
    line(`My ${thing} broke within ${thing.length} days, who pays?`, `We pay for the ${thing}.`),
  ),
].join('\n');

type Stage = 'imported' | 'split';

async function start(stage: Stage): Promise<Rendered> {
  const rendered = await renderWithBackend(
    <>
      <CommandKeys />
      <SplitPage />
    </>,
    {
      path: '/split',
      prepare: async (b) => {
        await b.importFile(b.file('a.jsonl', LINES));
        const { client } = b;
        await client.decisions.set({ target: { by: 'filter', filter: '' }, state: 'include' });
        if (stage === 'imported') return;
        const { rules } = await client.splits.get({});
        await client.splits.apply({ rules });
        await client.splits.move({ target: { by: 'ids', ids: [1] }, split: 'train' });
        await client.splits.move({ target: { by: 'ids', ids: [2] }, split: 'validation' });
      },
    },
  );
  open.push(rendered);
  return rendered;
}

const countsOf = async ({ backend }: Rendered): Promise<Record<string, number>> => {
  const { splits } = await backend.client.splits.get({});
  return Object.fromEntries(splits.map(({ split, count }) => [split, count]));
};

test('without samples says what goes here', async () => {
  open.push(await renderWithBackend(<SplitPage />, { path: '/split' }));
  expect(await screen.findByText('No samples to split yet')).toBeTruthy();
});

test('shows what the rules give before anything is split, and splits it as one change', async () => {
  const rendered = await start('imported');
  expect(await screen.findByText('10 accepted samples')).toBeTruthy();
  expect(await screen.findByText('Nothing is split yet. This is what the rules give.')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Validation share' }), { target: { value: '30 %' } });
  expect(await screen.findByRole('group', { name: '7 train, 3 validation, 0 test' })).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Split 10 samples' });
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(await countsOf(rendered)).toMatchObject({ train: 0, validation: 0 });
  fireEvent.click(button);
  expect(await screen.findByRole('link', { name: 'Open 7 samples in train' })).toBeTruthy();
  expect(await countsOf(rendered)).toMatchObject({ train: 7, validation: 3 });
  await rendered.backend.client.history.undo({});
  expect(await screen.findByText('Nothing is split yet. This is what the rules give.')).toBeTruthy();
});

test('locks a side, changes what stays together, tries another seed and discards it all but the lock', async () => {
  const rendered = await start('split');
  const lock = await screen.findByRole<HTMLInputElement>('switch', { name: 'Lock validation' });
  await waitFor(() => expect(lock.disabled).toBe(false));
  fireEvent.click(lock);
  expect(await screen.findByText(/locked and stay/)).toBeTruthy();
  const row = within(await screen.findByRole('group', { name: 'Keep together' }));
  fireEvent.click(await row.findByRole('button', { name: /^Stop keeping samples with the same conversation/i }));
  await waitFor(() => expect(row.getAllByRole('button', { name: /^Stop/ })).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'New seed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(row.getAllByRole('button', { name: /^Stop/ })).toHaveLength(2));
  const { splits } = await rendered.backend.client.splits.get({});
  const validation = splits.find(({ split }) => split === 'validation');
  expect(validation?.locked).toBe(validation?.count);
});

/** The first check of a process also reads the words of meaning. */
const CHECKED = { timeout: 60_000 };

test('checks on demand, shows the words that differ, moves as suggested, and accepts only with a reason', async () => {
  const rendered = await start('split');
  const { client } = rendered.backend;
  await screen.findByText('Never checked');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Check now' }))[0] as HTMLElement);
  const panel = await screen.findByRole('region', { name: 'S-0001 and S-0002' }, CHECKED);
  await waitFor(() => expect(panel.querySelectorAll('mark')).toHaveLength(2));
  expect([...panel.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['parcel', 'delivery']);

  const before = await countsOf(rendered);
  const [train = 0, validation = 0] = [before['train'], before['validation']];
  await screen.findByText(`Moving S-0002 leaves ${train + 1} train, ${validation - 1} validation.`);
  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM' });
  expect((await screen.findAllByText('No open leaks')).length).toBeGreaterThan(0);
  await client.history.undo({});
  expect(await screen.findAllByRole('button', { name: 'Move S-0002 to train' })).toHaveLength(2);
  expect(await countsOf(rendered)).toEqual(before);

  fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
  const dialog = await screen.findByRole('dialog', { name: 'Accept this leak' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept the leak' }));
  expect(await within(dialog).findByText('Say why both may stay.')).toBeTruthy();
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Two parcels.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept the leak' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Accepted 1' }));
  expect(await screen.findByText(/Two parcels\./)).toBeTruthy();
  expect((await client.leaks.summary({})).open).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Reopen S-0001 and S-0002' }));
  await waitFor(async () => expect((await client.leaks.summary({})).open).toBe(1));
}, 120_000);
