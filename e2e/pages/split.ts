import { expect, type Locator, type Page } from '@playwright/test';

/** Rules, mix and leaks. */
export type Split = {
  readonly rules: Locator;
  readonly again: Locator;
  /** The bar: how many are on each side. */
  readonly side: (counts: string) => Locator;
  readonly lock: (side: string) => Locator;
  readonly share: (side: string) => Locator;
  readonly check: Locator;
  readonly kind: (title: RegExp) => Locator;
  readonly table: Locator;
  readonly rows: Locator;
  /** The row that is open. */
  readonly current: Locator;
  readonly pair: (a: string, b: string) => Locator;
  readonly dialog: (title: string | RegExp) => Locator;
  /** Waits until so many pairs are open. */
  readonly expectOpen: (count: number) => Promise<void>;
};

export function splitOf(page: Page): Split {
  const main = page.getByRole('main');
  const table = page.getByRole('grid', { name: 'Leaking pairs' });
  const check = main.getByRole('region', { name: 'Leak check' });
  return {
    rules: main.getByRole('region', { name: 'Split rules' }),
    again: main.getByRole('button', { name: /^Split / }),
    side: (counts) => main.getByRole('group', { name: counts }),
    lock: (side) => main.getByRole('switch', { name: `Lock ${side}` }),
    share: (side) => main.getByRole('textbox', { name: `${side} share` }),
    check: check.getByRole('button', { name: /^Check (?:now|again)$/ }),
    kind: (title) => check.getByRole('button', { name: title }),
    table,
    rows: table.locator('tbody').getByRole('row'),
    current: table.locator('[aria-selected="true"]'),
    pair: (a, b) => main.getByRole('region', { name: `${a} and ${b}` }),
    dialog: (name) => page.getByRole('dialog', { name }),
    expectOpen: async (count) => {
      const words = count === 0 ? 'No open leaks' : `${count} ${count === 1 ? 'pair' : 'pairs'}`;
      await expect(check.getByText(words, { exact: true }).first()).toBeVisible();
    },
  };
}
