import * as electron from 'electron';
import type { BrowserWindow, Session } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isSafeExternal, openExternal } from './external.ts';
import { allowsPermission, allowsRequest, lockDown } from './permissions.ts';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;
beforeEach(() => vi.clearAllMocks());

describe('a link', () => {
  it.each([
    ['https://example.org/a?b=c#d', true],
    ['http://example.org/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['ms-settings:privacy', false],
    ['https://user:secret@example.org/', false],
    ['https://example.org/\u202egpj.exe', false],
    ['https://example.org/\na', false],
    [' https://example.org/', false],
    [`https://example.org/${'a'.repeat(2_000)}`, false],
    ['example.org', false],
    ['', false],
  ])('%s may leave the app: %s', (link, safe) => {
    expect(isSafeExternal(link)).toBe(safe);
  });

  const window = {} as BrowserWindow;

  it('is opened only after the person saw it and agreed', async () => {
    expect(await openExternal(window, 'https://example.org/a')).toBe(false);
    expect(fake.shell.openExternal).not.toHaveBeenCalled();
    fake.dialog.showMessageBox.mockResolvedValueOnce({ response: 0 });
    expect(await openExternal(window, 'https://example.org/a')).toBe(true);
    expect(fake.shell.openExternal.mock.calls).toEqual([['https://example.org/a']]);
    expect(fake.dialog.showMessageBox).toHaveBeenLastCalledWith(
      window,
      expect.objectContaining({ detail: 'https://example.org/a', defaultId: 1 }),
    );
  });

  it('that is unsafe is not even shown', async () => {
    expect(await openExternal(window, 'file:///etc/passwd')).toBe(false);
    expect(fake.dialog.showMessageBox).not.toHaveBeenCalled();
  });
});

describe('the session', () => {
  it.each([
    ['app://assay/index.html', 'mainFrame', true],
    ['blob:app://assay/1', 'image', true],
    ['data:image/png;base64,AA', 'image', true],
    ['data:text/html,x', 'mainFrame', false],
    ['data:text/javascript,x', 'script', false],
    ['https://example.org/pixel.png', 'image', false],
    ['http://127.0.0.1:80/', 'xhr', false],
    ['ws://example.org/', 'webSocket', false],
    ['file:///etc/passwd', 'xhr', false],
    ['nonsense', 'other', false],
  ])('lets %s through as %s: %s', (address, type, allowed) => {
    expect(allowsRequest(address, type)).toBe(allowed);
  });

  it('has no permission but copying', () => {
    const names = [
      'clipboard-sanitized-write',
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fileSystem',
      'hid',
    ];
    expect(names.filter(allowsPermission)).toEqual(['clipboard-sanitized-write']);
  });

  it('is locked down by every handler Electron has', () => {
    const session = {
      setPermissionRequestHandler: vi.fn(),
      setPermissionCheckHandler: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
      on: vi.fn(),
      webRequest: { onBeforeRequest: vi.fn() },
    };
    lockDown(session as unknown as Session);
    const decide = vi.fn();
    session.setPermissionRequestHandler.mock.calls[0]![0]({}, 'media', decide);
    session.webRequest.onBeforeRequest.mock.calls[0]![0]({ url: 'https://example.org/', resourceType: 'xhr' }, decide);
    expect(decide.mock.calls).toEqual([[false], [{ cancel: true }]]);
    expect(session.setPermissionCheckHandler.mock.calls[0]![0]({}, 'media')).toBe(false);
    expect(session.setDevicePermissionHandler.mock.calls[0]![0]()).toBe(false);
    const download = { preventDefault: vi.fn() };
    expect(session.on.mock.calls[0]![0]).toBe('will-download');
    session.on.mock.calls[0]![1](download);
    expect(download.preventDefault).toHaveBeenCalledOnce();
  });
});
