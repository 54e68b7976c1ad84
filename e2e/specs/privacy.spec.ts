import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { exportsOf } from '../pages/export.ts';
import { privacyOf } from '../pages/privacy.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const VALUES = {
  mail: 'mira.holm@fjordmail.example',
  phone: '+49 30 901820',
  key: 'sk-proj-Qd83jfKs02mLpQwZxY7vT3aBcD4eF5gH6',
} as const;
const ROWS = [
  { ask: `Write to ${VALUES.mail} about the delay`, answer: `Wrote to ${VALUES.mail}` },
  { ask: `Call ${VALUES.phone} before noon`, answer: 'Called' },
  { ask: `Rotate the key ${VALUES.key} today`, answer: 'Rotated' },
  { ask: 'What is the capital of Norway', answer: 'Oslo' },
].map(({ ask, answer }) => JSON.stringify({ messages: [{ role: 'user', content: ask }], answer }));

async function makeProject(folders: Folders): Promise<string> {
  const rows = path.join(folders.home, 'rows.jsonl');
  const file = path.join(folders.home, 'private.assay');
  await writeFile(rows, `${ROWS.join('\n')}\n`);
  await runCli(folders, 'import', file, rows);
  return file;
}

test('finds personal data, masks it, undoes that, masks again and exports none of it', async ({
  page,
  startHost,
  folders,
}) => {
  const host = await startHost({ file: await makeProject(folders) });
  const privacy = privacyOf(page);
  const shell = shellOf(page);
  await page.goto(host.link);
  await samplesOf(page).expectTotal(4);
  await shell.goTo('Personal data');
  await privacy.scanned();
  await expect(privacy.list.getByRole('row')).toHaveCount(4);

  await test.step('reads a finding as it will be, by keyboard', async () => {
    await privacy.finding(VALUES.phone).click();
    await expect(privacy.preview).toContainText('Call PHONE_1 before noon');
    await page.keyboard.press('b');
    await expect(privacy.preview).toContainText(`Call ${VALUES.phone} before noon`);
    await page.keyboard.press('o');
    await expect(samplesOf(page).viewer.getByTitle('Personal data, Phone number')).toHaveText(VALUES.phone);
    await page.goBack();
    await expect(privacy.list).toBeVisible();
  });
  await test.step('passes axe in both schemes', async () => judge(page));
  await test.step('masks, undoes and masks again', async () => {
    await page.keyboard.press('m');
    await privacy.confirm(/^Mask 4 findings/);
    await expect(page.getByRole('heading', { name: 'No open findings' })).toBeVisible();
    await shell.undo.click();
    await expect(privacy.list.getByRole('row')).toHaveCount(4);
    await privacy.mask.click();
    await privacy.confirm(/^Mask 4 findings/);
    await expect(page.getByRole('heading', { name: 'No open findings' })).toBeVisible();
  });
  await test.step('exports tokens only', async () => {
    const exports = exportsOf(page);
    await shell.goTo('Export');
    await page.getByRole('button', { name: /^Use all 4 samples/ }).click();
    await expect(shell.main.getByText('Open personal data')).toBeVisible();
    await expect(exports.write).toBeEnabled();
    await exports.write.click();
    await expect(exports.done).toBeVisible();
    const text = await packageText(folders);
    expect(text).toContain('EMAIL_1');
    for (const value of Object.values(VALUES)) expect(text).not.toContain(value);
  });
});

test('purges a value everywhere and says that nothing is left', async ({ page, startHost, folders }) => {
  const file = await makeProject(folders);
  const host = await startHost({ file });
  const privacy = privacyOf(page);
  await page.goto(host.link);
  await shellOf(page).goTo('Personal data');
  await privacy.scanned();
  await privacy.more('Purge a person’s data');
  const dialog = page.getByRole('dialog', { name: 'Purge a person’s data' });
  await dialog.getByRole('textbox', { name: /^Values/ }).fill(VALUES.mail);
  await expect(dialog.getByText('1 sample holds it or would be deleted')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Purge for good' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: /^Type purge/ }).fill('purge');
  await dialog.getByRole('button', { name: 'Purge for good' }).click();
  await expect(page.getByText(/^Nothing is left/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(privacy.finding(VALUES.phone)).toBeVisible();
  await expect(privacy.finding(VALUES.mail)).toHaveCount(0);
  expect((await readFile(file)).includes(VALUES.mail)).toBe(false);
});

/** Everything that was written. */
async function packageText(folders: Folders): Promise<string> {
  const names = await readdir(folders.documents, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && /\.(?:jsonl|json|md)$/.test(entry.name));
  const texts = await Promise.all(
    files.map(async (entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')),
  );
  return texts.join('\n');
}

async function judge(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const grave = violations.filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || /^(?:region|landmark-.*)$/.test(id),
    );
    const told = grave.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect.soft(told, `personal data, ${colorScheme}: serious faults of accessibility`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
