import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/web-host.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { toolUseOf } from '../pages/tool-use.ts';

// A fade would be judged half way.
test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' });

async function judge(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    const told = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
    expect(told, scheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('compares two outcomes by mouse, and opens the samples behind a bar', async ({ page, demoHost }) => {
  const toolUse = toolUseOf(page);
  await page.goto(demoHost.link);
  await shellOf(page).goTo('Tool use');
  await expect(toolUse.tails('Calls per attempt')).toBeVisible();
  await toolUse.by.selectOption({ label: 'Outcome' });
  const groups = toolUse.groups('outcome');
  await groups.getByRole('checkbox', { name: 'Pick Partial to compare' }).check();
  await groups.getByRole('checkbox', { name: 'Pick Solved to compare' }).check();
  await page.getByRole('button', { name: 'Compare the two' }).click();
  await expect(toolUse.scope).toHaveValue('outcome:partial');
  await expect(toolUse.against).toHaveValue('outcome:success');
  await expect(toolUse.tails('Calls per attempt').getByRole('row')).toHaveCount(2);
  await test.step('shows the numbers of a chart as a table', async () => {
    const chart = toolUse.chart('Calls per attempt');
    await expect(chart).toHaveAttribute('aria-label', /^Calls per attempt\. Half are at most \d+ instead of \d+/);
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expect(chart.getByRole('columnheader')).toHaveText(['Value', 'This set', 'Other set, as if it had as many']);
    await chart.getByRole('button', { name: 'Show as chart' }).click();
  });
  await test.step('passes axe in both schemes', async () => judge(page));
  await test.step('opens exactly the samples of the longest attempts', async () => {
    await toolUse
      .chart('Calls per attempt')
      .getByRole('button', { name: /^9: \d+/ })
      .click();
    await expect(page).toHaveURL(/samples\?filter=id/);
    expect(await samplesOf(page).total()).toBeGreaterThan(0);
    await page.goBack();
    await expect(toolUse.against).toHaveValue('outcome:success');
  });
});

test('filters, compares and opens samples by keyboard', async ({ page, demoHost }) => {
  const toolUse = toolUseOf(page);
  await page.goto(demoHost.link);
  expect(await samplesOf(page).total()).toBeGreaterThan(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tool use');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  // Samples come last; the choice starts anew then.
  await expect(palette.getByText('Show all in Samples')).toBeVisible();
  const chosen = palette.locator('[data-selected]').filter({ hasText: 'Tool use' });
  for (let step = 0; step < 20 && (await chosen.count()) === 0; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toolUse.tails('Calls per attempt')).toBeVisible();
  await page.keyboard.press('/');
  await expect(toolUse.scope).toBeFocused();
  await page.keyboard.type('calls>=6');
  await expect(page).toHaveURL(/filter=calls/);
  await page.keyboard.press('Escape');
  await toolUse.scope.blur();
  await page.keyboard.press('c');
  await expect(toolUse.against).toBeFocused();
  await page.keyboard.type('calls<6 calls>0');
  await expect(toolUse.tails('Calls per attempt').getByRole('row')).toHaveCount(2);
  await toolUse.against.fill('wrong:');
  await expect(page.getByRole('status').filter({ hasText: 'wrong' })).toBeVisible();
  await toolUse.chart('Steps per attempt').getByRole('button', { name: /^4: / }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/samples\?filter=id/);
});

test('says what to do when there is nothing to count', async ({ page, demoHost }) => {
  const toolUse = toolUseOf(page);
  await page.goto(demoHost.link);
  await shellOf(page).goTo('Tool use');
  await toolUse.scope.fill('calls>500');
  await expect(page.getByRole('heading', { name: 'No attempt matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(toolUse.tails('Calls per attempt')).toBeVisible();
});
