import { expect, type Locator, type Page } from '@playwright/test';

/** The duplicates screen: what is looked for, the clusters, two samples side by side, and what is decided. */
export type Duplicates = {
  readonly fact: Locator;
  readonly consequence: Locator;
  readonly kind: (name: string) => Locator;
  /** Which of the two thresholds the slider moves. */
  readonly slider: (name: string) => Locator;
  readonly threshold: Locator;
  readonly exactNumber: Locator;
  readonly clusters: Locator;
  readonly cluster: (title: string | RegExp) => Locator;
  readonly open: Locator;
  readonly side: (sample: string) => Locator;
  readonly keeper: (sample: string) => Locator;
  readonly find: Locator;
  readonly remove: Locator;
  readonly action: (name: string | RegExp) => Locator;
  /** Waits until the scan that runs is over. */
  readonly scanned: () => Promise<void>;
};

export function duplicatesOf(page: Page): Duplicates {
  const main = page.getByRole('main');
  const list = main.getByRole('region', { name: 'Clusters' });
  const clusters = list.getByRole('listitem').getByRole('button');
  const action = (name: string | RegExp): Locator => main.getByRole('button', { name });
  return {
    fact: main.getByText(/\d+ clusters? holds? \d+ of \d+ samples/),
    consequence: main.getByRole('status', { name: 'What removing would do' }),
    kind: (name) => main.getByRole('radiogroup', { name: 'Find' }).getByText(name),
    slider: (name) => main.getByRole('radiogroup', { name: 'Which threshold to set' }).getByText(name),
    threshold: main.getByRole('slider'),
    exactNumber: main.getByRole('textbox', { name: 'Exact similarity' }),
    clusters,
    cluster: (title) => clusters.filter({ hasText: title }),
    open: list.locator('[aria-current="true"]'),
    side: (sample) => main.getByRole('region', { name: sample, exact: true }),
    keeper: (sample) => main.getByRole('radio', { name: `Keep ${sample}` }),
    find: main.getByRole('button', { name: 'Find duplicates' }).first(),
    remove: action(/^Remove \d+ samples?/),
    action,
    scanned: async () => {
      await expect(main.getByRole('button', { name: 'Recompute', exact: true })).toBeEnabled();
      await expect(clusters.first()).toBeVisible();
    },
  };
}
