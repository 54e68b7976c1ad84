import { expect, type Locator, type Page } from '@playwright/test';

export type Place =
  | 'Collect'
  | 'Samples'
  | 'Duplicates'
  | 'Balance'
  | 'Split'
  | 'Tool use'
  | 'Map'
  | 'Personal data'
  | 'Review'
  | 'Graders'
  | 'Report'
  | 'Export';

/** What stands around every screen: title bar, pipeline, status, messages. */
export type Shell = {
  readonly main: Locator;
  readonly status: Locator;
  readonly projectMenu: (name: string) => Locator;
  readonly item: (name: string) => Locator;
  readonly place: (place: Place) => Locator;
  readonly goTo: (place: Place | 'History' | 'Settings') => Promise<void>;
  /** Presses Undo in the message of the last change. */
  readonly undo: Locator;
  readonly message: (text: string | RegExp) => Locator;
};

export function shellOf(page: Page): Shell {
  const place = (name: string): Locator =>
    page
      .getByRole('navigation', { name: /^(?:Pipeline|Project)$/ })
      .getByRole('link', { name: new RegExp(`^${name}\\b`) });
  return {
    main: page.getByRole('main'),
    status: page.getByRole('contentinfo', { name: 'Status' }),
    projectMenu: (name) => page.getByRole('button', { name: `Project menu, ${name}`, exact: true }),
    item: (name) => page.getByRole('menuitem', { name }),
    place,
    goTo: async (name) => {
      await place(name).click();
      await expect(place(name)).toHaveAttribute('aria-current', 'page');
    },
    undo: page.getByRole('alert').getByRole('button', { name: /^Undo/ }),
    message: (text) => page.getByRole('alert').filter({ hasText: text }),
  };
}
