import type { Locator, Page } from '@playwright/test';

/** The export screen and the package it made. */
export type Exports = {
  readonly chooseTarget: (title: string) => Promise<void>;
  readonly write: Locator;
  /** Writes what can be written. */
  readonly leaveOut: Locator;
  /** What is shown once the package is written. */
  readonly done: Locator;
  readonly file: (name: string) => Locator;
  readonly text: (name: string) => Locator;
};

export function exportsOf(page: Page): Exports {
  const done = page.getByRole('dialog', { name: /exported$/ });
  return {
    chooseTarget: async (title) => page.getByRole('radio', { name: new RegExp(`^${title}`) }).click(),
    write: page.getByRole('button', { name: /^Export [\d,]+ samples/ }),
    leaveOut: page.getByRole('button', { name: /^Leave out .+ and export$/ }),
    done,
    file: (name) => done.getByRole('button', { name: `Open ${name}`, exact: true }),
    text: (name) => page.getByRole('dialog', { name, exact: true }),
  };
}
