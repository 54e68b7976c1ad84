import type { Locator, Page } from '@playwright/test';

/** Likeness to production, in the middle of the Balance screen. */
export type LikenessPart = {
  readonly strip: Locator;
  /** A card by the title of its facet. */
  readonly card: (title: string) => Locator;
  readonly choose: Locator;
  readonly dialog: (name: string | RegExp) => Locator;
  /** Marks a source in the open dialog. */
  readonly mark: (source: string) => Locator;
  readonly propose: (cell: string) => Locator;
};

export function likenessOf(page: Page): LikenessPart {
  const main = page.getByRole('main');
  return {
    strip: main.getByRole('region', { name: 'Drift from production' }),
    card: (title) => main.getByRole('region', { name: title, exact: true }),
    choose: main.getByRole('button', { name: 'Choose production sources' }),
    dialog: (name) => page.getByRole('dialog', { name }),
    mark: (source) => page.getByRole('checkbox', { name: `${source} is production traffic` }),
    propose: (cell) => main.getByRole('button', { name: `Propose samples for ${cell}` }),
  };
}
