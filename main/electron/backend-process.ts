import { utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import { z } from 'zod';

export type SessionStart = { readonly host: 'electron'; readonly openPath?: string };
export type ControlRequest =
  | { readonly type: 'connect'; readonly session: SessionStart }
  | {
      readonly type: 'registerPath';
      readonly id: number;
      readonly path: string;
      readonly purpose: 'open' | 'save' | 'folder';
    }
  | { readonly type: 'takeDownload'; readonly id: number; readonly downloadId: string }
  | { readonly type: 'close' };
const ControlReply = z.object({ id: z.int(), value: z.unknown().optional(), error: z.string().optional() });

export type BackendProcess = {
  readonly connect: (port: MessagePortMain, session: SessionStart) => void;
  readonly registerPath: (path: string, purpose: 'open' | 'save' | 'folder') => Promise<unknown>;
  readonly takeDownload: (downloadId: string) => Promise<unknown>;
  /** Asks it to close its projects and waits for its end, at most `CLOSE_MS`. */
  readonly close: () => Promise<void>;
};

const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 5 * 60_000;
// The backend itself waits up to 5 s for its jobs.
const CLOSE_MS = 10_000;

const KEPT = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'LANG',
    'LANGUAGE',
    'TZ',
    'TMPDIR',
    'TMP',
    'TEMP',
    'DISPLAY',
    'WAYLAND_DISPLAY',
  ],
  ...[
    'USERPROFILE',
    'USERNAME',
    'APPDATA',
    'LOCALAPPDATA',
    'PROGRAMDATA',
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
  ],
];

/** What the backend inherits: enough to find folders and languages, nothing that changes how Node or Electron run. */
export function backendEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const isKept = (name: string) => KEPT.includes(name.toUpperCase()) || /^(?:LC_|XDG_|ASSAY_)/.test(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isKept(name) ? [[name, value]] : [])),
  );
}

/** Answers whether one more restart is due: at most three in five minutes, after which something is wrong for good. */
export function createRestartPolicy(now: () => number): () => boolean {
  const restarts: number[] = [];
  return () => {
    const recent = restarts.filter((at) => now() - at < RESTART_WINDOW_MS);
    restarts.splice(0, restarts.length, ...recent);
    if (recent.length >= MAX_RESTARTS) return false;
    restarts.push(now());
    return true;
  };
}

/**
 * Runs the backend in a utility process and starts it again when it dies; pages notice by their closed ports and ask for new ones.
 *
 * @param options `gaveUp` is called when it died too often
 */
export function startBackendProcess(options: {
  readonly entry: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly gaveUp: () => void;
}): BackendProcess {
  const mayRestart = createRestartPolicy(options.now);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 1;
  let isClosing = false;
  let child = start();

  function start(): UtilityProcess {
    const started = utilityProcess.fork(options.entry, [], {
      serviceName: 'Assay engine',
      env: backendEnvironment(options.env),
      stdio: 'inherit',
    });
    started.on('message', settle);
    started.once('exit', () => {
      for (const answer of waiting.values()) answer.reject(new Error('The engine ended before it answered.'));
      waiting.clear();
      if (isClosing) return;
      if (mayRestart()) child = start();
      else options.gaveUp();
    });
    return started;
  }

  function settle(message: unknown): void {
    const reply = ControlReply.safeParse(message);
    if (!reply.success) return;
    const answer = waiting.get(reply.data.id);
    waiting.delete(reply.data.id);
    if (reply.data.error === undefined) answer?.resolve(reply.data.value);
    else answer?.reject(new Error(reply.data.error));
  }

  async function ask(request: (id: number) => ControlRequest): Promise<unknown> {
    const id = nextId++;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    child.postMessage(request(id));
    return answer.promise;
  }

  return {
    connect: (port, session) => child.postMessage({ type: 'connect', session } satisfies ControlRequest, [port]),
    registerPath: (path, purpose) => ask((id) => ({ type: 'registerPath', id, path, purpose })),
    takeDownload: (downloadId) => ask((id) => ({ type: 'takeDownload', id, downloadId })),
    async close() {
      isClosing = true;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.postMessage({ type: 'close' } satisfies ControlRequest);
      const timer = setTimeout(() => child.kill(), CLOSE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
