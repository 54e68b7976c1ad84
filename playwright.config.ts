import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './main/tooling/browser.mjs';

// The same lookup as the launcher's; without an installed browser Playwright uses its own.
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  globalSetup: './e2e/fixtures/global-setup.ts',
  // Pictures for the README are made by `npm run shots` alone.
  ...(process.env.ASSAY_SHOTS === undefined ? { grepInvert: /@shots/ } : { grep: /@shots/ }),
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: Math.max(1, Math.min(2, availableParallelism())),
  // Generous, for machines that are busy with other things; nothing waits for the clock.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
});
