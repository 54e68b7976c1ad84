import type { Locator, Page } from '@playwright/test';

/** The review desk. */
export type Review = {
  readonly queue: Locator;
  readonly current: Locator;
  readonly item: Locator;
  readonly decision: Locator;
  readonly note: Locator;
  readonly score: Locator;
  readonly progress: (text: string) => Locator;
  readonly tally: (text: string) => Locator;
};

export function reviewOf(page: Page): Review {
  const queue = page.getByRole('region', { name: 'Queue' });
  return {
    queue,
    current: queue.locator('[aria-current="true"]'),
    item: page.getByRole('region', { name: 'Sample', exact: true }),
    decision: page.getByRole('region', { name: 'Decision' }),
    note: page.getByRole('textbox', { name: 'Note' }),
    score: page.getByRole('region', { name: 'Your score' }),
    progress: (text) => page.getByRole('img', { name: text, exact: true }),
    tally: (text) => page.getByText(text, { exact: true }),
  };
}
