import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isCancelled, type AppError } from '../../shared/rpc/errors.ts';
import { useBackend } from './client.tsx';
import { callMethod, methodDef, type CommandName, type Input, type JobName, type Output } from './methods.ts';
import { showErrorToast } from './toasts.tsx';

export type RpcCommandOptions<N extends CommandName | JobName> = {
  readonly onSuccess?: (output: Output<N>, input: Input<N>) => void;
  /** Return true when the error has been shown in place; otherwise it becomes a toast. */
  readonly onError?: (error: AppError, input: Input<N>) => boolean;
};
export type RpcCommand<N extends CommandName | JobName> = {
  /** Resolves with the answer, or with undefined when it failed; the failure has been shown by then. */
  readonly run: (input: Input<N>) => Promise<Output<N> | undefined>;
  readonly isPending: boolean;
  readonly error: AppError | null;
};

/**
 * Changes something. When the change can be undone, a toast names it and offers Undo (shown by `ActionToasts`, from the
 * backend's own label). Failures become a toast by their code, unless `onError` takes them.
 */
export function useRpcCommand<N extends CommandName | JobName>(
  name: N,
  options: RpcCommandOptions<N> = {},
): RpcCommand<N> {
  const { connection, actions } = useBackend();
  const mutation = useMutation<Output<N>, AppError, Input<N>>({
    mutationFn: async (input) => {
      const def = methodDef(name);
      const isJournalled = def.kind === 'command' && def.undo === 'journal';
      const expectation = isJournalled ? actions.expect() : null;
      try {
        const output = await callMethod(connection.clientNow(), name, input);
        expectation?.done(true);
        return output;
      } catch (error) {
        expectation?.done(false);
        throw error;
      }
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => {
      if (isCancelled(error) || options.onError?.(error, input) === true) return;
      showErrorToast(error);
    },
  });
  const { mutateAsync } = mutation;
  const run = useCallback(
    async (input: Input<N>): Promise<Output<N> | undefined> => {
      try {
        return await mutateAsync(input);
      } catch {
        // onError above has shown it.
        return undefined;
      }
    },
    [mutateAsync],
  );
  return { run, isPending: mutation.isPending, error: mutation.error };
}
