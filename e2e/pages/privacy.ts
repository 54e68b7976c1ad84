import { expect, type Locator, type Page } from '@playwright/test';

/** The page of personal data: kinds, findings, the one that is read, and the ways to take it out. */
export type Privacy = {
  readonly list: Locator;
  readonly finding: (text: string) => Locator;
  readonly kind: (name: string) => Locator;
  readonly preview: Locator;
  readonly mask: Locator;
  /** Waits until samples were looked through; starts that when nothing has. */
  readonly scanned: () => Promise<void>;
  /** Confirms what the open dialog asks. */
  readonly confirm: (name: RegExp) => Promise<void>;
  readonly more: (item: string) => Promise<void>;
};

export function privacyOf(page: Page): Privacy {
  const main = page.getByRole('main');
  const list = main.getByRole('grid', { name: 'Findings' });
  return {
    list,
    finding: (text) => list.getByRole('row').filter({ hasText: text }),
    kind: (name) => main.getByRole('radiogroup', { name: `What to do with: ${name}`, exact: true }),
    preview: main.getByRole('region', { name: 'How it will read' }),
    mask: main.getByRole('button', { name: /^Mask \d+ findings?/ }),
    scanned: async () => {
      const never = main.getByRole('heading', { name: 'Not looked through yet' });
      await expect(never.or(list)).toBeVisible();
      // An import may be looking already; the key then does nothing.
      if (await never.isVisible()) await page.keyboard.press('s');
      await expect(list).toBeVisible();
    },
    confirm: async (name) => {
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    more: async (item) => {
      await main.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
