import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { usePinnedSample } from './use-pinned-sample.ts';
import { useRunSample } from './use-run-sample.ts';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

const GRADER = {
  type: 'string_check',
  name: 'place',
  input: '{{ sample.output_text }}',
  reference: '{{ item.place }}',
  operation: 'ilike',
};
const line = (answer: string, more: object): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Where is ${answer}?` },
      { role: 'assistant', content: answer },
    ],
    ...more,
  });

function Probe() {
  const { data: runs } = useRpcQuery('scores.runs', { graderId: null });
  const pinned = usePinnedSample(useRunSample({ run: runs?.[0] ?? null, isLoaded: runs !== undefined }));
  return <p>{pinned.sampleId === null ? 'none' : `sample ${pinned.sampleId}`}</p>;
}

async function start(isRun: boolean): Promise<void> {
  const rendered = await renderWithBackend(<Probe />, {
    prepare: async ({ client, file, importFile, finish }) => {
      const lines = [line('ferry', { other: 1 }), line('van', { other: 2 }), line('depot', { place: 'depot' })];
      await importFile(file('a.jsonl', lines.join('\n')));
      const files = { 'grader.json': JSON.stringify(GRADER) };
      const { graderId } = await client.graders.create({ name: 'place', files });
      if (!isRun) return;
      const { jobId } = await client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' });
      expect((await finish(jobId)).state).toBe('succeeded');
    },
  });
  open.push(rendered);
}

test('a grader is first tried on a sample that it has scored', async () => {
  await start(true);
  expect(await screen.findByText('sample 3')).toBeDefined();
});

test('a grader that was never run is first tried on the first sample', async () => {
  await start(false);
  expect(await screen.findByText('sample 1')).toBeDefined();
});
