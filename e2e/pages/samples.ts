import { expect, type Locator, type Page } from '@playwright/test';

/** The workbench: filters, table, trajectory. */
export type Samples = {
  readonly search: Locator;
  readonly facets: Locator;
  readonly facet: (group: string, value: string) => Locator;
  readonly conditions: Locator;
  readonly grid: Locator;
  /** Rows of samples, without the head. */
  readonly rows: Locator;
  readonly row: (title: string) => Locator;
  /** The box of the nth row. */
  readonly check: (at: number) => Locator;
  readonly bulk: Locator;
  readonly viewer: Locator;
  /** Waits until the view holds this many samples. */
  readonly expectTotal: (count: number) => Promise<void>;
  /** Waits for a view and reads how many samples it holds. */
  readonly total: () => Promise<number>;
  /** Types a filter and waits until it is applied. */
  readonly filter: (text: string) => Promise<void>;
};

const CHECK_ALL = /^Check all ([\d,]+) samples$/;

export function samplesOf(page: Page): Samples {
  const grid = page.getByRole('grid', { name: 'Samples' });
  const search = page.getByRole('textbox', { name: 'Search or filter samples' });
  const facets = page.getByRole('region', { name: 'Filters' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
  return {
    search,
    facets,
    facet: (group, value) =>
      facets.getByRole('list', { name: group }).getByRole('checkbox', { name: new RegExp(`^${value}, `) }),
    conditions: page.getByRole('group', { name: 'Conditions' }),
    grid,
    rows,
    row: (title) => rows.filter({ hasText: title }).first(),
    check: (at) => rows.nth(at).getByRole('checkbox'),
    bulk: page.getByRole('toolbar', { name: /selected$/ }),
    viewer: page.getByRole('region', { name: 'Trajectory' }).first(),
    expectTotal: async (count) => {
      await expect(grid.getByRole('checkbox', { name: `Check all ${count} samples` })).toBeVisible();
    },
    total: async () => {
      const name = await grid.getByRole('checkbox', { name: CHECK_ALL }).getAttribute('aria-label');
      return Number(CHECK_ALL.exec(name ?? '')?.[1]?.replaceAll(',', ''));
    },
    filter: async (text) => {
      await search.fill(text);
      await search.press('Enter');
      await expect(page).toHaveURL((url) => (url.searchParams.get('filter') ?? '') === text);
    },
  };
}

/** @returns the first number of a facet's name: "German, 11 of 12 samples" is 11 */
export async function countOf(facet: Locator): Promise<number> {
  const name = (await facet.getAttribute('aria-label')) ?? '';
  return Number(/, ([\d,]+) of /.exec(name)?.[1]?.replaceAll(',', ''));
}
