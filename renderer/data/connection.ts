import { createClient, type Client } from '../../shared/rpc/client.ts';
import { AppError } from '../../shared/rpc/errors.ts';
import { HostRefusal, type Host, type HostRefusalReason } from '../host/host.ts';

export type ConnectionState =
  | { readonly status: 'connecting' }
  | { readonly status: 'ready'; readonly client: Client; readonly appVersion: string }
  /** Lost after it had worked; tried again with growing pauses. */
  | { readonly status: 'lost' }
  | { readonly status: 'refused'; readonly reason: HostRefusalReason | 'version' };

export type Connection = {
  readonly getState: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The client once there is one: waits through a reconnect. Rejects when the host refuses this page. */
  readonly client: (signal?: AbortSignal) => Promise<Client>;
  /** The client now, or an error to show: for commands, which must not fire later than the person meant. */
  readonly clientNow: () => Client;
  /** Calls of project scope go to this project from now on, on this client and on every later one. */
  readonly setProject: (project: string | null) => void;
  readonly close: () => void;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Keeps one client alive over the host's ports: connects, and connects again when the port closes. */
export function createConnection(host: Host): Connection {
  let state: ConnectionState = { status: 'connecting' };
  let project: string | null = null;
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  const listeners = new Set<() => void>();

  function setState(next: ConnectionState): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  /** @returns a promise of the port's end, in an array so that awaiting the connection does not await the end */
  async function connectOnce(): Promise<readonly [closed: Promise<unknown>]> {
    const client = createClient(await host.connect());
    client.setProject(project);
    const closed = Promise.withResolvers<unknown>();
    client.onClose(() => closed.resolve(undefined));
    const { appVersion } = await client.ready;
    setState({ status: 'ready', client, appVersion });
    return [closed.promise];
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!isClosing()) {
      try {
        const [closed] = await connectOnce();
        pauseMs = FIRST_PAUSE_MS;
        await closed;
      } catch (error) {
        const reason = refusalReason(error);
        if (reason !== null) {
          setState({ status: 'refused', reason });
          return;
        }
      }
      if (isClosing()) return;
      if (state.status === 'ready') setState({ status: 'lost' });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  function unavailable(): AppError {
    return new AppError('backend_unavailable', 'The connection to the Assay engine is closed. Nothing was changed.');
  }

  void run();
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    client: (signal) => nextClient(() => state, listeners, signal),
    clientNow: () => {
      if (state.status === 'ready') return state.client;
      throw unavailable();
    },
    setProject: (value) => {
      project = value;
      if (state.status === 'ready') state.client.setProject(value);
    },
    close: () => {
      closing.abort();
      if (state.status === 'ready') state.client.close();
    },
  };
}

function refusalReason(error: unknown): HostRefusalReason | 'version' | null {
  if (error instanceof HostRefusal) return error.reason;
  // Only the greeting answers so: the page and the backend speak different protocols.
  return error instanceof AppError && error.code === 'conflict' ? 'version' : null;
}

async function nextClient(
  getState: () => ConnectionState,
  listeners: Set<() => void>,
  signal?: AbortSignal,
): Promise<Client> {
  const answer = Promise.withResolvers<Client>();
  const look = (): void => {
    const state = getState();
    if (state.status === 'ready') answer.resolve(state.client);
    if (state.status === 'refused')
      answer.reject(new AppError('backend_unavailable', 'The Assay engine refused this page.'));
  };
  const abort = (): void => answer.reject(new AppError('cancelled', 'Cancelled.'));
  listeners.add(look);
  signal?.addEventListener('abort', abort, { once: true });
  look();
  try {
    return await answer.promise;
  } finally {
    listeners.delete(look);
    signal?.removeEventListener('abort', abort);
  }
}
