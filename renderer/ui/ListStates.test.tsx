import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '../../shared/rpc/errors.ts';
import { initTexts } from '../i18n/index.ts';
import { ListStates, type ListQuery } from './ListStates.tsx';

beforeAll(initTexts);
afterEach(cleanup);

function show(query: Partial<ListQuery<readonly string[]>>) {
  const full = { data: undefined, error: null, isFetching: false, refetch: vi.fn(), ...query };
  render(
    <MantineProvider>
      <ListStates query={full} isEmpty={(rows) => rows.length === 0} empty={<p>Nothing here</p>}>
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </ListStates>
    </MantineProvider>,
  );
  return full;
}

test('shows data, and keeps it when asking again fails', () => {
  show({ data: ['one'], error: new AppError('io_failed', 'The disk went away.') });
  expect(screen.getByText('one')).toBeTruthy();
});

test('shows what to do when there is nothing', () => {
  show({ data: [] });
  expect(screen.getByText('Nothing here')).toBeTruthy();
});

test('an error names its cause, its code and a way out', () => {
  const { refetch } = show({ error: new AppError('internal', 'It broke.', { ref: 'ab12' }) });
  expect(screen.getByRole('alert').textContent).toContain('It broke.');
  expect(screen.getByText('internal ab12')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('nothing flickers for an answer that comes quickly, and a skeleton shows for a slow one', async () => {
  show({ isFetching: true });
  expect(screen.queryByRole('status')).toBeNull();
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
});
