import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { exportsOf } from '../pages/export.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { splitOf, type Split } from '../pages/split.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' });

/** Six tasks, each asked twice with another last word: half of them land on both sides. */
const TASKS = [
  'The kettle that was delivered on Monday leaks from the spout whenever it is filled above the mark, and the shop around the corner wants to see the receipt before it takes it back. Answer the customer about the',
  'Two passengers of the night train to Vienna missed their connection because of a signal fault near Passau, and the conductor wrote the delay on their tickets by hand. Work out what is owed for the',
  'A tenant reports that the radiator in the bedroom stays cold although every other one is warm, the boiler was serviced last month and the pressure is normal. Plan the visit and order the',
  'The choir rents the town hall each Thursday evening but next month the council needs the room for a vote, so forty singers have nowhere to rehearse for the summer concert. Find another place and book the',
  'Our bakery sold ninety loaves of rye on Saturday, half as many on Sunday and none on Monday since the oven was being repaired, and flour has become a tenth more expensive. Compute the margin of the',
  'In the laboratory the second freezer raised an alarm at four in the morning, its temperature rose to minus fifty degrees and fell again before anybody arrived. Decide what happens with the',
];
const WORDS = ['first', 'second'];
const ROWS = TASKS.flatMap((ask, at) =>
  WORDS.map((word) =>
    JSON.stringify({ messages: [{ role: 'user', content: `${ask} ${word}` }], answer: `${word} answer to task ${at}` }),
  ),
);

async function makeProject(folders: Folders): Promise<string> {
  const rows = path.join(folders.home, 'rows.jsonl');
  const file = path.join(folders.home, 'split.assay');
  await writeFile(rows, `${ROWS.join('\n')}\n`);
  await runCli(folders, 'import', file, rows);
  return file;
}

