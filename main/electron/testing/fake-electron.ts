import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

/** What the shell uses of Electron, remembering what it was asked. Electron itself is not ours, so it may be faked. */
export function createFakeElectron() {
  class FakeContents extends EventEmitter {
    openHandler: (() => { action: string }) | undefined;
    readonly mainFrame = { url: 'app://assay/', postMessage: vi.fn() };
    readonly send = vi.fn();
    setWindowOpenHandler(handler: () => { action: string }): void {
      this.openHandler = handler;
    }
  }
  class BrowserWindow extends EventEmitter {
    static readonly all: BrowserWindow[] = [];
    static fromWebContents(contents: unknown): BrowserWindow | null {
      return BrowserWindow.all.find((window) => window.webContents === contents) ?? null;
    }
    readonly webContents = new FakeContents();
    readonly show = vi.fn();
    readonly loadURL = vi.fn(async (_address: string) => undefined);
    readonly options: unknown;
    constructor(options: unknown) {
      super();
      this.options = options;
      BrowserWindow.all.push(this);
    }
  }
  class FakeUtility extends EventEmitter {
    readonly postMessage = vi.fn();
    readonly kill = vi.fn();
  }
  const handlers = new Map<string, (event: unknown, argument: unknown) => Promise<unknown>>();
  const children: FakeUtility[] = [];
  return {
    BrowserWindow,
    MessageChannelMain: class {
      readonly port1 = { end: 1 };
      readonly port2 = { end: 2 };
    },
    Menu: { buildFromTemplate: vi.fn((template: unknown) => template), setApplicationMenu: vi.fn() },
    dialog: {
      showMessageBox: vi.fn(async () => ({ response: 1 })),
      showMessageBoxSync: vi.fn(() => 1),
      showOpenDialog: vi.fn(async () => ({ canceled: true, filePaths: [] as string[] })),
      showSaveDialog: vi.fn(async () => ({ canceled: true, filePath: '' })),
    },
    shell: { openExternal: vi.fn(async () => undefined), showItemInFolder: vi.fn() },
    protocol: { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() },
    contextBridge: { exposeInMainWorld: vi.fn() },
    ipcRenderer: Object.assign(new EventEmitter(), { invoke: vi.fn(async (..._arguments: unknown[]) => undefined) }),
    ipcMain: {
      handlers,
      handle: (name: string, handler: (event: unknown, argument: unknown) => Promise<unknown>) =>
        handlers.set(name, handler),
    },
    utilityProcess: {
      children,
      fork: vi.fn((_entry: string, _args: string[], _options: unknown) => {
        const child = new FakeUtility();
        children.push(child);
        return child;
      }),
    },
  };
}
