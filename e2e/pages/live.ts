import type { Locator, Page } from '@playwright/test';

/** The pane of Collect that switches live collection. */
export type Live = {
  readonly pane: Locator;
  readonly light: Locator;
  readonly switch: Locator;
  readonly arrival: (text: string | RegExp) => Locator;
  /** Takes any free port, since tests run side by side. */
  readonly choose: (choices: { readonly upstream?: string }) => Promise<void>;
  /** What the copy button beside an address would copy is kept from the page; this reads the shown text. */
  readonly address: (name: string) => Locator;
};

export function liveOf(page: Page): Live {
  const pane = page.getByRole('region', { name: 'Live receiver' });
  return {
    pane,
    light: pane.getByRole('status'),
    switch: pane.getByRole('switch', { name: 'Live receiver' }),
    arrival: (text) => pane.getByRole('list', { name: /^Arriv/ }).getByRole('link', { name: text }),
    choose: async ({ upstream }) => {
      await pane.getByRole('textbox', { name: 'Port of the receiver' }).fill('');
      if (upstream === undefined) return;
      await pane.getByRole('checkbox', { name: 'Recording proxy' }).check();
      await pane.getByRole('textbox', { name: 'Address of the API' }).fill(upstream);
    },
    address: (name) => pane.getByRole('group', { name }),
  };
}
