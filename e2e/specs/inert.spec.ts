import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { runCli } from '../fixtures/cli.ts';
import { expect, homeEnvironment, nodePath, test, type Folders } from '../fixtures/web-host.ts';
import { collectOf } from '../pages/collect.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

const GENERATE = fileURLToPath(new URL('../../main/tooling/generate/hostile.ts', import.meta.url));

const CELL = '<img src=x onerror=window.__owned=1> [a](javascript:window.__owned=1) \u202Edrawkcab \u0007';
const HOSTILE_TABLE = {
  name: 'parcels \u202Evsc.csv',
  text: [`prompt;answer;note ${CELL}`, `Where? ${CELL};There. ${CELL};${CELL}`, `When? ${CELL};Then.;=1+1`].join('\n'),
};

/** A project of every fixture of every form, with hostile text in each text field that a form lets through. */
async function hostileProject(folders: Folders): Promise<{ project: string; samples: number }> {
  const folder = path.join(folders.home, 'hostile');
  const { stdout } = await promisify(execFile)(nodePath(), [GENERATE, folder], { env: homeEnvironment(folders) });
  const files = JSON.parse(stdout) as { fields: readonly string[]; samples: number }[];
  for (const { fields } of files) expect(fields.length).toBeGreaterThan(0);
  const project = path.join(folders.home, 'hostile.assay');
  const names = (await readdir(folder)).map((name) => path.join(folder, name));
  await runCli(folders, 'import', project, ...names, '--json');
  return { project, samples: files.reduce((sum, file) => sum + file.samples, 0) };
}

/** What ran, what was made into an element, and what could hide or reorder the text around it. */
async function faultsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if ('__owned' in window) found.push('a script of the data ran');
    for (const element of document.querySelectorAll(
      'script:not([src]), iframe, img, object, embed, base, [onload], [onerror], [srcdoc]',
    ))
      found.push(`an element of the data: ${element.outerHTML.slice(0, 200)}`);
    for (const link of document.querySelectorAll('a[href]'))
      if (!/^(?:\/|#|http:\/\/127\.0\.0\.1)/.test(link.getAttribute('href') ?? ''))
        found.push(`a link of the data: ${link.getAttribute('href')}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const isElsewhere = node.parentElement?.closest('style, script, .monaco-editor') !== null;
      const hidden = /[\u0000-\u0008\v\f\u000e-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069]/u.exec(text);
      if (hidden !== null && !isElsewhere)
        found.push(`U+${hidden[0].codePointAt(0)?.toString(16)} in ${node.parentElement?.outerHTML.slice(0, 300)}`);
    }
    return found;
  });
}

test('nothing of any form runs, links, loads, hides or reorders text', async ({ page, startHost, folders }) => {
  test.slow();
  const { project, samples: count } = await hostileProject(folders);
  const host = await startHost({ file: project });
  const shell = shellOf(page);
  const samples = samplesOf(page);
  const faults = new Set<string>();
  const look = async (where: string): Promise<void> => {
    for (const fault of await faultsOn(page)) faults.add(`${where}: ${fault}`);
  };
  await page.goto(host.link);
  const total = await samples.total();
  expect(total).toBeGreaterThan(count * 0.8);
  await samples.rows.first().click();
  for (let at = 0; at < total; at += 1) {
    await look(`sample ${at + 1}`);
    if (at + 1 === total) break;
    const address = page.url();
    await page.keyboard.press('j');
    await page.waitForFunction(
      (before) =>
        location.href !== before &&
        document.querySelector('[aria-label="Trajectory"] h2') !== null &&
        document.querySelector('[role="status"][aria-label="Loading"]') === null,
      address,
    );
  }
  for (const place of ['Collect', 'Duplicates', 'Balance', 'Review', 'Report', 'Export', 'History'] as const) {
    await shell.goTo(place);
    await expect(shell.main.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await look(place);
  }
  await shell.goTo('Collect');
  const collect = collectOf(page);
  await collect.pick([HOSTILE_TABLE]);
  for (const step of ['Files', 'Form', 'Mapping', 'Check'] as const) {
    await collect.step(step);
    await expect(collect.next).toBeEnabled();
    await look(`import, ${step}`);
    await collect.next.click();
  }
  await expect(collect.result).toBeVisible();
  await look('import, done');
  expect([...faults].slice(0, 20)).toEqual([]);
});