/** Serious faults of accessibility in either scheme. */
async function judge(page: Page, screen: string, part = 'body'): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .include(part);
    const { violations } = await axe.analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = grave.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect.soft(told, `${screen}, ${scheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Checks for leaks and waits for the pairs. @returns how many are open */
async function leaksOf(split: Split): Promise<number> {
  await expect(split.rows.first()).toBeVisible();
  const count = await split.rows.count();
  await split.expectOpen(count);
  return count;
}

test('splits, locks, checks, moves, accepts, undoes, and exports once nothing leaks', async ({
  page,
  startHost,
  folders,
}) => {
  test.slow();
  const host = await startHost({ file: await makeProject(folders) });
  const [split, shell, samples, exports] = [splitOf(page), shellOf(page), samplesOf(page), exportsOf(page)];
  await page.goto(host.link);
  await samples.expectTotal(12);
  await samples.grid.getByRole('checkbox', { name: 'Check all 12 samples' }).click();
  await samples.bulk.getByRole('button', { name: /^Accept/ }).click();
  await shell.goTo('Split');

  await test.step('splits in half as previewed', async () => {
    await split.share('Validation').fill('50');
    await expect(split.side('6 train, 6 validation, 0 test')).toBeVisible();
    await expect(split.again).toHaveText('Split 12 samples');
    await split.again.click();
    await expect(shell.place('Split')).toContainText('6 / 6');
  });
  await test.step('locks what is held out', async () => {
    await split.lock('validation').click({ force: true });
    await expect(page.getByText('6 of 12 are locked and stay when you split again.')).toBeVisible();
    await shell.undo.click();
    await expect(split.lock('validation')).not.toBeChecked();
  });
  await test.step('finds the tasks that are on both sides', async () => {
    await split.check.first().click();
  });
  const open = await leaksOf(split);
  await test.step('keeps them from being exported', async () => {
    await judge(page, 'leaks');
    await shell.goTo('Export');
    await expect(
      page.getByText(new RegExp(`^${open} pairs? of samples leaks? between the splits`)).first(),
    ).toBeVisible();
    await expect(exports.write).toBeDisabled();
    await shell.goTo('Split');
  });
  await test.step('moves one as suggested and takes it back', async () => {
    await split.current.getByRole('button', { name: /^Move S-\d+ to train$/ }).click();
    await split.expectOpen(open - 1);
    await shell.undo.click();
    await split.expectOpen(open);
  });
  await test.step('accepts one with a reason', async () => {
    await page.getByRole('button', { name: 'Accept with a reason' }).click();
    const dialog = split.dialog('Accept this leak');
    await dialog.getByRole('button', { name: 'Accept the leak' }).click();
    await expect(dialog.getByText('Say why both may stay.')).toBeVisible();
    await judge(page, 'accept a leak', '[role="dialog"]');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two orders of one customer.');
    await dialog.getByRole('button', { name: 'Accept the leak' }).click();
    await split.expectOpen(open - 1);
  });
  await test.step('fixes the rest at once and exports', async () => {
    await page.getByRole('button', { name: /^Keep clusters and groups together, fixes/ }).click();
    await split.expectOpen(0);
    await page.getByText('Accepted 1', { exact: true }).click();
    await expect(page.getByText(/Two orders of one customer\./)).toBeVisible();
    await shell.goTo('Export');
    await expect(exports.write).toBeEnabled();
    await exports.write.click();
    await expect(exports.file('train.jsonl')).toBeVisible();
  });
});

const MAX_STOPS = 80;
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `within ${MAX_STOPS} stops of the Tab key`).toBeFocused();
}

/** From here on nothing is clicked: only keys are pressed. */
test('the same by keyboard alone', async ({ page, startHost, folders }) => {
  test.slow();
  const host = await startHost({ file: await makeProject(folders) });
  const [split, shell, samples, exports] = [splitOf(page), shellOf(page), samplesOf(page), exportsOf(page)];
  const keys = page.keyboard;
  await page.goto(host.link);
  await samples.expectTotal(12);
  await tabTo(page, samples.grid.getByRole('checkbox', { name: 'Check all 12 samples' }));
  await keys.press('Space');
  await tabTo(page, samples.bulk.getByRole('button', { name: /^Accept/ }));
  await keys.press('Enter');
  await expect(samples.facet('Decision', 'Included')).toHaveAccessibleName(/, 12 of 12 samples$/);
  await tabTo(page, shell.place('Split'));
  await keys.press('Enter');

  await test.step('splits and locks', async () => {
    await tabTo(page, split.share('Validation'));
    await keys.press('Control+a');
    await keys.type('50');
    await expect(split.side('6 train, 6 validation, 0 test')).toBeVisible();
    await keys.press('Escape');
    await tabTo(page, split.again);
    await keys.press('Enter');
    await tabTo(page, split.lock('train'));
    await keys.press('Space');
    await expect(split.lock('train')).toBeChecked();
    await keys.press('Control+z');
    await expect(split.lock('train')).not.toBeChecked();
  });
  await test.step('checks and reads', async () => {
    await keys.press('c');
  });
  const open = await leaksOf(split);
  await test.step('goes through the pairs', async () => {
    await tabTo(page, split.current);
    const first = await split.current.textContent();
    await keys.press('j');
    await expect(split.current).not.toHaveText(first ?? '');
    await expect(split.current).toBeFocused();
    await keys.press('ArrowUp');
    await expect(split.current).toHaveText(first ?? '');
    await keys.press('Enter');
    await expect(split.dialog(/side by side$/)).toBeVisible();
    await keys.press('Escape');
    await expect(split.dialog(/side by side$/)).toHaveCount(0);
  });
  await test.step('moves, undoes, accepts and fixes', async () => {
    await keys.press('m');
    await split.expectOpen(open - 1);
    await keys.press('Control+z');
    await split.expectOpen(open);
    await keys.press('a');
    await expect(split.dialog('Accept this leak').getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await keys.type('Two orders of one customer.');
    await keys.press('Control+Enter');
    await split.expectOpen(open - 1);
    await keys.press('Control+Enter');
    await split.expectOpen(0);
  });
  await test.step('may export', async () => {
    await keys.press('Control+7');
    await expect(exports.write).toBeEnabled();
  });
});
