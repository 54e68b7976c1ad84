import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { BalancePage } from './BalancePage.tsx';

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

async function start(): Promise<Rendered> {
  const rendered = await renderWithBackend(<BalancePage />, {
    path: '/balance',
    prepare: async (b) => {
      const questions = (name: string, count: number): string =>
        Array.from({ length: count }, (_, at) => line(`${name} question ${at}`, 'yes')).join('\n');
      await b.importFile(b.file('many.jsonl', questions('Many', 6)));
      await b.importFile(b.file('few.jsonl', questions('Few', 2)));
      await b.client.settings.setProject({
        key: 'draft.balance',
        value: { facet: 'source', scope: '-decision:exclude', seed: null, size: null, quotas: {} },
      });
    },
  });
  open.push(rendered);
  return rendered;
}

test('previews the shortage while quotas are typed, and applies what was shown as one change', async () => {
  const { backend } = await start();
  fireEvent.change(await screen.findByLabelText('Quota of many.jsonl'), { target: { value: '3' } });
  fireEvent.change(await screen.findByLabelText('Quota of few.jsonl'), { target: { value: '5' } });
  expect(await screen.findByText('few.jsonl: 5 wanted, 2 to draw from, short by 3.')).toBeTruthy();
  const apply = await screen.findByRole<HTMLButtonElement>('button', { name: /Include 5, exclude 3/ });
  await waitFor(() => expect(apply.disabled).toBe(false));
  fireEvent.click(apply);
  await waitFor(async () =>
    expect((await backend.client.stats.get({})).decisions).toMatchObject({ include: 5, exclude: 3 }),
  );
  await backend.client.history.undo({});
  expect((await backend.client.stats.get({})).decisions['include'] ?? 0).toBe(0);
});

test('equal shares take what the rarest value can give, and the quotas are there again after a restart', async () => {
  const { backend } = await start();
  await screen.findByLabelText('Quota of many.jsonl');
  fireEvent.click(screen.getByRole('button', { name: 'Equal share' }));
  expect(await screen.findByRole('button', { name: /Include 4, exclude 4/ })).toBeTruthy();
  await waitFor(async () =>
    expect((await backend.client.settings.project({}))['draft.balance']).toMatchObject({
      quotas: { source: { 'many.jsonl': 2, 'few.jsonl': 2 } },
    }),
  );
});

test('a scope that is no filter says why and leaves the last one in use', async () => {
  await start();
  const scope = await screen.findByLabelText('Scope');
  fireEvent.change(scope, { target: { value: 'decision:(' } });
  await waitFor(() => expect(scope.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('8 samples in scope')).toBeTruthy();
});

test('without quotas there is nothing to apply', async () => {
  await start();
  const apply = await screen.findByRole<HTMLButtonElement>('button', { name: 'Set a quota first' });
  expect(apply.disabled).toBe(true);
});
