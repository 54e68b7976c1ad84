import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { GraderId } from '../../../shared/model/ids.ts';
import type { TestBackend } from '../../../main/backend/testing/backend.ts';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { useGraderCheck } from './use-grader-check.ts';
import type { GraderSession } from './use-grader-session.ts';
import { usePinnedSample } from './use-pinned-sample.ts';
import { usePreview } from './use-preview.ts';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const MULTI = {
  'grader.json': JSON.stringify({
    type: 'multi',
    graders: {
      place: {
        type: 'string_check',
        name: 'place',
        input: '{{ sample.output_text }}',
        reference: '{{ item.place }}',
        operation: 'ilike',
      },
      words: {
        type: 'text_similarity',
        name: 'words',
        input: '{{ sample.output_text }}',
        reference: '{{ item.place }}',
        evaluation_metric: 'rouge_1',
      },
    },
    calculate_output: '0.75 * place + 0.25 * words',
  }),
};
const PYTHON = {
  'grader.json': JSON.stringify({ type: 'python', name: 'own', source: '@grade.py' }),
  'grade.py': 'def grade(sample, item):\n    return 0.25\n',
};

/** The preview with a plain box for grader.json in place of the editor. */
function Harness({ start }: { readonly start: GraderFiles }) {
  const [files, setFiles] = useState(start);
  const check = useGraderCheck(files, 0);
  const pinned = usePinnedSample();
  const preview = usePreview(check, pinned);
  const session = { graderId: GraderId.parse(1), files, open: () => undefined } as unknown as GraderSession;
  return (
    <>
      <textarea
        aria-label="grader.json"
        value={files['grader.json']}
        onChange={(event) => setFiles({ ...files, 'grader.json': event.currentTarget.value })}
      />
      <PreviewPane
        session={session}
        check={check}
        pinned={pinned}
        preview={preview}
        run={null}
        onShowProblems={() => undefined}
      />
    </>
  );
}

const line = (question: string, answer: string | null, place: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      ...(answer === null ? [] : [{ role: 'assistant', content: answer }]),
    ],
    place,
  });

async function importParcels(backend: TestBackend): Promise<void> {
  const lines = [
    line('Where is parcel 1?', 'It waits at the depot', 'depot'),
    line('Where is parcel 2?', 'No idea', 'harbour'),
    line('Where is parcel 3?', null, 'ferry'),
  ];
  await backend.importFile(backend.file('a.jsonl', lines.join('\n')));
}

async function start(files: GraderFiles, path = '/graders'): Promise<Rendered> {
  const rendered = await renderWithBackend(<Harness start={files} />, { path, prepare: importParcels });
  open.push(rendered);
  return rendered;
}
const pane = () => within(screen.getByRole('group', { name: 'Preview' }));

test('scores the pinned sample by parts, each with its weight, and marks estimates', async () => {
  await start(MULTI);
  expect(await pane().findByRole('img', { name: 'Score 0.83, made of place 0.75, words 0.08' })).toBeTruthy();
  const [place, words] = pane().getAllByRole('listitem');
  expect(place?.textContent).toContain('0.75 ×1.00');
  expect(place?.textContent).toContain('Contains the reference');
  expect(words?.textContent).toContain('estimate');
  expect(screen.getByText('Live')).toBeTruthy();
});

test('shows the filled in texts of a part when it is opened', async () => {
  await start(MULTI);
  fireEvent.click(await pane().findByRole('button', { name: /^place/ }));
  expect(pane().getByRole('region', { name: 'Input' }).textContent).toBe('It waits at the depot');
  expect(pane().getByRole('region', { name: 'Reference' }).textContent).toBe('depot');
});

test('a text with errors keeps the last score and says so', async () => {
  await start(MULTI);
  await pane().findAllByText('0.83');
  const box = screen.getByLabelText('grader.json');
  fireEvent.change(box, { target: { value: MULTI['grader.json'].replace('0.25 * words', '0.25 * wods') } });
  expect(await screen.findByText('Last valid version')).toBeTruthy();
  expect(pane().getAllByText('0.83').length).toBeGreaterThan(0);
  fireEvent.change(box, { target: { value: MULTI['grader.json'].replace('0.75 * place +', '') } });
  await waitFor(() => expect(pane().getByRole('img', { name: /^Score 0.08/ })).toBeTruthy());
});

test('a text that never was right has no score', async () => {
  await start({ 'grader.json': '{' });
  expect(await screen.findByText('No preview yet')).toBeTruthy();
});

test('what errored has a word and a reason, not a 0', async () => {
  await start({ 'grader.json': MULTI['grader.json'].replaceAll('item.place', 'item.place.x') }, '/graders?sample=2');
  expect(await screen.findByText('No preview yet')).toBeTruthy();
  const lost = {
    ...PYTHON,
    'grader.json':
      '{"type":"string_check","name":"n","operation":"eq","input":"{{ sample.output_json.a }}","reference":"x"}',
  };
  fireEvent.change(screen.getByLabelText('grader.json'), { target: { value: lost['grader.json'] } });
  expect((await pane().findAllByText('Errored')).length).toBeGreaterThan(0);
  expect(pane().queryByText('0.00')).toBeNull();
  expect(pane().getByText(/A trainer would use 0.00/)).toBeTruthy();
});

test('Python that came with the project runs only after it was allowed', async () => {
  const rendered = await start(PYTHON);
  fireEvent.click(await screen.findByRole('button', { name: 'Allow this version to run on this computer' }));
  await waitFor(async () => {
    const { python } = await rendered.backend.client.graders.check({ files: PYTHON });
    expect(python).toEqual([{ file: 'grade.py', trusted: true }]);
  });
  await waitFor(() => expect(screen.queryByText('This grader runs Python')).toBeNull());
});

test('a sample without attempts is graded on its reference, or on an answer that is pasted', async () => {
  await start(MULTI, '/graders?sample=3');
  expect(await pane().findByText('No attempts')).toBeTruthy();
  expect(await pane().findByRole('img', { name: /^Score 0.75/ })).toBeTruthy();
  fireEvent.click(pane().getByRole('radio', { name: 'Paste' }));
  fireEvent.change(await pane().findByLabelText('Answer to grade', { selector: 'textarea' }), {
    target: { value: 'the ferry' },
  });
  expect(await pane().findByRole('img', { name: /^Score 0.92/ })).toBeTruthy();
});

test('goes to the next sample and back, round and round', async () => {
  await start(MULTI);
  await screen.findByRole('button', { name: 'Sample S-0001, choose another' });
  fireEvent.click(screen.getByRole('button', { name: 'Previous sample' }));
  expect(await screen.findByRole('button', { name: 'Sample S-0003, choose another' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next sample' }));
  expect(await screen.findByRole('button', { name: 'Sample S-0001, choose another' })).toBeTruthy();
});
