import { contract, type AppContract } from '../contract/index.ts';
import type { InputOf, MethodDef, OutputOf } from '../contract/define.ts';
import { events, type EventName, type EventPayload } from '../contract/events.ts';
import { PROTOCOL_VERSION, ServerMessage, type ClientMessage } from './envelope.ts';
import { AppError, fromWire } from './errors.ts';
import type { Port } from './port.ts';

/** The part of an AbortSignal that is needed; `shared` knows neither DOM nor Node. */
export type CancelSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
type CallOptions = { readonly signal?: CancelSignal | undefined };
type ClientMethod<M extends MethodDef> = (input: InputOf<M>, options?: CallOptions) => Promise<OutputOf<M>>;
export type ClientMethods = {
  readonly [N in keyof AppContract]: {
    readonly [K in keyof AppContract[N]]: AppContract[N][K] extends MethodDef ? ClientMethod<AppContract[N][K]> : never;
  };
};

export type Client = ClientMethods & {
  /** Calls are sent for this project; null before one is open. */
  readonly setProject: (project: string | null) => void;
  readonly on: <N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) => () => void;
  /** Resolves once the backend has greeted; rejects when it speaks another protocol. */
  readonly ready: Promise<{ readonly session: string; readonly appVersion: string }>;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * A typed client over any port. Each call gets an id; aborting its signal sends a cancel and rejects with `cancelled`.
 * When the port closes every waiting call rejects with `backend_unavailable`.
 */
export function createClient(port: Port): Client {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const closers: (() => void)[] = [];
  const greeting = Promise.withResolvers<{ session: string; appVersion: string }>();
  greeting.promise.catch(() => undefined);
  let nextId = 1;
  let project: string | null = null;
  let isOpen = true;

  port.onMessage((raw) => {
    const parsed = ServerMessage.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.t === 'hello') {
      if (message.protocol === PROTOCOL_VERSION) greeting.resolve(message);
      else greeting.reject(new AppError('conflict', 'This page is from another version of Assay. Reload it.'));
      return;
    }
    if (message.t === 'event') return deliver(message.name, message.payload);
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.t === 'ok') entry?.resolve(message.value);
    else entry?.reject(fromWire(message.error));
  });
  port.onClose(() => {
    isOpen = false;
    const error = new AppError('backend_unavailable', 'The connection to the Assay engine closed.');
    greeting.reject(error);
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
    for (const listener of closers) listener();
  });

  function deliver(name: string, payload: unknown): void {
    if (!Object.hasOwn(events, name)) return;
    // The name was just checked against the contract's own keys.
    const parsed = events[name as EventName].safeParse(payload);
    if (parsed.success) for (const listener of listeners.get(name) ?? []) listener(parsed.data as never);
  }

  async function call(method: string, scope: string, input: unknown, signal?: CancelSignal): Promise<unknown> {
    if (!isOpen) throw new AppError('backend_unavailable', 'The connection to the Assay engine is closed.');
    if (signal?.aborted === true) throw new AppError('cancelled', 'Cancelled.');
    const id = nextId++;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const send = (message: ClientMessage): void => port.post(message);
    const abort = (): void => {
      if (!waiting.delete(id)) return;
      send({ t: 'cancel', id });
      answer.reject(new AppError('cancelled', 'Cancelled.'));
    };
    signal?.addEventListener('abort', abort, { once: true });
    send({ t: 'call', id, method, project: scope === 'app' ? null : project, input });
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  const rest: Omit<Client, keyof ClientMethods> = {
    setProject: (value) => {
      project = value;
    },
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    ready: greeting.promise,
    onClose: (listener) => void closers.push(listener),
    close: () => port.close(),
  };
  return { ...buildMethods(call), ...rest };
}

type Call = (method: string, scope: string, input: unknown, signal?: CancelSignal) => Promise<unknown>;

function buildMethods(call: Call): ClientMethods {
  const methods: Record<string, Record<string, unknown>> = {};
  for (const [namespace, defs] of Object.entries(contract)) {
    const group: Record<string, unknown> = {};
    for (const [name, { scope }] of Object.entries<MethodDef>(defs))
      group[name] = (input: unknown, options?: CallOptions) =>
        call(`${namespace}.${name}`, scope, input, options?.signal);
    methods[namespace] = group;
  }
  // Built from the contract itself, key by key, so the shape is the contract's.
  return methods as unknown as ClientMethods;
}
