import { useCallback, useRef } from 'react';
import { useBackend } from './client.tsx';
import type { Input } from './methods.ts';
import { useJob, type UseJob } from './use-job.ts';

/** Jobs that end in one action of the journal. */
type UndoableJobName = 'privacy.mask' | 'privacy.unmask';

/** A job whose change can be taken back: the message about it offers that, as after a command. */
export function useUndoableJob<N extends UndoableJobName>(name: N): UseJob<N> {
  const { actions } = useBackend();
  const expected = useRef<ReturnType<typeof actions.expect> | null>(null);
  const job = useJob(name, {
    onEnded: ({ state }) => {
      expected.current?.done(state === 'succeeded');
      expected.current = null;
    },
  });
  const { start } = job;
  const begin = useCallback(
    async (input: Input<N>) => {
      const expectation = actions.expect();
      expected.current = expectation;
      const started = await start(input);
      if (started === undefined) expectation.done(false);
      return started;
    },
    [actions, start],
  );
  return { ...job, start: begin };
}
