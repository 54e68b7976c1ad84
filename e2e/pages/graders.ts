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
  /** Waits until the run that is shown is one over a filter, as those of the sample project, or over all samples. */
  readonly expectRunOver: (scope: 'filter' | 'all') => Promise<void>;
};

export function gradersOf(page: Page): Graders {
  const picker = page.getByRole('button', { name: /^Grader .+, choose or change$/ });
  const results = page.getByRole('region', { name: 'Results' });
  const distribution = page.getByRole('figure', { name: /^\d[\d,]* scores of v\d+/ });
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
    score: page.getByRole('button', { name: /^Score / }),
    expectRunOver: async (scope) => {
      await expect(results.getByText(/^Filter /)).toHaveCount(scope === 'all' ? 0 : 1, { timeout: 120_000 });
      await expect(distribution).toBeVisible();
    },
  };
}
