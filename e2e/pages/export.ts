import type { Locator, Page } from '@playwright/test';

/** The export screen and the package it made. */
export type Exports = {
  readonly chooseTarget: (title: string) => Promise<void>;
  readonly write: Locator;
  readonly file: (name: string) => Locator;
  readonly preview: Locator;
};

export function exportsOf(page: Page): Exports {
  return {
    chooseTarget: async (title) => page.getByRole('radio', { name: new RegExp(`^${title}`) }).click(),
    write: page.getByRole('button', { name: /^(?:Export|Write) / }),
    file: (name) => page.getByRole('button', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`) }),
    preview: page.getByRole('region', { name: 'Preview' }),
  };
}
