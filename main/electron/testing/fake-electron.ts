import { EventEmitter } from 'node:events';
import { vi, type Mock } from 'vitest';

function spy<A extends unknown[], R>(run: (...args: A) => R): Mock<(...args: A) => R> {
  return vi.fn(run);
}

function nothing(..._args: unknown[]): void {
  // Only remembered.
}

/** What the shell uses of Electron, remembering what it was asked. Electron itself is not ours, so it may be faked. */
export function createFakeElectron() {
  class FakeContents extends EventEmitter {
    openHandler: (() => { action: string }) | undefined;
    readonly mainFrame = { url: 'app://assay/', postMessage: spy(nothing) };
    readonly send = spy(nothing);
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
    readonly show = spy(nothing);
    readonly focus = spy(nothing);
    readonly restore = spy(nothing);
    readonly setTitle = spy(nothing);
    readonly isMinimized = () => false;
    readonly isFocused = () => true;
    readonly loadURL = spy(async (_address: string) => undefined);
    readonly options: unknown;
    constructor(options: unknown) {
      super();
      this.options = options;
      BrowserWindow.all.push(this);
    }
  }
  class FakeUtility extends EventEmitter {
    readonly postMessage = spy(nothing);
    readonly kill = spy(nothing);
  }
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    hasLock: true,
    calls: [] as string[],
    commandLine: { appendSwitch: spy(nothing) },
    enableSandbox: () => app.calls.push('enableSandbox'),
    requestSingleInstanceLock: () => app.hasLock,
    whenReady: async () => void app.calls.push('whenReady'),
    quit: spy(nothing),
    exit: spy(nothing),
  });
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: spy(nothing),
    setPermissionCheckHandler: spy(nothing),
    setDevicePermissionHandler: spy(nothing),
    webRequest: { onBeforeRequest: spy(nothing) },
  });
  const handlers = new Map<string, (event: unknown, argument: unknown) => Promise<unknown>>();
  const children: FakeUtility[] = [];
  return {
    app,
    session: { defaultSession: session },
    BrowserWindow,
    MessageChannelMain: class {
      readonly port1 = { end: 1 };
      readonly port2 = { end: 2 };
    },
    Menu: { buildFromTemplate: spy((template: unknown) => template), setApplicationMenu: spy(nothing) },
    dialog: {
      showMessageBox: spy(async () => ({ response: 1 })),
      showMessageBoxSync: spy(() => 1),
      showOpenDialog: spy(async () => ({ canceled: true, filePaths: [] as string[] })),
      showSaveDialog: spy(async () => ({ canceled: true, filePath: '' })),
    },
    shell: { openExternal: spy(async () => undefined), showItemInFolder: spy(nothing) },
    webUtils: { getPathForFile: (file: { path: string }) => file.path },
    protocol: { registerSchemesAsPrivileged: spy(nothing), handle: spy(nothing) },
    contextBridge: { exposeInMainWorld: spy(nothing) },
    ipcRenderer: Object.assign(new EventEmitter(), { invoke: spy(async (..._arguments: unknown[]) => undefined) }),
    ipcMain: {
      handlers,
      handle: (name: string, handler: (event: unknown, argument: unknown) => Promise<unknown>) =>
        handlers.set(name, handler),
    },
    utilityProcess: {
      children,
      fork: spy((_entry: string, _args: string[], _options: unknown) => {
        const child = new FakeUtility();
        children.push(child);
        return child;
      }),
    },
  };
}
