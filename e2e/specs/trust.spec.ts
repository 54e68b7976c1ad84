import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCli } from '../fixtures/cli.ts';
import { expect, test } from '../fixtures/web-host.ts';
import { gradersOf } from '../pages/graders.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';

const ROWS = [1, 2, 3].map((number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Question ${number}` },
      { role: 'assistant', content: `Answer ${number}` },
    ],
  }),
);
const GRADER = JSON.stringify({ type: 'python', name: 'fixed', source: '@fixed.py' });
const CODE = 'def grade(sample, item):\n    return 0.4375\n';

test('Python that came with a project runs only after a person allowed it', async ({ page, startHost, folders }) => {
  const from = path.join(folders.home, 'theirs');
  const project = path.join(from, 'theirs.assay');
  await mkdir(path.join(from, 'fixed'), { recursive: true });
  await writeFile(path.join(from, 'rows.jsonl'), `${ROWS.join('\n')}\n`);
  await writeFile(path.join(from, 'fixed', 'grader.json'), GRADER);
  await writeFile(path.join(from, 'fixed', 'fixed.py'), CODE);
  await runCli(folders, 'import', project, path.join(from, 'rows.jsonl'));
  await runCli(folders, 'grade', project, '--grader', path.join(from, 'fixed', 'grader.json'), '--where', 'id:1');

  const host = await startHost({ file: project });
  const shell = shellOf(page);
  const graders = gradersOf(page);
  await page.goto(host.link);
  await samplesOf(page).expectTotal(3);
  await shell.goTo('Graders');
  await expect(page.getByRole('heading', { name: 'This grader runs Python' })).toBeVisible();
  await expect(graders.preview).toContainText('fixed.py came with this project');
  await expect(graders.score).toHaveAttribute('aria-disabled', 'true');
  // Neither the key nor the preview of another sample gets around it.
  await page.keyboard.press('Control+Enter');
  await graders.preview.getByRole('button', { name: 'Next sample' }).click();
  await expect(page.getByRole('heading', { name: 'This grader runs Python' })).toBeVisible();
  await expect(graders.preview).not.toContainText('0.44');
  await expect(graders.distribution).toHaveAccessibleName(/^1 score/);

  await graders.preview.getByRole('button', { name: 'Show fixed.py' }).click();
  await expect(page.getByRole('tab', { name: 'fixed.py' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Allow this version to run on this computer' }).click();
  await expect(graders.preview).toContainText('0.44', { timeout: 60_000 });
  await page.keyboard.press('Control+Enter');
  await expect(graders.distribution).toHaveAccessibleName(/^3 scores of v1, mean 0\.44/, { timeout: 60_000 });
});
