import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { ToolUsePage } from './ToolUsePage.tsx';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

function trace(calls: number): object {
  const ids = Array.from({ length: calls }, (_, at) => `c${at}`);
  return {
    messages: [
      { role: 'user', content: `Look ${calls} things up` },
      {
        role: 'assistant',
        content: null,
        tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
      },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'found' })),
      { role: 'assistant', content: 'Done' },
    ],
  };
}

async function start(traces: readonly object[], path = '/tool-use'): Promise<Rendered> {
  const rendered = await renderWithBackend(<ToolUsePage />, {
    path,
    prepare: async (b) => {
      if (traces.length > 0)
        await b.importFile(b.file('log.jsonl', traces.map((one) => JSON.stringify(one)).join('\n')));
    },
  });
  open.push(rendered);
  return rendered;
}

test('says how the calls lie, and opens the samples of a bar', async () => {
  const { history } = await start([trace(1), trace(2), trace(2), trace(16)], '/tool-use?by=tool');
  const chart = await screen.findByRole('figure', {
    name: 'Calls per attempt. Half are at most 2, one in twenty is above 13.9, the highest is 16.',
  });
  fireEvent.click(within(chart).getByRole('button', { name: '2: 2' }));
  await waitFor(() => expect(history.at(-1)).toBe('/samples?filter=id%3A2..3'));
});

test('shows two sets line under line, with what nobody measured said so', async () => {
  await start([trace(1), trace(16)], '/tool-use?filter=calls<15&against=calls>15');
  const tails = await screen.findByRole('region', { name: 'Tails' });
  const calls = within(tails).getByRole('rowheader', { name: 'Calls per attempt' }).closest('tbody');
  expect(calls?.textContent).toBe('Calls per attemptThis set11111Other set1616161616');
  expect(within(tails).getAllByText('not measured')).toHaveLength(4);
});

test('says what to do without attempts', async () => {
  await start([]);
  expect(await screen.findByRole('heading', { name: 'No attempts yet' })).toBeDefined();
});
