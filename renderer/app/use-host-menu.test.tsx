import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../testing/render.tsx';
import { App } from './App.tsx';

const open: Rendered[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

/** @returns whether leaving the page now would ask first */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('leaving the page asks while a job runs, and not after it', async () => {
  const rendered = await renderWithBackend(<App />, {
    hasProject: false,
    path: '/history',
    prepare: async ({ client, file, ref }) => {
      const lines = Array.from({ length: 8_000 }, (_, at) =>
        JSON.stringify({ messages: [{ role: 'user', content: `What is ${at} plus one?` }], answer: at + 1 }),
      );
      const path = file('long.jsonl', `${lines.join('\n')}\n`);
      await client.sources.import({ policy: 'good', files: [{ fileRef: ref(path), options: {} }] });
    },
  });
  open.push(rendered);
  await screen.findByRole('button', { name: /^Jobs, 1 running$/u });
  expect(asksBeforeLeaving()).toBe(true);
  await screen.findByRole('button', { name: /^Jobs, 0 running$/u }, { timeout: 25_000 });
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});
