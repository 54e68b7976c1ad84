import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { balanceOf } from '../pages/balance.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' });

const rows = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ messages: [{ role: 'user', content: `${name} asks about order ${at * 37}` }], answer: `${at}` }),
  ).join('\n');

async function makeProject(folders: Folders): Promise<string> {
  const file = path.join(folders.home, 'lopsided.assay');
  const files = ['many.jsonl', 'few.jsonl'].map((name) => path.join(folders.home, name));
  await writeFile(files[0] ?? '', rows('Mara', 24));
  await writeFile(files[1] ?? '', rows('Faro', 6));
  await runCli(folders, 'import', file, ...files);
  return file;
}

/** Serious faults of accessibility in either scheme. */
async function judge(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = grave.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect.soft(told, scheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('balances by mouse: quotas, shortage, what stays and goes, one undo', async ({ page, startHost, folders }) => {
  test.slow();
  const host = await startHost({ file: await makeProject(folders) });
  const [balance, shell, samples] = [balanceOf(page), shellOf(page), samplesOf(page)];
  await page.goto(host.link);
  await shell.goTo('Balance');
  await expect(balance.fact).toHaveText('30 samples, none accepted yet');

  await test.step('a facet gives one quota for each of its values', async () => {
    await balance.panel.getByRole('combobox', { name: 'Quota by' }).click();
    await page.getByRole('option', { name: 'Source', exact: true }).click();
    await balance.aim('Equal').click();
    await expect(balance.target('many.jsonl')).toHaveValue('15');
    await expect(balance.panel.getByText('few.jsonl: 15 wanted, 6 there to draw from. Short by 9.')).toBeVisible();
    await expect(balance.counts).toContainText('21 stay');
  });
  await test.step('passes axe in both schemes', async () => judge(page));
  await test.step('an own target makes the aim custom, and applying is one change', async () => {
    await balance.target('many.jsonl').fill('5');
    await balance.target('few.jsonl').fill('4');
    await expect(balance.counts).toContainText('9 stay');
    await expect(balance.counts).toContainText('21 set aside');
    await balance.apply.click();
    await expect(balance.fact).toHaveText('9 accepted samples');
    await expect(balance.apply).toBeDisabled();
  });
  await test.step('what stays can be opened', async () => {
    await balance.counts.getByRole('link', { name: '9 stay' }).click();
    await samples.expectTotal(9);
    await page.goBack();
    await expect(balance.fact).toHaveText('9 accepted samples');
  });
  await test.step('one undo takes it back', async () => {
    await page.keyboard.press('Control+z');
    await expect(balance.fact).toHaveText('30 samples, none accepted yet');
  });
});

test('balances by keyboard', async ({ page, startHost, folders }) => {
  test.slow();
  const host = await startHost({ file: await makeProject(folders) });
  const [balance, shell] = [balanceOf(page), shellOf(page)];
  await page.goto(host.link);
  await shell.goTo('Balance');
  await expect(balance.fact).toHaveText('30 samples, none accepted yet');
  const size = balance.panel.getByLabel('Target size', { exact: true });
  await size.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('10');
  await expect(balance.counts).toContainText('10 stay');
  const slider = balance.panel.getByRole('slider', { name: 'Target size by slider' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(size).toHaveValue('11');
  await expect(balance.counts).toContainText('11 stay');
  await page.keyboard.press('Control+Enter');
  await expect(balance.fact).toHaveText('11 accepted samples');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Reset sampling');
  await page.keyboard.press('Enter');
  await expect(size).toHaveValue('11');
  await page.reload();
  await expect(balance.fact).toHaveText('11 accepted samples');
});
