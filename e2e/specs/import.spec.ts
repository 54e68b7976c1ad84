import { expect, test } from '../fixtures/web-host.ts';
import { collectOf } from '../pages/collect.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { welcomeOf } from '../pages/welcome.ts';

const TABLE = {
  name: 'parcels.csv',
  text: [
    'ticket;customer_says;expected;channel',
    '1;Where is parcel 4411?;"{""status"":""in transit""}";mail',
    '2;"My parcel came open; one cup is broken.";"{""status"":""damaged""}";chat',
    '3;Please send it to my neighbour.;"{""status"":""redirected""}";chat',
  ].join('\n'),
};

const GOOD = (number: number): string =>
  JSON.stringify({ messages: [{ role: 'user', content: `Question ${number}` }], answer: `A${number}` });
const LINES = {
  name: 'tickets.jsonl',
  text: [GOOD(1), '{"messages": [{"role": "user"', GOOD(2), '[1, 2, 3]', GOOD(3)].join('\n'),
};

test.beforeEach(async ({ page, host }) => {
  await page.goto(host.link);
  await welcomeOf(page).newProject.click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Parcels');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
});

test('a table with semicolons is mapped, imported, taken back, and known when it comes again', async ({ page }) => {
  const collect = collectOf(page);
  const shell = shellOf(page);
  await shell.goTo('Collect');
  await collect.pick([TABLE]);

  await collect.step('Files');
  await collect.next.click();
  await collect.step('Form');
  await expect(page.getByText('Detected: semicolon')).toBeAttached();
  await collect.next.click();
  await collect.step('Mapping');
  await collect.map('Prompt', 'customer_says');
  await collect.map('Tag', 'channel');
  await collect.next.click();
  await collect.step('Check');
  await page.getByRole('button', { name: 'Import 3 samples' }).click();
  await expect(collect.result).toContainText('3 samples');

  await page.getByRole('button', { name: 'Open 3 samples' }).click();
  const samples = samplesOf(page);
  await samples.expectTotal(3);
  await expect(samples.rows.filter({ hasText: 'My parcel came open; one cup is broken.' })).toHaveCount(1);
  await expect(samples.facet('Tags', 'chat')).toHaveAccessibleName('chat, 2 of 2 samples');

  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
  await page.keyboard.press('Control+y');
  await samples.expectTotal(3);

  await shell.goTo('Collect');
  await collect.pick([TABLE]);
  await collect.step('Files');
  await collect.next.click();
  await collect.step('Form');
  await collect.next.click();
  await collect.step('Mapping');
  await collect.map('Prompt', 'customer_says');
  await collect.map('Tag', 'channel');
  await collect.next.click();
  await collect.step('Check');
  await expect(page.getByText('Importing it again adds nothing.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Import/ })
    .last()
    .click();
  await expect(collect.result).toContainText('Nothing to add');
  await expect(shell.place('Samples')).toHaveAccessibleName('Samples 3');
});

test('dropped lines that cannot be read are listed with their line and their text', async ({ page }) => {
  const collect = collectOf(page);
  await collect.drop([LINES]);
  await collect.step('Files');
  await collect.next.click();
  await collect.step('Form');
  await collect.next.click();
  await collect.step('Check');
  await page.getByRole('button', { name: 'Import 3 samples' }).click();
  await expect(collect.result).toContainText('3 samples');
  await expect(page.getByText('Every record is accounted for: read = kept + refused.')).toBeVisible();

  await page.getByRole('button', { name: 'Back to Collect' }).click();
  await page.getByRole('button', { name: '2 refused records of tickets.jsonl, show them' }).click();
  const reasons = { 'The record is cut off': 'line 2', 'A row must be an object': 'line 4' };
  for (const [reason, line] of Object.entries(reasons)) {
    await collect.issues.getByRole('button', { name: new RegExp(`^Show the .+ with: ${reason}`) }).click();
    await expect(collect.issues.getByText(line, { exact: true })).toBeVisible();
  }
  await collect.issues.getByText('line 4', { exact: true }).click();
  await expect(collect.issues.getByText('[1, 2, 3]')).toBeVisible();
});
