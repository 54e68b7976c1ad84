// Runs sandboxed beside the page and gives it a handful of functions; the page never holds ipcRenderer.
import { contextBridge, ipcRenderer, webUtils } from 'electron';

// The two globals of the page that are needed; the rest of main/ knows no DOM.
declare const window: { postMessage(message: unknown, origin: string, transfer: readonly unknown[]): void };
declare const location: { readonly origin: string };

type PickOptions = {
  readonly title?: string;
  readonly purpose: 'open' | 'folder';
  readonly multiple?: boolean;
  readonly extensions?: string[];
};
type SaveOptions = { readonly title?: string; readonly suggestedName: string; readonly extensions?: string[] };
type DroppedFile = Parameters<typeof webUtils.getPathForFile>[0];
type MenuState = { readonly enabled: string[]; readonly title?: string; readonly path?: string | null };

async function ask(channel: string, input: unknown): Promise<unknown> {
  return ipcRenderer.invoke(`assay:${channel}`, input);
}

async function askWithText(channel: string, text: unknown): Promise<unknown> {
  if (typeof text !== 'string') throw new TypeError(`${channel} takes a text.`);
  return ask(channel, text);
}

ipcRenderer.on('assay:port', (event, message: { readonly nonce: string }) => {
  window.postMessage({ type: 'assay:port', nonce: message.nonce }, location.origin, event.ports);
});

contextBridge.exposeInMainWorld('assayHost', {
  platform: process.platform,
  requestPort: (nonce: string) => askWithText('requestPort', nonce),
  pickFiles: (options: PickOptions) => ask('pickFiles', { ...options }),
  // A File that a script made has no path, so the page cannot name one this way.
  takeDropped: (files: readonly DroppedFile[]) =>
    ask(
      'takeDropped',
      [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== ''),
    ),
  pickSaveTarget: (options: SaveOptions) => ask('pickSaveTarget', { ...options }),
  openExternal: (link: string) => askWithText('openExternal', link),
  reveal: (downloadId: string) => askWithText('reveal', downloadId),
  setMenuState: (state: MenuState) => ask('setMenuState', { ...state }),
  onCommand: (listener: (id: string) => void) => {
    const forward = (_event: unknown, id: unknown): void => {
      if (typeof id === 'string') listener(id);
    };
    ipcRenderer.on('assay:command', forward);
    return () => void ipcRenderer.off('assay:command', forward);
  },
});
