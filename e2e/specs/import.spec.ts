import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/web-host.ts';
import { collectOf, type UploadFile } from '../pages/collect.ts';
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
const NEXT_TABLE = {
  name: 'parcels-december.csv',
  text: 'ticket;customer_says;expected;channel\n9;Who signed for it?;"{""status"":""delivered""}";mail',
};

const chat = (question: string, answer: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });
const LOG = {
  name: 'tickets.jsonl',
  text: [
    chat('Is gate 4 open?', 'Yes.'),
    `{"messages": [{"role": "user", "content": "Which bus goes to gate 7?"}, {"role": "assistant", "content": "Line 12."`,
    chat('Is gate 5 open?', 'No.'),
    '[1, 2, 3]',
    chat('Is gate 6 open?', 'At noon.'),
  ].join('\n'),
};

const at = (second: number): string => `2026-03-02T09:00:${String(second).padStart(2, '0')}.000Z`;
const SESSION = {
  name: 'garden-session.jsonl',
  text: [
    { type: 'user', uuid: 'g1', parentUuid: null, message: { role: 'user', content: 'Which beds are dry?' } },
    {
      type: 'assistant',
      uuid: 'g2',
      parentUuid: 'g1',
      message: {
        id: 'msg_g2',
        role: 'assistant',
        model: 'claude-test',
        content: [{ type: 'tool_use', id: 'toolu_g1', name: 'Read', input: { file_path: 'beds.txt' } }],
      },
    },
    {
      type: 'user',
      uuid: 'g3',
      parentUuid: 'g2',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_g1', content: 'north: dry\nsouth: wet' }],
      },
    },
    {
      type: 'assistant',
      uuid: 'g4',
      parentUuid: 'g3',
      message: {
        id: 'msg_g4',
        role: 'assistant',
        model: 'claude-test',
        content: [{ type: 'text', text: 'Only the north bed is dry.' }],
      },
    },
  ]
    .map((line, index) =>
      JSON.stringify({ ...line, sessionId: 'garden', cwd: '/garden', version: '2.0.0', timestamp: at(index) }),
    )
    .join('\n'),
};

test.beforeEach(async ({ page, host }) => {
  await page.goto(host.link);
  await welcomeOf(page).newProject.click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Parcels');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
});

/** Goes on with Enter alone, through the steps named, and starts the import. */
async function goThrough(page: Page, steps: readonly string[]): Promise<void> {
  const collect = collectOf(page);
  for (const step of steps) {
    await collect.step(step);
    await expect(page.getByRole('heading', { level: 2, name: step, exact: true }).first()).toBeFocused();
    await expect(collect.next).toBeEnabled();
    await page.keyboard.press('Enter');
  }
  await expect(collect.result).toBeVisible();
}

async function importFile(page: Page, file: UploadFile, steps = ['Files', 'Form', 'Check']): Promise<void> {
  await collectOf(page).drop([file]);
  await goThrough(page, steps);
}

test('a table is mapped and imported, its mapping is remembered for the next, and it is known when it comes again', async ({
  page,
}) => {
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
  await expect(samples.facet('Tags', 'chat')).toHaveAccessibleName('chat, 2 of 2 samples');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: 'Bring in some traffic' })).toBeVisible();
  await page.keyboard.press('Control+y');
  await samples.expectTotal(3);

  await collect.drop([NEXT_TABLE]);
  await collect.step('Files');
  await collect.next.click();
  await collect.step('Form');
  await collect.next.click();
  await collect.step('Mapping');
  await expect(page.getByText('This is the mapping that was last used for these columns.')).toBeVisible();
  await expect(collect.column('Tag')).toHaveValue('channel');
  await collect.next.click();
  await collect.step('Check');
  await page.getByRole('button', { name: 'Import 1 sample' }).click();
  await expect(collect.result).toContainText('1 sample');
  await page.getByRole('button', { name: 'Back to Collect' }).click();

  await importFile(page, TABLE, ['Files', 'Form', 'Mapping', 'Check']);
  await expect(collect.result).toContainText('Nothing to add');
  await expect(shell.place('Samples')).toHaveAccessibleName('Samples 4');
});

