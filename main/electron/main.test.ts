import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

let folder = '';
let printed = '';
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-main-'));
  for (const name of ['a.assay', 'b.assay']) writeFileSync(file(name), '');
  fake.BrowserWindow.all.length = 0;
  fake.utilityProcess.children.length = 0;
  fake.app.removeAllListeners();
  fake.app.calls.length = 0;
  fake.app.hasLock = true;
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function startApp(...argv: string[]) {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['/opt/assay', ...argv]);
  await import('./main.ts');
  await vi.waitFor(() => expect(fake.app.hasLock ? fake.BrowserWindow.all.length : 1).toBeGreaterThan(0));
  return fake.BrowserWindow.all;
}

/** What the page of a window gets when it asks for its port. */
async function sessionOf(window: (typeof fake.BrowserWindow.all)[number]): Promise<unknown> {
  const { webContents } = window;
  const ask = fake.ipcMain.handlers.get('assay:requestPort')!;
  await ask({ sender: webContents, senderFrame: webContents.mainFrame }, 'a-nonce-of-the-page');
  return (fake.utilityProcess.children[0]!.postMessage.mock.calls.at(-1)![0] as { session: unknown }).session;
}

describe('the shell', () => {
  it('turns the sandbox on first, and says when its window is ready', async () => {
    const [window] = await startApp();
    expect(fake.app.calls).toEqual(['enableSandbox', 'whenReady']);
    expect(printed).toBe('');
    window!.emit('ready-to-show');
    expect(printed).toBe('assay-shell: window ready\n');
  });

  it('opens the project it was started with in its window', async () => {
    const [window] = await startApp('--flag', file('a.assay'));
    expect(await sessionOf(window!)).toEqual({ host: 'electron', openPath: file('a.assay') });
  });

  it('leaves the window to the first start, and says so to the launcher', async () => {
    fake.app.hasLock = false;
    await startApp(file('a.assay'));
    expect(fake.BrowserWindow.all).toEqual([]);
    expect(fake.app.quit).toHaveBeenCalledOnce();
    expect(printed).toBe('assay-shell: handed over\n');
  });

  it('gives each project a window of its own, and shows the one it has', async () => {
    const windows = await startApp(file('a.assay'));
    fake.app.emit('second-instance', {}, ['/opt/assay', 'b.assay'], folder);
    expect(windows).toHaveLength(2);
    expect(await sessionOf(windows[1]!)).toEqual({ host: 'electron', openPath: file('b.assay') });
    fake.app.emit('second-instance', {}, ['/opt/assay', file('a.assay')], '/');
    expect(windows).toHaveLength(2);
    expect(windows[0]!.focus).toHaveBeenCalledOnce();
  });

  it('knows which project a window has now', async () => {
    const windows = await startApp();
    const { webContents } = windows[0]!;
    const tell = fake.ipcMain.handlers.get('assay:setMenuState')!;
    await tell(
      { sender: webContents, senderFrame: webContents.mainFrame },
      { enabled: [], title: 'B', path: file('b.assay') },
    );
    expect(windows[0]!.setTitle.mock.calls).toEqual([['B']]);
    fake.app.emit('second-instance', {}, ['/opt/assay', file('b.assay')], '/');
    expect(windows).toHaveLength(1);
  });

  it('ends at once when its first window cannot be shown, so that a browser can be used', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const [window] = await startApp();
    window!.webContents.emit('render-process-gone', {}, { reason: 'launch-failed' });
    expect(fake.app.exit.mock.calls).toEqual([[1]]);
  });

  it('closes the engine before it ends', async () => {
    await startApp();
    const event = { preventDefault: vi.fn() };
    fake.app.emit('will-quit', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(fake.utilityProcess.children[0]!.postMessage.mock.calls.at(-1)).toEqual([{ type: 'close' }]);
    expect(fake.app.exit).not.toHaveBeenCalled();
    fake.utilityProcess.children[0]!.emit('exit', 0);
    await vi.waitFor(() => expect(fake.app.exit.mock.calls).toEqual([[0]]));
  });

  it('opens the file macOS names', async () => {
    await startApp();
    fake.app.emit('open-file', { preventDefault: vi.fn() }, file('a.assay'));
    expect(await sessionOf(fake.BrowserWindow.all[1]!)).toEqual({ host: 'electron', openPath: file('a.assay') });
  });
});
