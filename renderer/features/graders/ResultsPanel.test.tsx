import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { TestBackend } from '../../../main/backend/testing/backend.ts';
import { GraderId } from '../../../shared/model/ids.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { ResultsPanel, type ResultsTab } from './ResultsPanel.tsx';
import { useGraderCheck } from './use-grader-check.ts';
import { useGraderSession, type GraderDetails } from './use-grader-session.ts';
import { useScoring } from './use-scoring.ts';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const FILES = {
  'grader.json': JSON.stringify({
    type: 'string_check',
    name: 'place',
    input: '{{ sample.output_text }}',
    reference: '{{ item.place }}',
    operation: 'ilike',
  }),
};
const line = (answer: string, place: string | null): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Where is ${answer}?` },
      { role: 'assistant', content: answer },
    ],
    ...(place === null ? { other: 1 } : { place }),
  });
const PROBLEM: GraderProblem = {
  file: 'grader.json',
  range: { line: 1, column: 1, endLine: 1, endColumn: 2 },
  severity: 'error',
  code: 'output_json_without_format',
  message: 'No such field.',
  fixes: [],
};

async function prepare({ client, file, importFile }: TestBackend): Promise<void> {
  const lines = [
    line('at the depot', 'depot'),
    line('on the ferry', 'van'),
    line('lost', null),
    line('a depot', 'depot'),
  ];
  await importFile(file('a.jsonl', lines.join('\n')));
  await client.graders.create({ name: 'place', files: FILES });
}

function Loaded({ details, went }: { readonly details: GraderDetails; readonly went: string[] }) {
  const session = useGraderSession(details);
  const check = useGraderCheck(session.files, session.origin);
  const scoring = useScoring(session, check, '');
  const [tab, setTab] = useState<ResultsTab>('distribution');
  return (
    <>
      <button type="button" onClick={() => scoring.start()}>
        score
      </button>
      <button type="button" onClick={() => session.edit('grader.json', FILES['grader.json'].replace('ilike', 'like'))}>
        edit
      </button>
      <p>{scoring.obstacle === null ? 'free' : scoring.obstacle.kind}</p>
      <ResultsPanel
        session={session}
        scoring={scoring}
        problems={[PROBLEM]}
        isChecking={false}
        tab={tab}
        onTab={setTab}
        isFolded={false}
        onFold={() => undefined}
        onGoTo={(problem) => went.push(problem.message)}
        onFormat={() => went.push('format')}
      />
    </>
  );
}
function Harness({ went }: { readonly went: string[] }) {
  const { data } = useRpcQuery('graders.get', { graderId: GraderId.parse(1), version: null });
  return data === undefined ? null : <Loaded details={data} went={went} />;
}

async function start(): Promise<Rendered & { readonly went: string[] }> {
  const went: string[] = [];
  const rendered = await renderWithBackend(<Harness went={went} />, { path: '/graders', prepare });
  open.push(rendered);
  return { ...rendered, went };
}

test('scores all and shows the spread, whose bars open the samples of this run', async () => {
  const { history } = await start();
  expect(await screen.findByText('Not scored yet')).toBeTruthy();
  await screen.findByText('free');
  fireEvent.click(screen.getByRole('button', { name: 'score' }));
  const chart = await screen.findByRole('figure', { name: '3 scores of v1, mean 0.67, 100 % at exactly 0 or 1.' });
  expect(screen.getByText('4 attempts, 1 errored', { exact: false })).toBeTruthy();
  fireEvent.click(within(chart).getByRole('button', { name: '0.95 to 1.00: 2, open in Samples' }));
  expect(decodeURIComponent(history.at(-1) ?? '')).toMatch(/^\/samples\?filter=score@1:0\.95\.\./u);
});

test('the chart can be read as a table', async () => {
  await start();
  await screen.findByText('free');
  fireEvent.click(screen.getByRole('button', { name: 'score' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show as table' }));
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('0.951.002');
});

test('says why attempts have no score, and opens exactly those', async () => {
  const { backend } = await start();
  await screen.findByText('free');
  fireEvent.click(screen.getByRole('button', { name: 'score' }));
  await screen.findByText('1 errored', { exact: false });
  fireEvent.click(screen.getByRole('tab', { name: 'Output' }));
  const open = await screen.findByRole('link', { name: /^Open the 1 in Samples/ });
  const filter = new URLSearchParams(open.getAttribute('href')?.split('?')[1]).get('filter') ?? '';
  const { total, problem } = await backend.client.filters.check({ filter });
  expect([total, problem]).toEqual([1, null]);
});

test('an edited grader is saved as a version before it is scored, and the version before is drawn beside it', async () => {
  const { backend } = await start();
  await screen.findByText('free');
  fireEvent.click(screen.getByRole('button', { name: 'score' }));
  await screen.findByText('1 errored', { exact: false });
  fireEvent.click(screen.getByRole('button', { name: 'edit' }));
  expect(await screen.findByText('The draft is not scored yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'score' }));
  expect(await screen.findByRole('figure', { name: /^3 scores of v2/ })).toBeTruthy();
  expect(screen.getByText('v1 0.67')).toBeTruthy();
  const { versions, draft } = await backend.client.graders.get({ graderId: GraderId.parse(1), version: null });
  expect([versions.length, draft]).toEqual([2, null]);
});

test('a draft lasts: it is kept while it is typed, and gone when it is what the version has', async () => {
  const { backend } = await start();
  await screen.findByText('free');
  fireEvent.click(screen.getByRole('button', { name: 'edit' }));
  const draft = async () => (await backend.client.graders.get({ graderId: GraderId.parse(1), version: null })).draft;
  await waitFor(async () => expect((await draft())?.['grader.json']).toContain('"like"'));
});

test('problems lead to their place, and to the setting that solves one', async () => {
  const { went } = await start();
  fireEvent.click(await screen.findByRole('tab', { name: /^Problems/ }));
  fireEvent.click(screen.getByRole('button', { name: /No such field/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Set a response format' }));
  expect(went).toEqual(['No such field.', 'format']);
});
