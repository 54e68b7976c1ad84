import type { Locator, Page } from '@playwright/test';

export type Balance = {
  readonly panel: Locator;
  readonly apply: Locator;
  readonly fact: Locator;
  readonly target: (value: string) => Locator;
  readonly aim: (name: 'Production' | 'Equal' | 'Custom') => Locator;
  readonly counts: Locator;
};

/** The Balance screen. */
export function balanceOf(page: Page): Balance {
  const main = page.getByRole('main');
  const panel = page.getByRole('region', { name: 'Sampling' });
  return {
    panel,
    apply: main.getByRole('button', { name: /^Apply sampling/ }),
    fact: main.getByText(/accepted (?:samples?|yet)/),
    target: (value) => panel.getByLabel(`Target of ${value}`),
    aim: (name) => panel.getByText(name, { exact: true }),
    counts: panel.getByRole('status'),
  };
}
