import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, test, type Folders } from '../fixtures/web-host.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// In a language that needs no model: its start costs more than this journey.
const TOPICS = [
  'Fahrrad Reparatur Werkstatt Bremse',
  'Kündigung Abonnement Zeitung Vertrag',
  'Wetter Regen Sonne Berge',
];
const ROWS = Array.from({ length: 60 }, (_, at) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Bitte um Auskunft zu ${TOPICS[at % 3]}, mein Vorgang heißt Nummer ${at * 7}.` },
    ],
    answer: `topic ${at % 3}`,
  }),
);

async function makeProject(folders: Folders): Promise<string> {
  const rows = path.join(folders.home, 'rows.jsonl');
  const file = path.join(folders.home, 'map.assay');
  await writeFile(rows, `${ROWS.join('\n')}\n`);
  await runCli(folders, 'import', file, rows);
  return file;
}

test('makes the map, selects on it by mouse and by keyboard, and shows what the included samples cover', async ({
  page,
  startHost,
  folders,
}) => {
  const host = await startHost({ file: await makeProject(folders) });
  const samples = samplesOf(page);
  const canvas = page.getByRole('img', { name: /^Map of 60 samples/u });
  await page.goto(host.link);
  await samples.expectTotal(60);
  await shellOf(page).goTo('Map');

  await test.step('makes it', async () => {
    await expect(page.getByText('No map yet')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Make the map' }).click();
    await expect(canvas).toBeVisible({ timeout: 30_000 });
    await expect(
      page.getByText('60 samples in other languages').or(page.getByText('60 in other languages')),
    ).toBeVisible();
  });
  await test.step('loops samples in with the mouse', async () => {
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('The map has no box.');
    const corners = [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
    ] as const;
    await page.mouse.move(box.x + box.width * 0.02, box.y + box.height * 0.5);
    await page.mouse.down();
    for (const [x, y] of corners) await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 3 });
    await page.mouse.up();
    // A point on the very edge may lie outside of the loop.
    await expect(page.getByText(/^(?:5[5-9]|60) samples selected$/u)).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByText('Nothing is selected.')).toBeVisible();
  });
  await test.step('passes axe in both schemes', async () => judge(page));
  await test.step('selects a cluster by keyboard and opens it', async () => {
    const cluster = page.getByRole('list', { name: 'Values on the map' }).getByRole('button').first();
    const name = (await cluster.getAttribute('aria-label')) ?? '';
    await cluster.focus();
    await page.keyboard.press('Space');
    await expect(cluster).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('o');
    await samples.expectTotal(Number(/: (\d+)$/u.exec(name)?.[1]));
  });
  await test.step('shows what an included sample covers', async () => {
    await page.keyboard.press('a');
    await page.goBack();
    await expect(page.getByText(/^1 included samples? touch/u).first()).toBeVisible();
    await expect(page.getByText('Not touched yet')).toBeVisible();
  });
});

test('lists the samples most like one, by key and by menu', async ({ page, startHost, folders }) => {
  const host = await startHost({ file: await makeProject(folders) });
  const samples = samplesOf(page);
  await page.goto(host.link);
  await samples.expectTotal(60);
  await expect(samples.viewer.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: /^Samples like/u });
  await dialog.getByRole('button', { name: 'Compare samples' }).click();
  const rows = dialog.getByRole('list', { name: /^Similar samples/u }).getByRole('button');
  await expect(rows.first()).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/in other languages by parts of their words/u)).toBeVisible();
  await judge(page);
  const ref = (await rows.first().textContent())?.slice(0, 6) ?? '';
  await rows.first().click();
  await expect(dialog).toBeHidden();
  await expect(samples.viewer).toContainText(ref);
});

async function judge(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const told = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}`));
    expect.soft(told, `${colorScheme}: faults of accessibility`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
