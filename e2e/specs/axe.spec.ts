import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/web-host.ts';
import { collectOf } from '../pages/collect.ts';
import { exportsOf } from '../pages/export.ts';
import { gradersOf } from '../pages/graders.ts';
import { reviewOf } from '../pages/review.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { welcomeOf } from '../pages/welcome.ts';

// A fade would be judged half way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DIALOG = '[role="dialog"]';

/**
 * Judges a screen in both schemes; the dark one changes nothing but colours. What lies behind a dialog was judged before.
 * Fails softly, so that one run tells of all screens.
 */
async function judge(page: Page, screen: string, part?: string): Promise<void> {
  const analyse = async (scheme: 'light' | 'dark', rules: readonly string[] = []): Promise<void> => {
    // Legacy: judged in the page itself, which has no foreign frames, instead of passing every result through a second page.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (part !== undefined) axe.include(part);
    if (rules.length > 0) axe.withRules([...rules]);
    const { violations } = await axe.analyze();
    const grave = violations.filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || /^(?:region|landmark-.*)$/.test(id),
    );
    const told = grave.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect.soft(told, `${screen}, ${scheme}: serious faults of accessibility`).toEqual([]);
  };
  const turn = async (scheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  };
  await analyse('light');
  await turn('dark');
  await analyse('dark', ['color-contrast', 'link-in-text-block']);
  await turn('light');
}

test.describe('axe finds nothing serious in', () => {
  test.use({ colorScheme: 'light' });
  // Judging a full screen takes seconds of computing.
  test.beforeEach(() => test.slow());

  test('welcome, its dialogs and settings', async ({ page, host }) => {
    const welcome = welcomeOf(page);
    await page.goto(host.link);
    await expect(welcome.openSample).toBeVisible();
    await judge(page, 'welcome');
    await welcome.openProject.click();
    await expect(page.getByRole('dialog', { name: 'Open a project' })).toBeVisible();
    await judge(page, 'open a project', DIALOG);
    await page.keyboard.press('Escape');
    await welcome.newProject.click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await expect(dialog).toBeVisible();
    await judge(page, 'new project', DIALOG);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Empty');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
    await judge(page, 'an empty project');
  });

  test('samples, their editor, the palette and the shortcuts', async ({ page, demoHost }) => {
    const samples = samplesOf(page);
    await page.goto(demoHost.link);
    await samples.filter('source:claims-triage.jsonl');
    await samples.expectTotal(60);
    await samples.check(1).click();
    await expect(samples.bulk).toBeVisible();
    await expect(samples.viewer.getByRole('article').first()).toBeVisible();
    await judge(page, 'samples');
    await samples.bulk.getByRole('button', { name: 'Clear' }).click();
    await samples.viewer.getByRole('button', { name: 'More for this sample' }).click();
    await page.getByRole('menuitem', { name: 'Edit sample' }).click();
    await expect(page.getByRole('dialog', { name: /^Edit S-/ })).toBeVisible();
    await judge(page, 'sample editor', DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hail');
    await expect(
      page.getByRole('dialog', { name: 'Command palette' }).getByText('claims-triage.jsonl').first(),
    ).toBeVisible();
    await judge(page, 'palette', DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await judge(page, 'shortcuts', DIALOG);
  });

  test('duplicates, balance, split, review, report, history and settings', async ({ page, demoHost }) => {
    const shell = shellOf(page);
    await page.goto(demoHost.link);
    for (const place of ['Duplicates', 'Balance', 'Split', 'Report', 'History', 'Settings'] as const) {
      await shell.goTo(place);
      await expect(shell.main.getByRole('heading', { level: 1, name: place })).toBeVisible();
      await expect(shell.main.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await judge(page, place.toLowerCase());
    }
    await shell.goTo('Review');
    await expect(reviewOf(page).decision.getByText('Ends in an error')).toBeVisible();
    await judge(page, 'review');
  });

  test('collect and every step of the import', async ({ page, demoHost }) => {
    const shell = shellOf(page);
    const collect = collectOf(page);
    await page.goto(demoHost.link);
    await shell.goTo('Collect');
    await expect(collect.source('claims-triage.jsonl')).toBeVisible();
    await judge(page, 'collect');
    await collect.pick([
      {
        name: 'table.csv',
        text: 'question;answer;note\nWhere is it?;In transit;a\nIs it broken?;Yes;b\n;No question;c',
      },
    ]);
    for (const step of ['Files', 'Form', 'Mapping', 'Check'] as const) {
      await collect.step(step);
      await expect(collect.next).toBeEnabled();
      await judge(page, `import, ${step.toLowerCase()}`);
      await collect.next.click();
    }
    await expect(collect.result).toBeVisible();
    await judge(page, 'import, done');
    await page.getByRole('button', { name: 'Back to Collect' }).click();
    await expect(collect.source('table.csv')).toBeVisible();
    await judge(page, 'collect with issues');
  });

  test('graders', async ({ page, demoHost }) => {
    const graders = gradersOf(page);
    await page.goto(demoHost.link);
    await shellOf(page).goTo('Graders');
    await graders.open('claims');
    await expect(graders.editor).toBeAttached();
    await expect(graders.distribution).toBeVisible();
    await expect(graders.preview.getByRole('heading', { name: 'Reference' })).toBeVisible({
      timeout: 60_000,
    });
    await judge(page, 'graders');
  });

  test('export and the package it made', async ({ page, demoHost }) => {
    const exports = exportsOf(page);
    await page.goto(demoHost.link);
    await shellOf(page).goTo('Export');
    await expect(exports.write).toBeEnabled();
    await judge(page, 'export');
    await exports.write.click();
    await expect(exports.file('train.jsonl')).toBeVisible();
    await judge(page, 'the package', DIALOG);
    await exports.file('train.jsonl').click();
    await expect(exports.text('train.jsonl')).toContainText('"messages"');
    await judge(page, 'a file of the package', DIALOG);
  });
});
