import type { Locator, Page } from '@playwright/test';

/** The first screen. */
export type Welcome = {
  readonly title: Locator;
  readonly newProject: Locator;
  readonly openProject: Locator;
  readonly openSample: Locator;
  readonly recent: Locator;
};

export function welcomeOf(page: Page): Welcome {
  const button = (name: RegExp): Locator => page.getByRole('button', { name });
  return {
    title: page.getByRole('heading', { level: 1 }),
    newProject: button(/^New project/),
    openProject: button(/^Open a project/),
    openSample: button(/^Open the sample project/),
    recent: page.getByRole('region', { name: 'Recent projects' }),
  };
}
