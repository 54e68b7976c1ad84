import { expect } from '@playwright/test';
import { test, whyNoElectron } from '../../fixtures/electron-app.ts';

test.skip(whyNoElectron !== undefined, whyNoElectron ?? '');

test('shows the app, connected to the engine', async ({ page }) => {
  await expect(page).toHaveURL('app://assay/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New project' })).toBeEnabled();
});

test('gives the page no Node and no Electron', async ({ page }) => {
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
});

test('stays on its page whatever a link, a form, a script or a redirect wants', async ({ app, page }) => {
  await page.evaluate(() => {
    for (const target of ['', '_blank']) {
      const link = document.createElement('a');
      link.href = 'https://example.org/';
      link.target = target;
      document.body.append(link);
      link.click();
    }
    window.open('https://example.org/');
    window.location.href = 'https://example.org/';
    window.location.href = 'file:///etc/hosts';
  });
  await expect(page).toHaveURL('app://assay/');
  expect(app.windows()).toHaveLength(1);
});

test('has no network', async ({ page }) => {
  const answer = await page.evaluate(async () => {
    try {
      await fetch('https://example.org/');
      return 'reached';
    } catch {
      return 'refused';
    }
  });
  expect(answer).toBe('refused');
});

test('denies permissions', async ({ page }) => {
  const state = await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state);
  expect(state).toBe('denied');
});

test('gets a new port when the engine dies', async ({ app, page }) => {
  await expect(page.getByRole('button', { name: 'New project' })).toBeEnabled();
  const killed = await app.evaluate(({ app: electron }) => {
    const engine = electron
      .getAppMetrics()
      .find((metric) => metric.name === 'Assay engine' || metric.serviceName === 'Assay engine');
    if (engine === undefined) return false;
    process.kill(engine.pid, 'SIGKILL');
    return true;
  });
  expect(killed).toBe(true);
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('asks before a link leaves', async ({ app, page }) => {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
  });
  const opened = await page.evaluate(async () => {
    // The preload script's bridge; declared in the renderer, which this project does not see.
    const { assayHost } = window as unknown as { assayHost: { openExternal: (link: string) => Promise<boolean> } };
    return [await assayHost.openExternal('https://example.org/'), await assayHost.openExternal('file:///etc/hosts')];
  });
  expect(opened).toEqual([false, false]);
});
