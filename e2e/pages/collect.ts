import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';

export type UploadFile = { readonly name: string; readonly text: string };

/** The overview of sources, and the wizard that adds to them. */
export type Collect = {
  readonly source: (name: string) => Locator;
  readonly issues: Locator;
  readonly pick: (files: readonly UploadFile[]) => Promise<void>;
  readonly drop: (files: readonly UploadFile[]) => Promise<void>;
  readonly step: (name: string) => Promise<void>;
  readonly next: Locator;
  readonly column: (field: string) => Locator;
  readonly map: (field: string, column: string) => Promise<void>;
  readonly result: Locator;
};

export function collectOf(page: Page): Collect {
  const column = (field: string): Locator => page.getByRole('combobox', { name: `Column for ${field}`, exact: true });
  return {
    source: (name) => page.getByRole('region', { name: 'Sources' }).getByRole('row', { name: new RegExp(`^${name}`) }),
    issues: page.getByRole('region', { name: 'Quarantine' }).first(),
    pick: async (files) => {
      const chosen: Promise<FileChooser> = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import files' }).first().click();
      await (await chosen).setFiles(files.map(toPayload));
    },
    drop: async (files) => {
      const data = await page.evaluateHandle((list) => {
        const transfer = new DataTransfer();
        for (const { name, text } of list) transfer.items.add(new File([text], name));
        return transfer;
      }, files);
      for (const type of ['dragenter', 'dragover', 'drop']) {
        await page.locator('body').dispatchEvent(type, { dataTransfer: data });
      }
    },
    step: async (name) => {
      await expect(page.getByRole('status').filter({ hasText: new RegExp(`^Step \\d of \\d, ${name}$`) })).toHaveCount(
        1,
      );
    },
    next: page.getByRole('button', { name: /^(?:Choose the form|Map the columns|Check|Import \d|Update \d)/ }),
    column,
    map: async (field, name) => {
      await column(field).fill(name);
      await page.getByRole('option', { name, exact: true }).click();
      await expect(column(field)).toHaveValue(name);
    },
    result: page.getByRole('status').filter({ hasText: /^(?:Imported|Nothing to add)/ }),
  };
}

function toPayload({ name, text }: UploadFile) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}
