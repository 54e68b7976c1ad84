import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { DUPLICATE_SAMPLES } from '../pages/duplicate-samples.ts';
import { duplicatesOf } from '../pages/duplicates.ts';
import { shellOf } from '../pages/shell.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MAX_STOPS = 40;

async function makeProject(folders: Folders): Promise<string> {
  const rows = path.join(folders.home, 'rows.jsonl');
  const file = path.join(folders.home, 'alike.assay');
  await writeFile(rows, DUPLICATE_SAMPLES.map((row) => JSON.stringify(row)).join('\n'));
  await runCli(folders, 'import', file, rows);
  return file;
}

test('finds, compares and removes duplicates by mouse, and takes it back', async ({ page, startHost, folders }) => {
  test.slow();
  const host = await startHost({ file: await makeProject(folders) });
  const [duplicates, shell] = [duplicatesOf(page), shellOf(page)];
  await page.goto(host.link);
  await shell.goTo('Duplicates');
  await duplicates.find.click();
  await duplicates.scanned();
  await expect(duplicates.fact).toHaveText('3 clusters hold 9 of 16 samples');
  await expect(duplicates.consequence).toContainText('6would be removed');

  await test.step('a threshold shows what it would do, and what it means', async () => {
    await duplicates.slider('Semantic').click();
    await drag(page, duplicates.threshold, 400);
    await expect(duplicates.consequence).toContainText('5would be removed');
    await expect(shell.main.getByText('15 texts by Universal Sentence Encoder')).toBeVisible();
    await duplicates.exactNumber.fill('0.80');
    await expect(duplicates.fact).toHaveText('4 clusters hold 11 of 16 samples');
  });
  await test.step('passes axe in both schemes', async () => judge(page));
  await test.step('keeps another sample than the rule says', async () => {
    await duplicates.action('Compare S-0002').click();
    await expect(duplicates.side('S-0002').getByText(/^Linked: meaning 0\.9\d by the Universal/)).toBeVisible();
    await expect(duplicates.side('S-0002').locator('mark', { hasText: '50932' })).toBeVisible();
    await expect(shell.main.getByText(/The references differ/)).toBeVisible();
    await duplicates.keeper('S-0002').click();
    await expect(duplicates.keeper('S-0002')).toBeChecked();
    await duplicates.action(/^Keep S-0002 only/).click();
    await expect(duplicates.open).toContainText('Windscreen chip');
    await expect(duplicates.fact).toHaveText('3 clusters hold 6 of 12 samples');
    await undo(page, 'Merge 4 duplicates as attempts');
    await expect(duplicates.fact).toHaveText('4 clusters hold 11 of 16 samples');
  });
  await test.step('keeps both, and says that two are no duplicates', async () => {
    await duplicates.cluster('Windscreen chip').click();
    await duplicates.action(/^Keep both/).click();
    await expect(duplicates.fact).toHaveText('3 clusters hold 9 of 16 samples');
    await expect(duplicates.open).toContainText('A storm tore tiles');
    await duplicates.action(/^Not duplicates/).click();
    await expect(duplicates.fact).toHaveText('2 clusters hold 7 of 16 samples');
  });
  await test.step('families are shown and never removed', async () => {
    await duplicates.kind('Template families').click();
    await expect(duplicates.cluster('Status request')).toBeVisible();
    await expect(duplicates.remove).toHaveCount(0);
    await duplicates.kind('All').click();
  });
  await test.step('removes the rest at once, and one undo brings it back', async () => {
    await duplicates.remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 5 samples' }).click();
    await expect(shell.main.getByRole('heading', { name: 'All clusters are decided' })).toBeVisible();
    await undo(page, 'Merge 5 duplicates as attempts');
    await expect(duplicates.fact).toHaveText('2 clusters hold 7 of 16 samples');
  });
});

/** From the screen on nothing is clicked: only keys are pressed. */
test('the same by keyboard alone', async ({ page, startHost, folders }) => {
  const host = await startHost({ file: await makeProject(folders) });
  test.slow();
  const [duplicates, shell, keys] = [duplicatesOf(page), shellOf(page), page.keyboard];
  await page.goto(host.link);
  await shell.goTo('Duplicates');

  await test.step('scans and sets a threshold', async () => {
    await tabTo(page, duplicates.find);
    await keys.press('Enter');
    await duplicates.scanned();
    await tabTo(page, duplicates.threshold, 'Shift+Tab');
    await keys.press('Home');
    await expect(duplicates.exactNumber).toHaveValue('0.50');
    await keys.press('ArrowRight');
    await expect(duplicates.exactNumber).toHaveValue('0.51');
    await keys.press('End');
    await expect(duplicates.exactNumber).toHaveValue('1.00');
    await tabTo(page, duplicates.exactNumber, 'Shift+Tab');
    // The numbers of the last threshold may come while it is typed.
    await expect(async () => {
      await keys.press('Control+a');
      await keys.type('0.80');
      await keys.press('Enter');
      await expect(duplicates.threshold).toHaveAttribute('aria-valuenow', '0.8', { timeout: 2_000 });
    }).toPass();
    await tabTo(page, duplicates.cluster('Claim MC-48213'));
    await keys.press('Enter');
    await expect(duplicates.fact).toHaveText('3 clusters hold 9 of 16 samples');
  });
  await test.step('moves, makes another sample the keeper and keeps only it', async () => {
    await keys.press('ArrowRight');
    await expect(duplicates.side('S-0005')).toBeVisible();
    await keys.press('m');
    await expect(duplicates.keeper('S-0005')).toBeChecked();
    await keys.press('1');
    await expect(duplicates.fact).toHaveText('2 clusters hold 4 of 12 samples');
    await keys.press('Control+z');
    await expect(duplicates.fact).toHaveText('3 clusters hold 9 of 16 samples');
  });
  await test.step('keeps both and says that two are no duplicates', async () => {
    await keys.press('j');
    await expect(duplicates.open).toContainText('Windscreen chip');
    await expect(duplicates.side('S-0007')).toBeVisible();
    await keys.press('b');
    await expect(duplicates.open).toContainText('A storm tore tiles');
    await expect(duplicates.side('S-0009')).toBeVisible();
    await keys.press('n');
    await expect(duplicates.fact).toHaveText('1 cluster holds 5 of 16 samples');
  });
  await test.step('removes all and takes it back', async () => {
    await tabTo(page, duplicates.remove, 'Shift+Tab');
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove 4 samples?' });
    await tabTo(page, dialog.getByRole('button', { name: 'Remove 4 samples' }));
    await keys.press('Enter');
    await expect(shell.main.getByRole('heading', { name: 'All clusters are decided' })).toBeVisible();
    await keys.press('Control+z');
    await expect(duplicates.fact).toHaveText('1 cluster holds 5 of 16 samples');
  });
});

/** Presses Undo in the message of one change; those of earlier ones may still be there. */
async function undo(page: Page, change: string): Promise<void> {
  await shellOf(page).message(change).getByRole('button', { name: /^Undo/ }).click();
}

async function drag(page: Page, thumb: Locator, by: number): Promise<void> {
  const box = await thumb.boundingBox();
  if (box === null) throw new Error('The slider is not there.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

/** Tab until the element has the focus; it must be within reach. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `within ${MAX_STOPS} stops of the Tab key`).toBeFocused();
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
    expect.soft(told, `duplicates, ${colorScheme}: serious faults of accessibility`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
