import type { Locator, Page } from '@playwright/test';

/** The page of tool-use statistics. */
export type ToolUse = {
  readonly scope: Locator;
  readonly against: Locator;
  readonly by: Locator;
  /** The chart of a measure, by its title. */
  readonly chart: (title: string) => Locator;
  /** Rows of a measure in the table of tails. */
  readonly tails: (measure: string) => Locator;
  readonly groups: (facet: string) => Locator;
};

export function toolUseOf(page: Page): ToolUse {
  const main = page.getByRole('main');
  return {
    scope: main.getByRole('textbox', { name: 'Samples', exact: true }),
    against: main.getByRole('textbox', { name: 'Compare with' }),
    by: main.getByRole('combobox', { name: 'By' }),
    chart: (title) => main.getByRole('region', { name: title, exact: true }).getByRole('figure'),
    tails: (measure) =>
      main.getByRole('rowgroup').filter({ has: page.getByRole('rowheader', { name: measure, exact: true }) }),
    groups: (facet) => main.getByRole('region', { name: `By ${facet}`, exact: true }).getByRole('table'),
  };
}
