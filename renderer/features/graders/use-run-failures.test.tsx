import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { useRunFailures } from './use-run-failures.ts';

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
  const { data: runs = [] } = useRpcQuery('scores.runs', { graderId: null });
  const { data: stats } = useRpcQuery('stats.get', {});
  const failures = useRunFailures(runs[0] ?? null);
  return (
    <ul aria-label={`${stats?.samples ?? 0} samples`}>
      {(failures ?? []).map(({ part, count }) => (
        <li key={part.reason}>{`${part.type} ${part.state} ${count}`}</li>
      ))}
    </ul>
  );
}

test('finds one score for each reason a run errored for, and goes on when the project changes', async () => {
  const rendered = await renderWithBackend(<Probe />, {
    prepare: async ({ client, file, importFile, finish }) => {
      const lines = [line('depot', { place: 'depot' }), line('ferry', { other: 1 }), line('van', { other: 2 })];
      await importFile(file('a.jsonl', lines.join('\n')));
      const { graderId } = await client.graders.create({
        name: 'place',
        files: { 'grader.json': JSON.stringify(GRADER) },
      });
      const { jobId } = await client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' });
      expect((await finish(jobId)).state).toBe('succeeded');
    },
  });
  open.push(rendered);
  expect((await screen.findByText('string_check errored 2')).parentElement?.childElementCount).toBe(1);
  await rendered.backend.client.samples.paste({ text: 'Where is the key?' });
  await waitFor(() => expect(screen.getByRole('list', { name: '4 samples' })).toBeDefined());
  expect(screen.getByText('string_check errored 2')).toBeDefined();
});
