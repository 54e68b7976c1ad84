// The Electron shell: makes windows, hands out ports to the backend, and shows what only the system can (dialogs, menu).
import path from 'node:path';
import process from 'node:process';
import { app, session, type BrowserWindow } from 'electron';
import { startBackendProcess, type BackendProcess } from './backend-process.ts';
import { showMenu } from './menu.ts';
import { lockDown } from './permissions.ts';
import { registerScheme, serveApp } from './protocol.ts';
import { registerShell, type MenuState } from './shell-ipc.ts';
import { projectArgument } from './single-instance.ts';
import { openWindow } from './window.ts';

const PROGRAMS = import.meta.dirname;
// The launcher waits for these lines; tests read them too.
const WINDOW_READY = 'assay-shell: window ready\n';
const HANDED_OVER = 'assay-shell: handed over\n';

type WindowState = { readonly openPath: string | undefined; readonly menu: MenuState };

/** Everything the shell remembers while it runs. */
type Shell = { readonly backend: BackendProcess; readonly windows: Map<BrowserWindow, WindowState> };

function ownArguments(argv: readonly string[]): readonly string[] {
  return argv.slice(app.isPackaged ? 1 : 2);
}

/** Shows a project in a window of its own, or the window that already has it. */
function showProject(shell: Shell, openPath: string | undefined): void {
  for (const [window, state] of shell.windows) {
    if (openPath === undefined || (state.menu.path ?? state.openPath) === openPath) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
  }
  openProject(shell, openPath);
}

function openProject(shell: Shell, openPath: string | undefined): void {
  let isReady = false;
  const window = openWindow(path.join(PROGRAMS, 'preload.cjs'), {
    ready() {
      isReady = true;
      process.stdout.write(WINDOW_READY);
    },
    failed(why) {
      process.stderr.write(`The window could not be shown (${why}).\n`);
      // Before the first window is up the launcher can still use a browser instead.
      if (!isReady) app.exit(1);
    },
  });
  shell.windows.set(window, { openPath, menu: { enabled: [] } });
  window.on('focus', () => refreshMenu(shell, window));
  window.once('closed', () => shell.windows.delete(window));
}

function refreshMenu(shell: Shell, window: BrowserWindow): void {
  const state = shell.windows.get(window);
  if (state !== undefined) showMenu(window, new Set(state.menu.enabled));
}

function startShell(): Shell {
  lockDown(session.defaultSession);
  serveApp(path.join(PROGRAMS, '..', 'renderer'));
  const shell: Shell = {
    windows: new Map(),
    backend: startBackendProcess({
      entry: path.join(PROGRAMS, 'backend-entry.js'),
      env: process.env,
      now: Date.now,
      gaveUp: () => app.exit(1),
    }),
  };
  registerShell({
    backend: shell.backend,
    sessionOf(window) {
      const openPath = shell.windows.get(window)?.openPath;
      return openPath === undefined ? { host: 'electron' } : { host: 'electron', openPath };
    },
    menuStateChanged(window, menu) {
      const state = shell.windows.get(window);
      if (state === undefined) return;
      shell.windows.set(window, { ...state, menu });
      if (menu.title !== undefined) window.setTitle(menu.title);
      if (window.isFocused()) refreshMenu(shell, window);
    },
  });
  return shell;
}

async function run(): Promise<void> {
  const opened: string[] = [];
  // macOS names files this way, possibly before the app is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    const project = projectArgument([file], process.cwd());
    if (project !== undefined) opened.push(project);
  });
  await app.whenReady();
  const shell = startShell();
  app.on('open-file', () => {
    for (const file of opened.splice(0)) showProject(shell, file);
  });
  app.on('second-instance', (_event, argv, folder) => showProject(shell, projectArgument(ownArguments(argv), folder)));
  app.on('activate', () => showProject(shell, undefined));
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    void shell.backend.close().finally(() => app.exit(0));
  });
  openProject(shell, opened.shift() ?? projectArgument(ownArguments(process.argv), process.cwd()));
}

app.enableSandbox();
// Chromium's own housekeeping would use the network.
for (const name of [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
]) {
  app.commandLine.appendSwitch(name);
}
registerScheme();
if (app.requestSingleInstanceLock()) void run();
else {
  process.stdout.write(HANDED_OVER);
  app.quit();
}
