import { expect, test, vi } from 'vitest';
import { createClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/port.ts';
import { greet } from '../testing/test-host.ts';
import { createActionWatch } from './action-watch.ts';

function setUp() {
  const [near, far] = createPortPair();
  const watch = createActionWatch();
  const own: string[] = [];
  const other = vi.fn();
  watch.watch(createClient(near));
  watch.onOwnAction(({ label }) => own.push(label));
  watch.onOtherAction(other);
  greet(far);
  const announce = (actionId: number | null, label: string | null): void =>
    far.post({
      t: 'event',
      seq: 1,
      name: 'changed',
      payload: { project: 'p1', tables: ['decision'], revision: 1, actionId, label },
    });
  return { watch, own, other, announce };
}

test('knows the action of its own command, whether the event comes before or after the answer', async () => {
  const { watch, own, other, announce } = setUp();
  const before = watch.expect();
  announce(1, 'Exclude 2 samples');
  await vi.waitFor(() => expect(own).toEqual(['Exclude 2 samples']));
  before.done(true);
  watch.expect().done(true);
  announce(2, 'Include 1 sample');
  await vi.waitFor(() => expect(own).toEqual(['Exclude 2 samples', 'Include 1 sample']));
  expect(other).not.toHaveBeenCalled();
});

test('tells of actions that nobody here started, and of those after a failed command', async () => {
  const { watch, own, other, announce } = setUp();
  watch.expect().done(false);
  announce(3, 'Tag 4 samples');
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce());
  expect(own).toEqual([]);
});

test('does not take writes without an action for the one that is waited for', async () => {
  const { watch, own, announce } = setUp();
  watch.expect();
  announce(null, null);
  announce(4, 'Merge 2 samples');
  await vi.waitFor(() => expect(own).toEqual(['Merge 2 samples']));
});
