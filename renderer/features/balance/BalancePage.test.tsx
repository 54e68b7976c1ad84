import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { BalancePage } from './BalancePage.tsx';
import { NO_DRAFT } from './quotas.ts';

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

async function start(draft: object = {}): Promise<Rendered> {
  const rendered = await renderWithBackend(<BalancePage />, {
    path: '/balance',
    prepare: async (b) => {
      const questions = (name: string, count: number): string =>
        Array.from({ length: count }, (_, at) => line(`${name} question ${at}`, 'yes')).join('\n');
      await b.importFile(b.file('many.jsonl', questions('Many', 6)));
      await b.importFile(b.file('few.jsonl', questions('Few', 2)));
      await b.client.settings.setProject({
        key: 'draft.balance',
        value: { ...NO_DRAFT, facets: ['source'], hasFloor: false, ...draft },
      });
    },
  });
  open.push(rendered);
  return rendered;
}

/** Roles are slow to ask for on a whole page. */
const apply = (): HTMLButtonElement | null => screen.getByText('Apply sampling').closest('button');
const stay = (count: number): HTMLElement => screen.getByText(`${count} stay`, { exact: false });

test('previews the shortage while targets are typed, and applies what was shown as one change', async () => {
  const { backend } = await start();
  fireEvent.change(await screen.findByLabelText('Target of many.jsonl'), { target: { value: '3' } });
  await waitFor(() => expect(screen.getByLabelText('Custom')).toHaveProperty('checked', true));
  fireEvent.change(await screen.findByLabelText('Target of few.jsonl'), { target: { value: '5' } });
  expect(await screen.findByText('few.jsonl: 5 wanted, 2 there to draw from. Short by 3.')).toBeTruthy();
  expect(screen.getByLabelText('5 stay, 0 are added and 3 are set aside')).toBeTruthy();
  await waitFor(() => expect(apply()?.disabled).toBe(false));
  fireEvent.click(screen.getByText('Apply sampling'));
  await waitFor(async () =>
    expect((await backend.client.stats.get({})).decisions).toMatchObject({ include: 5, exclude: 3 }),
  );
  await backend.client.history.undo({});
  expect((await backend.client.stats.get({})).decisions['include'] ?? 0).toBe(0);
});

test('aims for equal numbers, lowers targets to what there is, and remembers both', async () => {
  const { backend } = await start();
  await screen.findByLabelText('Target of many.jsonl');
  fireEvent.click(screen.getByLabelText('Equal'));
  expect(await screen.findByText('short by 2')).toBeTruthy();
  fireEvent.click(screen.getByText('Lower the targets to what there is'));
  await waitFor(() => expect(screen.queryByText('short by 2')).toBeNull());
  await waitFor(async () =>
    expect((await backend.client.settings.project({}))['draft.balance']).toMatchObject({
      aim: 'custom',
      quotas: {
        source: [
          { values: ['many.jsonl'], amount: 4 },
          { values: ['few.jsonl'], amount: 2 },
        ],
      },
    }),
  );
  fireEvent.click(screen.getByText('Reset'));
  await waitFor(() => expect(screen.getByLabelText('Production')).toHaveProperty('checked', true));
});

test('shares are parts of the target size, and every number leads to its samples', async () => {
  await start({
    aim: 'custom',
    unit: 'share',
    size: 4,
    quotas: {
      source: [
        { values: ['many.jsonl'], amount: 0.5 },
        { values: ['few.jsonl'], amount: 0.5 },
      ],
    },
  });
  expect(await screen.findByLabelText('Target of many.jsonl')).toHaveProperty('value', '50');
  const table = screen.getByLabelText('Quota by Source');
  const value = within(table).getByText('many.jsonl').closest('a');
  expect(value?.getAttribute('href')).toContain('source%3Amany.jsonl');
  expect(stay(4).closest('a')?.getAttribute('href')).toMatch(/^\/samples\?filter=id%3A/u);
});
