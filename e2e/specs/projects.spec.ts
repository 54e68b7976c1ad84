import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../fixtures/web-host.ts';
import { countOf, samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { welcomeOf } from '../pages/welcome.ts';

test('a new project is a file in the home folder, and is listed as recent afterwards', async ({
  page,
  host,
  folders,
}) => {
  const shell = shellOf(page);
  const welcome = welcomeOf(page);
  await page.goto(host.link);
  await expect(welcome.recent).toContainText('Projects you open are listed here.');
  await welcome.newProject.click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(dialog.getByText('A project needs a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Parcel support');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
  expect((await stat(path.join(folders.documents, 'parcel-support.assay'))).size).toBeGreaterThan(0);

  await shell.projectMenu('Parcel support').click();
  await shell.item('Close project').click();
  await expect(welcome.title).toBeVisible();
  await welcome.recent.getByRole('button', { name: /^Parcel support/ }).click();
  await expect(shell.projectMenu('Parcel support')).toBeVisible();
});

test('a copy of a project is saved in the home folder and downloaded', async ({ page, demoHost, folders }) => {
  const shell = shellOf(page);
  await page.goto(demoHost.link);
  await expect(samplesOf(page).rows.first()).toBeVisible();
  const download = page.waitForEvent('download');
  await shell.projectMenu('demo').click();
  await shell.item('Save a copy').click();
  const file = await (await download).path();
  await expect(shell.message('Copy saved')).toContainText(folders.documents);
  expect((await stat(file)).size).toBeGreaterThan(1_000_000);
});

test('two windows on one project show the same changes', async ({ page, context, demoHost }) => {
  const second = await context.newPage();
  await page.goto(demoHost.link);
  await second.goto(demoHost.link);
  const [first, other] = [samplesOf(page), samplesOf(second)];
  await expect(first.rows.first()).toBeVisible();
  await expect(other.rows.first()).toBeVisible();
  await expect(second.getByText('Open in another window, so this one is read-only.')).toHaveCount(0);
  await expect(other.facet('Decision', 'Excluded')).toHaveCount(0);
  await first.check(0).check();
  await first.bulk.getByRole('button', { name: 'Reject' }).click();
  await expect(second.getByRole('checkbox', { name: /^(?:Excluded|Rejected), 1 of 1 samples$/ })).toBeVisible();
});

test('a second process opens the same file read-only and says why', async ({ page, demoHost, startHost, folders }) => {
  await page.goto(demoHost.link);
  await expect(samplesOf(page).rows.first()).toBeVisible();
  const other = await startHost({ file: folders.demo, dataDir: path.join(folders.home, 'other-data') });
  const second = await page.context().newPage();
  await second.goto(other.link);
  await expect(samplesOf(second).rows.first()).toBeVisible();
  await expect(second.getByText('Open in another window, so this one is read-only.')).toBeVisible();
  await expect(shellOf(second).status).toContainText('Read-only');
  await samplesOf(second).check(0).check();
  await expect(samplesOf(second).bulk.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await expect(page.getByText('Open in another window')).toHaveCount(0);
});

test('a page without its token says what to do', async ({ page, host }) => {
  await page.goto(host.origin);
  await expect(page.getByRole('heading', { name: 'This page needs its link' })).toBeVisible();
  await expect(page.getByText('Open that link, which carries a key for this session.')).toBeVisible();
});

test('a link of an earlier start says so', async ({ page, host }) => {
  await page.goto(`${host.origin}/#token=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link is from an earlier start' })).toBeVisible();
});

test('a reload stays in the project, and the address holds no token', async ({ page, host }) => {
  await page.goto(host.link);
  await welcomeOf(page).openSample.click();
  const samples = samplesOf(page);
  await samples.filter('lang:de');
  await expect(samples.conditions).toBeVisible();
  const count = await countOf(samples.facet('Language', 'German'));
  await samples.expectTotal(count);
  expect(page.url()).not.toContain('token');
  await page.reload();
  await samples.expectTotal(count);
  await expect(shellOf(page).projectMenu('sample-project')).toBeVisible();
});
