import { BrowserWindow, dialog, type BrowserWindowConstructorOptions, type WebContents } from 'electron';

export const APP_SCHEME = 'app';
export const APP_HOST = 'assay';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** The window's options; a test pins them, since each of the security ones is a wall. */
export function windowOptions(preload: string) {
  return {
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Assay',
    autoHideMenuBar: false,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // The checker would fetch its dictionaries from the network.
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  } as const satisfies BrowserWindowConstructorOptions;
}

/** Whether a frame's address is the app's own page. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.port === '';
}

/** The page never leaves itself: links go through `openExternal`, files through dialogs. */
export function forbidNavigation(contents: WebContents): void {
  for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'] as const) {
    // The overloads differ by event name only; each gives an event first.
    contents.on(event as 'will-navigate', (details) => details.preventDefault());
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Opens the app's page in a window.
 *
 * @param preload path of the bundled preload script
 * @param listeners `ready` when the page is shown, `failed` when it could not be loaded or its process died
 */
export function openWindow(
  preload: string,
  listeners: { readonly ready: () => void; readonly failed: (why: string) => void },
): BrowserWindow {
  const window = new BrowserWindow(windowOptions(preload));
  const { webContents } = window;
  forbidNavigation(webContents);
  window.once('ready-to-show', () => {
    window.show();
    listeners.ready();
  });
  webContents.on('did-fail-load', (_event, _code, why, _address, isMainFrame) => {
    if (isMainFrame) listeners.failed(why);
  });
  webContents.on('render-process-gone', (_event, details) => listeners.failed(details.reason));
  // The page asks to stay while a job runs; the person decides.
  webContents.on('will-prevent-unload', (event) => {
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'A job is still running.',
      detail: 'What it has done so far is kept, and it can be resumed when the project is opened again.',
      buttons: ['Close anyway', 'Keep open'],
      defaultId: 1,
      cancelId: 1,
    });
    if (choice === 0) event.preventDefault();
  });
  void window.loadURL(`${APP_ORIGIN}/`).catch(() => undefined);
  return window;
}
