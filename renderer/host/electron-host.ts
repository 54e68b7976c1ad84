import { z } from 'zod';
import { FileRefId } from '../../shared/model/ids.ts';
import type { Port } from '../../shared/rpc/port.ts';
import type { Host, PickedFile } from './host.ts';

/** What the preload script puts on the window. */
type AssayHost = {
  readonly platform: string;
  readonly requestPort: (nonce: string) => Promise<unknown>;
  readonly pickFiles: (options: {
    purpose: 'open' | 'folder';
    multiple?: boolean;
    extensions?: string[];
  }) => Promise<unknown>;
  readonly pickSaveTarget: (options: { suggestedName: string; extensions?: string[] }) => Promise<unknown>;
  readonly openExternal: (url: string) => Promise<unknown>;
  readonly reveal: (downloadId: string) => Promise<unknown>;
  readonly setMenuState: (state: { enabled: string[]; title?: string; path?: string | null }) => Promise<unknown>;
  readonly onCommand: (listener: (id: string) => void) => () => void;
  /** Registers files that were dropped on the window; only the preload can learn where they lie. */
  readonly takeDropped?: (files: readonly File[]) => Promise<unknown>;
};
declare global {
  // Merging with the DOM's own Window needs an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    readonly assayHost?: AssayHost;
  }
}

const Registered = z
  .object({ id: FileRefId, name: z.string(), sizeBytes: z.number().nullable() })
  .transform((file): PickedFile => ({ ref: file.id, name: file.name, sizeBytes: file.sizeBytes }));
const PortMessage = z.object({ type: z.literal('assay:port'), nonce: z.string() });
const PORT_WAIT_MS = 15_000;

/** The desktop app: native dialogs, and a MessagePort straight to the backend process. */
export function createElectronHost(bridge: AssayHost): Host {
  const isMac = bridge.platform === 'darwin';
  return {
    kind: 'electron',
    isMac,
    connect: async () => toPort(await receivePort(bridge)),
    pickFiles: async ({ multiple, extensions }) => {
      const picked = await bridge.pickFiles({
        purpose: 'open',
        multiple,
        ...(extensions === undefined
          ? {}
          : { extensions: extensions.map((extension) => extension.replace(/^\./, '')) }),
      });
      return z.array(Registered).parse(picked);
    },
    pickFolder: async () => z.array(Registered).parse(await bridge.pickFiles({ purpose: 'folder' }))[0] ?? null,
    pickSaveTarget: async (suggestedName) =>
      Registered.nullable().parse(
        await bridge.pickSaveTarget({ suggestedName, extensions: [extensionOf(suggestedName)] }),
      ),
    hasFolderDialog: true,
    hasSaveDialog: true,
    takeDropped: async (files) =>
      bridge.takeDropped === undefined ? [] : z.array(Registered).parse(await bridge.takeDropped(files)),
    openExternal: (url) => void bridge.openExternal(url),
    reveal: (downloadId) => void bridge.reveal(downloadId),
    download: (downloadId) => void bridge.reveal(downloadId),
    menuChanged: ({ enabled, title, path }) => void bridge.setMenuState({ enabled: [...enabled], title, path }),
    onMenuCommand: (listener) => bridge.onCommand(listener),
  };
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Asks for a port; it is accepted once, from this window and origin, with the nonce that was sent. */
async function receivePort(bridge: AssayHost): Promise<MessagePort> {
  const nonce = crypto.randomUUID();
  const answer = Promise.withResolvers<MessagePort>();
  const listen = (event: MessageEvent): void => {
    if (event.source !== window || event.origin !== window.location.origin) return;
    const message = PortMessage.safeParse(event.data);
    const [port] = event.ports;
    if (message.success && message.data.nonce === nonce && port !== undefined) answer.resolve(port);
  };
  const timer = setTimeout(() => answer.reject(new Error('No port came.')), PORT_WAIT_MS);
  window.addEventListener('message', listen);
  try {
    await bridge.requestPort(nonce);
    return await answer.promise;
  } finally {
    window.removeEventListener('message', listen);
    clearTimeout(timer);
  }
}

function toPort(port: MessagePort): Port {
  const closers: (() => void)[] = [];
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', (event) => listener(event.data));
      port.start();
    },
    onClose: (listener) => {
      closers.push(listener);
      port.addEventListener('close', listener);
    },
    close: () => {
      port.close();
      // A port closed from this side does not tell itself.
      for (const listener of closers) listener();
    },
  };
}

/** The host this page runs in. */
export function electronShell(): AssayHost | undefined {
  return window.assayHost;
}
