import { expect, type Locator, type Page } from '@playwright/test';

/** The grader workbench. */
export type Graders = {
  readonly picker: Locator;
  readonly open: (name: string) => Promise<void>;
  readonly editor: Locator;
  /** Monaco's own mark under a wrong place. */
  readonly squiggle: Locator;
  /** A piece of the text in the editor. */
  readonly word: (text: string) => Locator;
  readonly hover: Locator;
  readonly problems: Locator;
  readonly preview: Locator;
  readonly results: Locator;
  readonly distribution: Locator;
  readonly bars: Locator;
  readonly score: Locator;
  /** Scores every sample by the key, and waits for the last attempt of the project. */
  readonly scoreAll: () => Promise<void>;
};

export function gradersOf(page: Page): Graders {
  const picker = page.getByRole('button', { name: /^Grader .+, choose or change$/ });
  const results = page.getByRole('region', { name: 'Results' });
  const distribution = page.getByRole('figure', { name: /^\d[\d,]* scores of v\d+/ });
  const score = page.getByRole('button', { name: /^Score / });
  return {
    picker,
    open: async (name) => {
      await picker.click();
      await page.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) }).click();
      await expect(page.getByRole('button', { name: `Grader ${name}, choose or change` })).toBeVisible();
    },
    editor: page.getByRole('textbox', { name: /, editor$/ }),
    squiggle: page.locator('.squiggly-error'),
    word: (text) => page.locator('.view-line span:not(:has(span))').filter({ hasText: text }).first(),
    hover: page.locator('.monaco-hover:visible'),
    problems: results.getByRole('tabpanel', { name: /^Problems/ }),
    preview: page.getByRole('region', { name: 'Preview' }),
    results,
    distribution,
    bars: distribution.getByRole('button', { name: /, open in Samples$/ }),
    score,
    scoreAll: async () => {
      const status = page.getByRole('contentinfo', { name: 'Status' });
      const attempts = /[\d,]+ attempts/.exec((await status.textContent()) ?? '')?.[0] ?? '';
      await expect(score).toHaveAttribute('aria-disabled', 'false');
      await page.keyboard.press('Control+Enter');
      await expect(results).toContainText(attempts, { timeout: 120_000 });
      await expect(score).toBeVisible();
      await expect(distribution).toBeVisible();
    },
  };
}
