import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestBackend } from '../../../main/backend/testing/backend.ts';
import { CommandKeys } from '../../app/CommandKeys.tsx';
import { renderWithBackend, type Rendered, type RenderOptions } from '../../testing/render.tsx';
import { SamplesPage } from './SamplesPage.tsx';

const open: Rendered[] = [];

beforeEach(() => {
  // The test page has no layout: the table hears of a window.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900);
});
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
  vi.restoreAllMocks();
});

/** One line of a fine-tuning file: the last assistant turn becomes an attempt. */
function line(ask: string, answer: string): string {
  const call = { id: 'c1', type: 'function', function: { name: 'get_claim', arguments: '{"claim":"MC-1"}' } };
  return JSON.stringify({
    messages: [
      { role: 'user', content: ask },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '{"status":"open"}' },
      { role: 'assistant', content: answer },
    ],
  });
}
const ASKS = ['Hail on the bonnet', 'Storm took tiles', 'Glass is cracked', 'Marten bit a cable', 'Key was lost'];

async function importAsks(backend: TestBackend): Promise<void> {
  const lines = ASKS.map((ask, index) => line(ask, `Answer ${index + 1}`));
  await backend.importFile(backend.file('claims.jsonl', `${lines.join('\n')}\n`));
}

async function start(options: RenderOptions = {}): Promise<Rendered> {
  const rendered = await renderWithBackend(
    <>
      <CommandKeys />
      <SamplesPage />
    </>,
    { path: '/samples', prepare: importAsks, ...options },
  );
  open.push(rendered);
  return rendered;
}

function press(key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}): void {
  const target = document.activeElement ?? document.body;
  const code = /^[a-z]$/iu.test(key) ? `Key${key.toUpperCase()}` : key;
  fireEvent.keyDown(target, { key, code, ...more });
  fireEvent.keyUp(target, { key, code, ...more });
}
const rows = (): HTMLElement[] => screen.getAllByRole('row').filter((row) => row.hasAttribute('data-position'));
const readTitle = (): string =>
  screen.getByRole('region', { name: 'Trajectory' }).querySelector('h2')?.textContent ?? '';
const checkedRows = (): number => rows().filter((row) => row.getAttribute('aria-selected') === 'true').length;
async function loaded(): Promise<HTMLElement[]> {
  await screen.findByText('Hail on the bonnet', { selector: '[role="gridcell"] *' });
  await waitFor(() => expect(readTitle()).not.toBe(''));
  return rows();
}
async function decisions(rendered: Rendered): Promise<Record<string, number>> {
  return (await rendered.backend.client.stats.get({})).decisions;
}

test('lists the samples with their number of rows, and reads the first one', async () => {
  await start();
  const list = await loaded();
  expect(list).toHaveLength(5);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');
  expect(list[0]?.getAttribute('aria-rowindex')).toBe('2');
  expect(list[0]?.textContent).toContain(readTitle());
  expect(await screen.findByText('get_claim')).toBeDefined();
});

test('moves with J, K and the keys of a grid, and the trajectory follows', async () => {
  await start();
  const list = await loaded();
  const titles = list.map((row) => row.querySelector('[role="gridcell"] span span')?.textContent ?? '');
  press('j');
  await waitFor(() => expect(readTitle()).toBe(titles[1]));
  press('k');
  await waitFor(() => expect(readTitle()).toBe(titles[0]));
  list[0]?.focus();
  press('End');
  await waitFor(() => expect(readTitle()).toBe(titles[4]));
  expect(document.activeElement?.getAttribute('data-position')).toBe('4');
  press('Home');
  press('ArrowDown');
  await waitFor(() => expect(readTitle()).toBe(titles[1]));
});

