import { createRequire } from 'node:module';
import type { QueryClient } from '@tanstack/react-query';
import { configure, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type * as Engine from '../../main/backend/testing/backend.ts';
import type { TestBackend } from '../../main/backend/testing/backend.ts';
import { Providers } from '../app/providers.tsx';
import { createActionWatch } from '../data/action-watch.ts';
import { createConnection } from '../data/connection.ts';
import { watchChanges } from '../data/invalidation.ts';
import { createQueryClient } from '../data/query-client.ts';
import type { Host } from '../host/host.ts';
import { initTexts } from '../i18n/index.ts';
import { createPortPair } from '../../shared/rpc/port.ts';
import { useAppStore } from '../state/store.ts';
import { fillDomGaps } from './dom-gaps.ts';
import { createTestHost } from './test-host.ts';

export type RenderOptions = {
  /** Address the page starts at. */
  readonly path?: string;
  readonly host?: Partial<Host>;
  /** Runs before anything is rendered: imports and the like. */
  readonly prepare?: (backend: TestBackend) => Promise<unknown>;
  /** false: the page finds its project by itself, as the whole App does. */
  readonly hasProject?: boolean;
};
export type Rendered = RenderResult & {
  readonly backend: TestBackend;
  readonly queryClient: QueryClient;
  /** Addresses gone to, the present one last. */
  readonly history: readonly string[];
  readonly close: () => Promise<void>;
};

const ASYNC_TIMEOUT_MS = 10_000;

/**
 * The engine is loaded by Node itself: the page's tests run through Vite, which would rewrite the engine's own addresses
 * (`import.meta.url`) as those of a page.
 */
function loadEngine(): typeof Engine {
  // A native load has no types of its own.
  return createRequire(`${process.cwd()}/`)('./main/backend/testing/backend.ts') as never;
}

/**
 * Renders a part of the page against a real engine with an empty project of its own. Call `close` when the test ends.
 * happy-dom measures every box as 0, so parts that are virtualised need `initialRect` or an e2e test.
 */
export async function renderWithBackend(ui: ReactNode, options: RenderOptions = {}): Promise<Rendered> {
  fillDomGaps();
  // A busy machine is slow, not wrong.
  configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS });
  initTexts();
  window.sessionStorage.clear();
  const backend = await loadEngine().createTestBackend();
  await options.prepare?.(backend);
  const host = createTestHost(() => undefined, {
    connect: async () => {
      const [near, far] = createPortPair();
      setTimeout(() => backend.backend.connect(far, { host: 'web', openPath: backend.projectPath }));
      return near;
    },
    ...options.host,
  });
  const connection = createConnection(host);
  const actions = createActionWatch();
  const queryClient = createQueryClient();
  const stops: (() => void)[] = [];
  useAppStore.setState(useAppStore.getInitialState(), true);
  if (options.hasProject !== false) {
    const client = await connection.client();
    const project = await client.projects.current({});
    if (project === null) throw new Error('The test project did not open.');
    connection.setProject(project.project);
    useAppStore.getState().projectOpened(project.project);
    stops.push(watchChanges(client, queryClient), actions.watch(client));
  }
  const location = memoryLocation({ path: options.path ?? '/', record: true });
  const result = render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <Providers backend={{ host, connection, actions }} queryClient={queryClient}>
        {ui}
      </Providers>
    </Router>,
  );
  return {
    ...result,
    backend,
    queryClient,
    history: location.history,
    close: async () => {
      result.unmount();
      for (const stop of stops) stop();
      queryClient.clear();
      connection.close();
      await backend.close();
    },
  };
}
