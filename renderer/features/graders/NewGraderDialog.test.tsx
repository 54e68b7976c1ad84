import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { freeName, NewGraderDialog } from './NewGraderDialog.tsx';
import { TemplateCards } from './TemplateCards.tsx';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

function Harness({ taken }: { readonly taken: readonly string[] }) {
  const [template, setTemplate] = useState<string | null>(null);
  return (
    <>
      <TemplateCards onPick={setTemplate} />
      {template === null ? null : (
        <NewGraderDialog
          template={template}
          taken={taken}
          onClose={() => setTemplate(null)}
          onCreated={() => setTemplate(null)}
        />
      )}
    </>
  );
}

async function start(taken: readonly string[] = []): Promise<Rendered> {
  const rendered = await renderWithBackend(<Harness taken={taken} />);
  open.push(rendered);
  return rendered;
}

test('a card of the empty screen becomes a grader whose Python may run at once', async () => {
  const { backend } = await start();
  fireEvent.click(await screen.findByRole('button', { name: /^F1 over file lists/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create grader' }));
  await waitFor(async () => expect(await backend.client.graders.list({})).toHaveLength(1));
  const [grader] = await backend.client.graders.list({});
  expect([grader?.name, grader?.type]).toEqual(['files_f1', 'python']);
  const { files } = await backend.client.graders.get({ graderId: grader!.id, version: null });
  const { python } = await backend.client.graders.check({ files });
  expect(python).toEqual([{ file: 'f1.py', trusted: true }]);
});

test('the name is free from the start, and a taken one is refused', async () => {
  await start(['exact']);
  fireEvent.click(await screen.findByRole('button', { name: /^Exact match/ }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('exact 2');
  fireEvent.change(name, { target: { value: 'exact' } });
  expect(await screen.findByText('There is a grader of this name already.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create grader' }).hasAttribute('disabled')).toBe(true);
});

test('names are counted on until one is free', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', ['a', 'a 2', 'a 4'])).toBe('a 3');
});
