import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/web-host.ts';
import { collectOf } from '../pages/collect.ts';
import { exportsOf } from '../pages/export.ts';
import { gradersOf } from '../pages/graders.ts';
import { reviewOf } from '../pages/review.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

const FOLDER = fileURLToPath(new URL('../../resources/help/images', import.meta.url));

/** No part of the tests: `npm run shots` makes the pictures of the README from the sample project. */
test.describe('pictures', { tag: '@shots' }, () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test('of the screens', async ({ page, demoHost }) => {
        mkdirSync(FOLDER, { recursive: true });
        await page.goto(demoHost.link);
        for (const [name, show] of Object.entries(SCREENS)) {
          await show(page);
          await page.mouse.move(0, 0);
          await page.evaluate(async () => document.fonts.ready);
          await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`) });
        }
      });
    });
  }
});

const SCREENS = {
  samples: async (page) => {
    const samples = samplesOf(page);
    await samples.filter('source:claims-triage.jsonl');
    await samples.expectTotal(60);
    const title = 'Roof box lost on the motorway';
    await samples.row(title).getByText(title).click();
    await expect(samples.viewer.getByRole('heading', { level: 2, name: title })).toBeVisible();
  },
  review: async (page) => {
    await shellOf(page).goTo('Review');
    await expect(reviewOf(page).decision.getByText('Ends in an error')).toBeVisible();
    await expect(reviewOf(page).item.getByRole('article').first()).toBeVisible();
  },
  graders: async (page) => {
    const graders = gradersOf(page);
    await shellOf(page).goTo('Graders');
    await graders.open('claims');
    await expect(graders.distribution).toBeVisible();
    await expect(graders.preview.getByRole('heading', { name: 'Reference' })).toBeVisible();
    await expect(page.locator('.view-line').first()).toBeVisible();
  },
  collect: async (page) => {
    await shellOf(page).goTo('Collect');
    await expect(collectOf(page).source('claims-triage.jsonl')).toBeVisible();
  },
  export: async (page) => {
    await shellOf(page).goTo('Export');
    await expect(exportsOf(page).write).toBeEnabled();
  },
} as const satisfies Readonly<Record<string, (page: Page) => Promise<void>>>;
