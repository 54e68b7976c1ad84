import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TestBackend } from '../../main/backend/testing/backend.ts';
import { renderWithBackend, type Rendered } from '../testing/render.tsx';
import { App } from './App.tsx';

const open: Rendered[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const LINES = 8_000;

/** Starts an import and closes its project before it is through, as a power cut would. */
async function cutOff({ client, file, ref }: TestBackend): Promise<void> {
  const lines = Array.from({ length: LINES }, (_, at) =>
    JSON.stringify({ messages: [{ role: 'user', content: `What is ${at} plus one?` }], answer: at + 1 }),
  );
  const path = file('cut.jsonl', `${lines.join('\n')}\n`);
  const { jobId } = await client.sources.import({ policy: 'good', files: [{ fileRef: ref(path), options: {} }] });
  await waitFor(async () => expect((await client.jobs.get({ jobId })).done).toBeGreaterThan(0), { interval: 10 });
  await client.projects.close({});
}

async function start(): Promise<Rendered> {
  const rendered = await renderWithBackend(<App />, { hasProject: false, path: '/collect', prepare: cutOff });
  open.push(rendered);
  return rendered;
}
const banner = async (): Promise<HTMLElement> => {
  const text = await screen.findByText(/^Import cut\.jsonl stopped when Assay ended\./u);
  // The text stands in its banner.
  return text.parentElement!;
};

test('an import that was cut off can be gone on with, on every screen', async () => {
  await start();
  fireEvent.click(within(await banner()).getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(screen.queryByText(/stopped when Assay ended/u)).toBeNull());
  expect(await screen.findByRole('link', { name: /^Samples\s*8,000$/u }, { timeout: 25_000 })).toBeDefined();
});

test('an import that was cut off can be undone', async () => {
  await start();
  expect((await screen.findAllByText('Stopped, not complete'))[0]).toBeDefined();
  fireEvent.click(within(await banner()).getByRole('button', { name: 'Undo the import' }));
  await waitFor(() => expect(screen.queryByText(/stopped when Assay ended/u)).toBeNull());
  expect(await screen.findByRole('link', { name: /^Samples\s*0$/u })).toBeDefined();
  expect(screen.queryByText('cut.jsonl')).toBeNull();
});
