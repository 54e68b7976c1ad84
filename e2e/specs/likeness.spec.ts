import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { likenessOf } from '../pages/likeness.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' });

const THINGS = ['kettle', 'lamp', 'radio', 'fan', 'toaster', 'scale', 'clock', 'iron'];

/** A request that was answered with so many calls. */
function row(at: number, calls: number, opening: string): string {
  const steps = Array.from({ length: calls }, (_, call) => [
    {
      role: 'assistant',
      tool_calls: [{ id: `c${call}`, type: 'function', function: { name: 'find_order', arguments: `{"n":${call}}` } }],
    },
    { role: 'tool', tool_call_id: `c${call}`, content: 'found' },
  ]).flat();
  const content = `${opening} where is the ${THINGS[at % THINGS.length] ?? ''} of order ${at + 100}?`;
  return JSON.stringify({
    messages: [{ role: 'user', content }, ...steps, { role: 'assistant', content: 'On its way.' }],
  });
}

/** Production mostly calls tools, what was written by hand does not. */
async function makeProject(folders: Folders): Promise<string> {
  const file = path.join(folders.home, 'likeness.assay');
  const live = Array.from({ length: 120 }, (_, at) => row(at, at % 3 === 0 ? 0 : 2, 'Hello,'));
  const own = Array.from({ length: 80 }, (_, at) => row(at + 500, at % 4 === 0 ? 2 : 0, 'Tell me'));
  await writeFile(path.join(folders.home, 'live.jsonl'), `${live.join('\n')}\n`);
  await writeFile(path.join(folders.home, 'own.jsonl'), `${own.join('\n')}\n`);
  await runCli(folders, 'import', file, path.join(folders.home, 'live.jsonl'), path.join(folders.home, 'own.jsonl'));
  return file;
}

/** Serious faults of accessibility in either scheme. */
async function judge(page: Page, screen: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = grave.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
    expect.soft(told, `${screen}, ${scheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('marks production, shows the drift, opens what is behind a bar, adds what is missing and takes it back', async ({
  page,
  startHost,
  folders,
}) => {
  const host = await startHost({ file: await makeProject(folders) });
  const [part, shell, samples] = [likenessOf(page), shellOf(page), samplesOf(page)];
  await page.goto(host.link);
  await shell.goTo('Balance');

  await test.step('says what to do while no source is marked', async () => {
    await part.choose.click();
    await part.mark('live.jsonl').click();
    await expect(part.mark('live.jsonl')).toBeChecked();
    await part.dialog('Production sources').getByRole('button', { name: 'Close' }).last().click();
  });
  await test.step('measures by itself, here and in the sidebar', async () => {
    await expect(part.strip).toContainText(/0\.\d{3}/);
    await expect(part.card('Tool calls')).toContainText('1 to 3');
    await expect(shell.place('Balance')).toContainText(/0\.\d{3}/);
    await judge(page, 'likeness');
  });
  await test.step('opens the samples of a bar', async () => {
    await part
      .card('Tool calls')
      .getByRole('link', { name: /^1 to 3:/ })
      .click();
    await samples.expectTotal(20);
    await page.goBack();
  });
  await test.step('includes proposed samples, in one step that undo takes back', async () => {
    await part.propose('Tool calls, 1 to 3').click();
    const dialog = part.dialog(/^Add samples of Tool calls, 1 to 3/);
    await dialog.getByRole('textbox', { name: 'How many' }).fill('15');
    await dialog.getByRole('button', { name: 'Include 15 samples' }).click();
    await expect(shell.message('Include 15 samples of Tool calls: 1 to 3')).toBeVisible();
    await shell.undo.click();
    await expect(shell.message(/^Undone/)).toBeVisible();
  });
  await test.step('keeps a profile only, and says that texts are not measured', async () => {
    await page.getByRole('button', { name: 'Production sources', exact: true }).click();
    await part.dialog('Production sources').getByRole('button', { name: 'Keep a profile only of live.jsonl' }).click();
    await expect(part.dialog('Production sources')).toContainText('Profile only');
    await page.keyboard.press('Escape');
    await expect(page.getByText('live.jsonl: kept as counts only. Texts are not measured.')).toBeVisible();
  });
});

test('is chosen, measured and read by keyboard alone', async ({ page, startHost, folders }) => {
  const host = await startHost({ file: await makeProject(folders) });
  const [part, shell] = [likenessOf(page), shellOf(page)];
  await page.goto(host.link);
  await shell.goTo('Balance');
  await part.choose.focus();
  await page.keyboard.press('Enter');
  await part.mark('live.jsonl').focus();
  await page.keyboard.press('Space');
  await expect(part.mark('live.jsonl')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(part.strip).toContainText(/0\.\d{3}/);
  await part.card('Tool calls').getByRole('button', { name: 'Show as table' }).focus();
  await page.keyboard.press('Enter');
  await expect(part.card('Tool calls').getByRole('cell', { name: '66.7 %' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Measure likeness');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Measure again' })).toBeVisible();
});
