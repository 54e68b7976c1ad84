import * as electron from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendProcess } from './backend-process.ts';
import { registerShell } from './shell-ipc.ts';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

const menuStateChanged = vi.fn();
const backend = {
  connect: vi.fn(),
  registerPath: vi.fn(async (path: string, purpose: string) => ({ id: `ref:${path}`, purpose })),
  takeDownload: vi.fn(async (id: string) => (id === 'known' ? { path: '/out/a.zip', name: 'a.zip' } : undefined)),
  close: vi.fn(),
} satisfies BackendProcess;

function openWindow() {
  return new fake.BrowserWindow({});
}

function ask(name: string, argument: unknown, event?: { sender: unknown; senderFrame: unknown }): Promise<unknown> {
  const { webContents } = openWindow();
  const sent = event ?? { sender: webContents, senderFrame: webContents.mainFrame };
  return fake.ipcMain.handlers.get(`assay:${name}`)!(sent, argument);
}

beforeEach(() => {
  vi.clearAllMocks();
  registerShell({ backend, sessionOf: () => ({ host: 'electron', openPath: '/a.assay' }), menuStateChanged });
});

describe('the shell', () => {
  it('has seven channels', () => {
    expect([...fake.ipcMain.handlers.keys()]).toEqual([
      'assay:pickFiles',
      'assay:takeDropped',
      'assay:pickSaveTarget',
      'assay:openExternal',
      'assay:reveal',
      'assay:setMenuState',
      'assay:requestPort',
    ]);
  });

  it('answers only the main frame of its own page', async () => {
    const { webContents } = openWindow();
    const frames = [null, { url: 'app://assay/' }, { ...webContents.mainFrame, url: 'https://example.org/' }];
    for (const senderFrame of frames) {
      await expect(ask('openExternal', 'https://example.org/', { sender: webContents, senderFrame })).rejects.toThrow(
        'Refused',
      );
    }
    const moved = openWindow().webContents;
    moved.mainFrame.url = 'app://assay.evil/';
    await expect(ask('reveal', 'known', { sender: moved, senderFrame: moved.mainFrame })).rejects.toThrow('Refused');
    const stray = { mainFrame: { url: 'app://assay/' } };
    await expect(ask('reveal', 'known', { sender: stray, senderFrame: stray.mainFrame })).rejects.toThrow('Refused');
    expect(fake.dialog.showMessageBox).not.toHaveBeenCalled();
    expect(fake.shell.showItemInFolder).not.toHaveBeenCalled();
  });

  it.each([
    ['pickFiles', { purpose: 'save' }],
    ['pickFiles', { purpose: 'open', path: '/etc' }],
    ['pickFiles', { purpose: 'open', extensions: ['a/b'] }],
    ['pickSaveTarget', { suggestedName: '../../etc/passwd' }],
    ['pickSaveTarget', { suggestedName: '' }],
    ['openExternal', 1],
    ['reveal', ['known']],
    ['setMenuState', { enabled: ['history.undo', 7] }],
    ['takeDropped', ['/a', '']],
    ['takeDropped', '/etc/passwd'],
    ['requestPort', 'short'],
  ])('refuses %s with %j', async (name, argument) => {
    await expect(ask(name, argument)).rejects.toThrow('Refused');
  });

  it('gives a port to the page that asked and to the engine, with the nonce and the window’s project', async () => {
    const { webContents } = openWindow();
    await ask('requestPort', 'a-nonce-of-the-page', { sender: webContents, senderFrame: webContents.mainFrame });
    expect(backend.connect.mock.calls).toEqual([[{ end: 1 }, { host: 'electron', openPath: '/a.assay' }]]);
    expect(webContents.mainFrame.postMessage.mock.calls).toEqual([
      ['assay:port', { nonce: 'a-nonce-of-the-page' }, [{ end: 2 }]],
    ]);
  });

  it('turns picked files into references', async () => {
    expect(await ask('pickFiles', { purpose: 'open' })).toEqual([]);
    fake.dialog.showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: ['/a', '/b'] });
    expect(await ask('pickFiles', { purpose: 'open', multiple: true, extensions: ['jsonl'] })).toEqual([
      { id: 'ref:/a', purpose: 'open' },
      { id: 'ref:/b', purpose: 'open' },
    ]);
    expect(fake.dialog.showOpenDialog).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ properties: ['openFile', 'multiSelections'] }),
    );
  });

  it('turns dropped files into references', async () => {
    expect(await ask('takeDropped', ['/a'])).toEqual([{ id: 'ref:/a', purpose: 'open' }]);
  });

  it('turns a save target into a reference, and a cancel into null', async () => {
    expect(await ask('pickSaveTarget', { suggestedName: 'copy.assay' })).toBeNull();
    fake.dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: '/c.assay' });
    expect(await ask('pickSaveTarget', { suggestedName: 'copy.assay' })).toEqual({
      id: 'ref:/c.assay',
      purpose: 'save',
    });
  });

  it('reveals what the engine has for download, by its id', async () => {
    expect(await ask('reveal', 'unknown')).toBe(false);
    expect(fake.shell.showItemInFolder).not.toHaveBeenCalled();
    expect(await ask('reveal', 'known')).toBe(true);
    expect(fake.shell.showItemInFolder.mock.calls).toEqual([['/out/a.zip']]);
  });

  it('passes the page’s menu state on', async () => {
    await ask('setMenuState', { enabled: ['history.undo'], title: 'Claims' });
    expect(menuStateChanged.mock.calls[0]![1]).toEqual({ enabled: ['history.undo'], title: 'Claims' });
  });
});