test('broken lines of a chat log wait in quarantine, one is mended by hand and undo takes it back', async ({
  page,
}) => {
  const collect = collectOf(page);
  await collect.drop([LOG]);
  await collect.step('Files');
  await collect.next.click();
  await collect.step('Form');
  await collect.next.click();
  await collect.step('Check');
  await expect(page.getByText('The record is cut off')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 samples' }).click();
  await expect(collect.result).toContainText('3 samples');
  await expect(page.getByText('Every record is accounted for: read = kept + quarantined.')).toBeVisible();

  await page.getByRole('button', { name: 'Back to Collect' }).click();
  await page.getByRole('button', { name: '2 quarantined records of tickets.jsonl, show them' }).click();
  await collect.issues.getByRole('button', { name: /^Show the .+ with: A row must be an object/ }).click();
  await collect.issues.getByText('line 4', { exact: true }).click();
  await expect(collect.issues.getByText('[1, 2, 3]')).toBeVisible();

  await collect.issues.getByRole('button', { name: /^Show the .+ with: The record is cut off/ }).click();
  await collect.issues.getByText('line 2', { exact: true }).click();
  await collect.issues.getByRole('button', { name: 'Repair', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Repair a record' });
  await dialog.getByText('Edit', { exact: true }).click();
  const text = dialog.getByRole('textbox', { name: 'Text of the record' });
  await text.fill(chat('Which bus goes to gate 7?', 'Line 12.'));
  await expect(dialog.getByRole('region', { name: 'The sample it becomes' })).toContainText('Line 12.');
  // The text is read again a moment after the last key; until then it cannot be saved.
  await expect(dialog.getByRole('button', { name: /^Save sample/ })).toBeEnabled();
  await text.press('Control+Enter');
  await expect(dialog.getByText(/^Nothing is left of/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shellOf(page).place('Samples')).toHaveAccessibleName('Samples 4');
  await page.keyboard.press('Control+z');
  await expect(shellOf(page).place('Samples')).toHaveAccessibleName('Samples 3');
});

test('a Claude Code session is imported by keyboard alone and its fields are accounted for', async ({ page }) => {
  const collect = collectOf(page);
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+i');
  await (await chosen).setFiles([{ name: SESSION.name, mimeType: 'text/plain', buffer: Buffer.from(SESSION.text) }]);
  await collect.step('Files');
  await expect(page.getByRole('row', { name: /garden-session\.jsonl/ })).toContainText('Claude Code');
  await goThrough(page, ['Files', 'Form', 'Check']);
  await page.keyboard.press('Escape');
  await expect(collect.source('garden-session.jsonl')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for garden-session.jsonl' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Loss report' }).focus();
  await page.keyboard.press('Enter');
  const report = page.getByRole('dialog', { name: 'Loss report of garden-session.jsonl' });
  await expect(report.getByRole('row', { name: /\$\.message\.content/ }).first()).toContainText('mapped');
  await report.getByRole('textbox', { name: 'Filter by path' }).fill('$.cwd');
  await expect(report.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await shellOf(page).goTo('Samples');
  const samples = samplesOf(page);
  await samples.expectTotal(1);
  await samples.row('Which beds are dry?').click();
  await expect(samples.viewer).toContainText('Only the north bed is dry.');
});

test('a newer state of a source brings it up to date, and a decision made in between stays', async ({ page }) => {
  const collect = collectOf(page);
  const samples = samplesOf(page);
  const shell = shellOf(page);
  const first = [chat('Is gate 4 open?', 'Yes.'), chat('Is gate 5 open?', 'No.')];
  await importFile(page, { name: 'gates.jsonl', text: first.join('\n') });
  await page.getByRole('button', { name: 'Open 2 samples' }).click();
  await samples.row('Is gate 5 open?').click();
  await expect(samples.viewer).toContainText('Is gate 5 open?');
  await page.keyboard.press('r');
  await expect(samples.facet('Decision', '(?:Excluded|Rejected)')).toHaveAccessibleName(/, 1 of 1 samples?$/);

  const next = { name: 'gates.jsonl', text: [...first, chat('Is gate 6 open?', 'At noon.')].join('\n') };
  await collect.drop([next]);
  await collect.step('Files');
  await expect(page.getByRole('radio', { name: /^Update gates\.jsonl of/ })).toBeChecked();
  await expect(page.getByText('1 new, 0 changed, 2 as they are.', { exact: false })).toBeVisible();
  await collect.next.click();
  await collect.step('Form');
  await collect.next.click();
  await collect.step('Check');
  await page.getByRole('button', { name: 'Update 1 source' }).click();
  await expect(page.getByText('was brought up to date: 1 added, 0 changed, 2 as they were.')).toBeVisible();
  await page.keyboard.press('Escape');
  await shell.goTo('Samples');
  await samples.filter('decision:exclude');
  await samples.expectTotal(1);
  await expect(samples.row('Is gate 5 open?')).toBeVisible();
});
