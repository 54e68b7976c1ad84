import * as electron from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { createFakeElectron } from './testing/fake-electron.ts';
import { isOwnAddress, openWindow, windowOptions } from './window.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

describe('the window', () => {
  it('is sandboxed, isolated and without Node', () => {
    expect(windowOptions('/p/preload.cjs').webPreferences).toEqual({
      preload: '/p/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    });
  });

  it.each([
    ['app://assay/', true],
    ['app://assay/samples?x=1', true],
    ['app://assay.evil/', false],
    ['app://evil/assay', false],
    ['app://user@assay/', false],
    ['https://assay/', false],
    ['file:///assay', false],
    ['about:blank', false],
    ['', false],
  ])('takes %s for its own: %s', (address, own) => {
    expect(isOwnAddress(address)).toBe(own);
  });
});

describe('an open window', () => {
  const listeners = { ready: vi.fn(), failed: vi.fn() };
  beforeEach(() => vi.clearAllMocks());

  function open() {
    openWindow('/p/preload.cjs', listeners);
    return fake.BrowserWindow.all.at(-1)!;
  }

  it('loads the app and nothing else', () => {
    expect(open().loadURL.mock.calls).toEqual([['app://assay/']]);
  });

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('prevents %s', (name) => {
    const event = { preventDefault: vi.fn() };
    open().webContents.emit(name, event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  it('denies every new window', () => {
    expect(open().webContents.openHandler?.()).toEqual({ action: 'deny' });
  });

  it('says when it is ready, and is hidden until then', () => {
    const window = open();
    expect(window.options).toMatchObject({ show: false });
    window.emit('ready-to-show');
    expect(window.show).toHaveBeenCalledOnce();
    expect(listeners.ready).toHaveBeenCalledOnce();
  });

  it('says when its page cannot be loaded or dies, but not when a sub-resource fails', () => {
    const { webContents } = open();
    webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://assay/x.png', false);
    expect(listeners.failed).not.toHaveBeenCalled();
    webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://assay/', true);
    webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(listeners.failed.mock.calls).toEqual([['ERR_FILE_NOT_FOUND'], ['crashed']]);
  });

  it('asks before it closes on a running job', () => {
    const { webContents } = open();
    const event = { preventDefault: vi.fn() };
    webContents.emit('will-prevent-unload', event);
    expect(event.preventDefault).not.toHaveBeenCalled();
    fake.dialog.showMessageBoxSync.mockReturnValueOnce(0);
    webContents.emit('will-prevent-unload', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });
});