test('checks with X, stretches with Shift and arrows, takes all with Ctrl A and nothing with Esc', async () => {
  await start();
  const list = await loaded();
  list[0]?.focus();
  press('x');
  await waitFor(() => expect(checkedRows()).toBe(1));
  press('ArrowDown', { shiftKey: true });
  await waitFor(() => expect(checkedRows()).toBe(2));
  press('ArrowDown', { shiftKey: true });
  await waitFor(() => expect(checkedRows()).toBe(3));
  press('ArrowUp', { shiftKey: true });
  await waitFor(() => expect(checkedRows()).toBe(2));
  press('a', { ctrlKey: true });
  expect(await screen.findByText('5 selected')).toBeDefined();
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('accepts all checked samples with one command, which one undo takes back', async () => {
  const rendered = await start();
  const list = await loaded();
  list[0]?.focus();
  press('a', { ctrlKey: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(async () => expect((await decisions(rendered))['include']).toBe(5));
  await rendered.backend.client.history.undo({});
  await waitFor(async () => expect((await decisions(rendered))['include'] ?? 0).toBe(0));
});

test('rejects the sample that is read with R when none is checked, and marks its row', async () => {
  const rendered = await start();
  await loaded();
  press('r');
  await waitFor(async () => expect((await decisions(rendered))['exclude']).toBe(1));
  await waitFor(() => expect(within(rows()[0]!).getByRole('img', { name: 'Rejected' })).toBeDefined());
});

test('asks for work with W: undecided, with an open flag, and one undo takes both back', async () => {
  const rendered = await start();
  await loaded();
  press('a');
  await waitFor(async () => expect((await decisions(rendered))['include']).toBe(1));
  press('w');
  const { client } = rendered.backend;
  await waitFor(async () => expect((await client.stats.get({})).flags['needs-work']).toBe(1));
  expect((await decisions(rendered))['include'] ?? 0).toBe(0);
  expect((await client.stats.get({})).flags['person'] ?? 0).toBe(0);
  expect(await screen.findByRole('button', { name: 'Flag: Needs work' })).toBeDefined();
  await client.history.undo({});
  expect((await client.stats.get({})).flags['needs-work'] ?? 0).toBe(0);
  expect((await decisions(rendered))['include']).toBe(1);
});

test('filters by typed words, keeps the filter in the address and shows it as a chip', async () => {
  const rendered = await start();
  await loaded();
  const field = screen.getByLabelText('Search or filter samples');
  fireEvent.change(field, { target: { value: 'storm' } });
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rendered.history.at(-1)).toContain('filter=storm');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter storm' }));
  await waitFor(() => expect(rows()).toHaveLength(5));
});

test('says what is wrong with a filter, keeps the list, and mends it with a click', async () => {
  await start();
  await loaded();
  const field = screen.getByLabelText<HTMLInputElement>('Search or filter samples');
  fireEvent.change(field, { target: { value: 'titel:storm' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(rows()).toHaveLength(5);
  fireEvent.click(await screen.findByRole('button', { name: 'Use “title”' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(field.value).toBe('title:storm');
});

test('filters by a facet value, and again without it', async () => {
  await start();
  await loaded();
  // Of two facets with this value, the tools called come first, the sets of tools later.
  const [value] = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^get_claim, 5 of 5 samples/u });
  const check = (): HTMLInputElement | undefined =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^get_claim/u })[0];
  if (value !== undefined) fireEvent.click(value);
  expect(await screen.findByRole('button', { name: 'Remove the filter tool get_claim' })).toBeDefined();
  await waitFor(() => expect(check()?.checked).toBe(true));
  const checked = check();
  if (checked !== undefined) fireEvent.click(checked);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Remove the filter/u })).toBeNull());
});

test('reaches every value of a long facet: those that are counted, and the rare ones by how they begin', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `kind-${String(index).padStart(2, '0')}`);
  const rendered = await start({
    prepare: async (backend) => {
      await importAsks(backend);
      const target = { by: 'filter', filter: '' } as const;
      for (let from = 0; from < names.length; from += 20) {
        await backend.client.tags.set({ target, add: names.slice(from, from + 20), remove: [] });
      }
    },
  });
  await loaded();
  fireEvent.click(await screen.findByRole('button', { name: 'Show all 60 values' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tags: all values' });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(50);
  expect(within(dialog).queryByRole('checkbox', { name: /^kind-59/u })).toBeNull();
  const find = within(dialog).getByRole('textbox', { name: 'Find a value of Tags' });
  fireEvent.change(find, { target: { value: 'kind-5' } });
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /^kind-59/u }));
  await waitFor(() => expect(rendered.history.at(-1)).toContain(encodeURIComponent('tag:kind-59')));
});

test('names the smallest change when nothing matches', async () => {
  await start({ path: '/samples?filter=storm%20decision:include' });
  expect(await screen.findByText('No sample matches all 2 conditions')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Drop “decision:include”' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('does not move rows away under the reader, but says that they no longer match', async () => {
  const rendered = await start({ path: '/samples?filter=decision:undecided' });
  await loaded();
  press('a');
  expect(await screen.findByText('1 row no longer matches')).toBeDefined();
  expect(rows()).toHaveLength(5);
  expect((await decisions(rendered))['include']).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('saves a view, and marks it when it is no longer what was saved', async () => {
  await start({ path: '/samples?filter=hail' });
  await loaded();
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the view');
  fireEvent.change(name, { target: { value: 'Hail' } });
  fireEvent.submit(name.form!);
  const tab = await screen.findByRole('button', { name: /^Hail/u, current: true });
  expect(within(tab).queryByRole('img', { name: 'changed' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Search or filter samples'), { target: { value: 'hail bonnet' } });
  await waitFor(() => expect(within(tab).getByRole('img', { name: 'changed' })).toBeDefined());
});

test('opens at a linked sample, also when the filter leaves it out', async () => {
  const first = await start({ path: '/samples?sample=3' });
  await loaded();
  await waitFor(() => expect(readTitle()).toBe('Glass is cracked'));
  await first.close();
  open.splice(0);
  await start({ path: '/samples?filter=storm&sample=3' });
  await waitFor(() => expect(screen.getByText('This sample is not in the view.')).toBeDefined());
  expect(readTitle()).toBe('Glass is cracked');
});

test('edits the reference with E, refuses text that is no JSON, and shows the change', async () => {
  const rendered = await start();
  await loaded();
  press('e');
  const field = await screen.findByLabelText('Reference, as JSON');
  fireEvent.change(field, { target: { value: '{"decision": oops}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('This is not JSON: line 1, column 14.')).toBeDefined();
  fireEvent.change(field, { target: { value: '{"decision": "approve"}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('button', { name: /decision/u })).toBeDefined();
  const { reference } = await rendered.backend.client.samples.get({ sampleId: 5 });
  expect(reference).toEqual({ decision: 'approve' });
});

test('fills an empty project by hand', async () => {
  const rendered = await start({ prepare: async () => undefined });
  fireEvent.click(await screen.findByRole('button', { name: 'Write a sample' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Make sample' }));
  expect(await screen.findByText('Write at least one turn.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Is hail covered?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make sample' }));
  expect(await screen.findByRole('grid')).toBeDefined();
  expect((await rendered.backend.client.projects.info({})).samples).toBe(1);
});
