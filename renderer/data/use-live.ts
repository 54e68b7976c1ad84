import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { AppError } from '../../shared/rpc/errors.ts';
import { useAppStore } from '../state/store.ts';
import type { Input, Output } from './methods.ts';
import { rpcKey } from './query-client.ts';
import { useDraft } from './use-draft.ts';
import { useRpcCommand } from './use-rpc-command.tsx';
import { useRpcQuery, type RpcQueryResult } from './use-rpc-query.ts';

export type LiveStatus = Output<'live.status'>;

const MINUTE_MS = 60_000;

/**
 * What a person chose to start, remembered in the project. The token is no part of it: whoever hands on a project must not
 * open the receiver of the next person.
 */
const LiveChoices = z.object({
  otlp: z.boolean(),
  otlpPort: z.int().min(1).max(65_535).nullable(),
  proxy: z.boolean(),
  upstream: z.string().max(2_000),
  proxyPort: z.int().min(1).max(65_535).nullable(),
});
export type LiveChoices = z.infer<typeof LiveChoices>;

const DEFAULT_CHOICES: LiveChoices = {
  otlp: true,
  otlpPort: 4_318,
  proxy: false,
  upstream: 'https://api.openai.com',
  proxyPort: null,
};

/** Whether live collection is on, and what it does. */
export function useLiveStatus(): RpcQueryResult<'live.status'> {
  return useRpcQuery('live.status', {});
}

/** The same for what is shown minute by minute, which goes on also when nothing comes. */
export function useLiveMinutes(): RpcQueryResult<'live.status'> {
  const query = useLiveStatus();
  const { refetch } = query;
  const isOn = query.data?.on === true;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => void refetch(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isOn, refetch]);
  return query;
}

/** @returns the remembered choices and a setter */
export function useLiveChoices(): readonly [LiveChoices, (choices: LiveChoices) => void] {
  const [draft, setDraft] = useDraft('live.choices');
  const choices = useMemo(() => LiveChoices.catch(DEFAULT_CHOICES).parse(draft), [draft]);
  return [choices, setDraft];
}

/** @returns what `live.start` takes for the choices */
export function liveStartInput(choices: LiveChoices, needsToken: boolean): Input<'live.start'> {
  return {
    ...(choices.otlp ? { otlp: { port: choices.otlpPort } } : {}),
    ...(choices.proxy ? { proxy: { upstream: choices.upstream.trim(), port: choices.proxyPort } } : {}),
    needsToken,
  };
}

export type LiveSwitch = {
  readonly start: (input: Input<'live.start'>) => Promise<LiveStatus | undefined>;
  readonly stop: () => Promise<LiveStatus | undefined>;
  readonly pause: (paused: boolean) => Promise<LiveStatus | undefined>;
  readonly isStarting: boolean;
  readonly isStopping: boolean;
};

/**
 * Switches live collection; every place that shows it knows at once.
 *
 * @param onStartError return true when the failure to start has been shown in place
 */
export function useLiveSwitch(onStartError?: (error: AppError) => boolean): LiveSwitch {
  const queryClient = useQueryClient();
  const project = useAppStore((state) => state.project);
  const onSuccess = useCallback(
    (status: LiveStatus) => {
      queryClient.setQueryData(rpcKey(project, 'live.status', {}), status);
      void queryClient.invalidateQueries({ queryKey: rpcKey(project, 'live.settings', {}) });
    },
    [queryClient, project],
  );
  const starting = useRpcCommand('live.start', {
    onSuccess,
    ...(onStartError === undefined ? {} : { onError: onStartError }),
  });
  const stopping = useRpcCommand('live.stop', { onSuccess });
  const pausing = useRpcCommand('live.pause', { onSuccess });
  return {
    start: starting.run,
    stop: async () => stopping.run({}),
    pause: async (paused) => pausing.run({ paused }),
    isStarting: starting.isPending,
    isStopping: stopping.isPending,
  };
}
