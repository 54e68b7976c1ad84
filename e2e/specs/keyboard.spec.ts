import { readdir } from 'node:fs/promises';
import { expect, test } from '../fixtures/web-host.ts';
import { exportsOf } from '../pages/export.ts';
import { gradersOf } from '../pages/graders.ts';
import { reviewOf } from '../pages/review.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { welcomeOf } from '../pages/welcome.ts';
import type { Locator, Page } from '@playwright/test';

const MAX_STOPS = 60;

/** Tab until the element has the focus; it must be within reach. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `within ${MAX_STOPS} stops of the Tab key`).toBeFocused();
}

/** From here on nothing is clicked: only keys are pressed. */
test('the whole way by keyboard alone', async ({ page, host, folders }) => {
  test.slow();
  const [samples, shell, review, graders] = [samplesOf(page), shellOf(page), reviewOf(page), gradersOf(page)];
  const keys = page.keyboard;
  await page.goto(host.link);

  await test.step('opens the sample project', async () => {
    const { openSample } = welcomeOf(page);
    await expect(openSample).toBeEnabled();
    await tabTo(page, openSample);
    await keys.press('Enter');
    await expect(samples.rows.first()).toBeVisible();
  });

  await test.step('filters and moves', async () => {
    await keys.press('/');
    await expect(samples.search).toBeFocused();
    await keys.type('source:claims-triage.jsonl');
    await keys.press('Enter');
    await samples.expectTotal(60);
    await tabTo(page, samples.rows.first());
    await keys.press('Home');
    const title = samples.viewer.getByRole('heading', { level: 2 });
    const first = await title.textContent();
    await keys.press('j');
    await expect(title).not.toHaveText(first ?? '');
    await keys.press('k');
    await expect(title).toHaveText(first ?? '');
  });

  await test.step('excludes three and takes it back', async () => {
    await keys.press('x');
    await keys.press('Shift+ArrowDown');
    await keys.press('Shift+ArrowDown');
    await expect(samples.bulk).toHaveAccessibleName('3 selected');
    await keys.press('r');
    const excluded = samples.facet('Decision', '(?:Excluded|Rejected)');
    await expect(excluded).toHaveAccessibleName(/, 3 of 3 samples$/);
    await keys.press('Control+z');
    await expect(excluded).toHaveCount(0);
  });

  await test.step('reviews two', async () => {
    await keys.press('Control+4');
    await expect(review.decision.getByText('Ends in an error')).toBeVisible();
    await keys.press('3');
    await expect(review.score).toContainText('0.30');
    await keys.press('n');
    await expect(review.note).toBeFocused();
    await keys.type('Ends without an answer.');
    await keys.press('Escape');
    await expect(review.note).not.toBeFocused();
    await keys.press('r');
    await expect(review.progress('1 of 36')).toBeVisible();
    await keys.press('a');
    await expect(review.progress('2 of 36')).toBeVisible();
    await keys.press('u');
    await expect(review.progress('1 of 36')).toBeVisible();
  });

  await test.step('runs a grader and opens a bar', async () => {
    await keys.press('Control+k');
    await keys.type('file-selection');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByText('Grader: file-selection')).toBeVisible();
    // Samples come last; the choice starts anew then.
    await expect(palette.getByText('Show all in Samples')).toBeVisible();
    const chosen = palette.locator('[data-selected]').filter({ hasText: 'Grader: file-selection' });
    for (let step = 0; step < MAX_STOPS && (await chosen.count()) === 0; step++) await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(page.getByRole('button', { name: 'Grader file-selection, choose or change' })).toBeVisible();
    await graders.scoreAll();
    await tabTo(page, graders.bars.first(), 'Shift+Tab');
    await keys.press('Enter');
    await expect(page).toHaveURL((url) => /^score[@:]/.test(url.searchParams.get('filter') ?? ''));
    expect(await samples.total()).toBeGreaterThan(0);
  });

  await test.step('exports', async () => {
    const exports = exportsOf(page);
    await keys.press('Control+7');
    await expect(exports.write).toBeEnabled();
    await tabTo(page, exports.write);
    await keys.press('Enter');
    await expect(exports.file('train.jsonl')).toBeVisible();
    expect((await readdir(folders.documents, { withFileTypes: true })).some((entry) => entry.isDirectory())).toBe(true);
  });

  await expect(shell.place('Export')).toHaveAttribute('aria-current', 'page');
});
