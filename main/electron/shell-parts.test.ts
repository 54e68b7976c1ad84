import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import * as electron from 'electron';
import type { BrowserWindow } from 'electron';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packedBinary } from './after-pack.ts';
import { FUSES } from './fuses.ts';
import { MENU, menuTemplate, showMenu } from './menu.ts';
import { projectArgument } from './single-instance.ts';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

describe('the menu', () => {
  const itemsOf = (enabled: string[], platform: NodeJS.Platform = 'linux') =>
    menuTemplate(new Set(enabled), vi.fn(), platform).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

  it('names each command once and each key once', () => {
    const entries = MENU.flatMap((menu) => menu.entries).filter((entry) => typeof entry === 'object' && 'id' in entry);
    const ids = entries.map((entry) => entry.id);
    const keys = entries.flatMap((entry) => entry.keys ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('enables what can run now and leaves the keys to the page', () => {
    const enabled = itemsOf(['history.undo']).filter((item) => item.enabled === true);
    expect(enabled.map((item) => item.id)).toEqual(['history.undo']);
    expect(enabled[0]).toMatchObject({ accelerator: 'CmdOrCtrl+Z', registerAccelerator: false });
  });

  it('has the system’s menus on macOS', () => {
    expect(menuTemplate(new Set(), vi.fn(), 'darwin').map((menu) => menu.role)).toContain('appMenu');
  });

  it('sends a chosen command to the page of its window', () => {
    const window = new fake.BrowserWindow({});
    showMenu(window as unknown as BrowserWindow, new Set(['project.open']));
    const [template] = fake.Menu.buildFromTemplate.mock.calls.at(-1) as unknown as [ReturnType<typeof menuTemplate>];
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    (items.find((item) => item.id === 'project.open') as { click: () => void }).click();
    expect(window.webContents.send.mock.calls).toEqual([['assay:command', 'project.open']]);
  });
});

describe('a project named on the command line', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'assay-args-'));
    writeFileSync(path.join(folder, 'a.assay'), '');
    writeFileSync(path.join(folder, '-x.assay'), '');
    mkdirSync(path.join(folder, 'folder.assay'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    [['a.assay'], 'a.assay'],
    [['--flag', 'gone.assay', './a.assay'], 'a.assay'],
    [['a.txt'], undefined],
    [['folder.assay'], undefined],
    [['-x.assay'], undefined],
    [[], undefined],
  ])('%j opens %s', (argv, expected) => {
    expect(projectArgument(argv, folder)).toBe(expected === undefined ? undefined : path.join(folder, expected));
  });
});

describe('the shipped binary', () => {
  it('has every fuse decided as SECURITY.md says', () => {
    expect(
      Object.entries(FUSES)
        .filter(([, on]) => on === true)
        .map(([name]) => FuseV1Options[Number(name)] ?? name),
    ).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'WasmTrapHandlers',
      'strictlyRequireAllFuses',
    ]);
    const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
    expect(known.filter((fuse) => !(fuse in FUSES))).toEqual([]);
  });

  it('is found on each platform', () => {
    const packager = { appInfo: { productFilename: 'Assay' }, executableName: 'assay' };
    const find = (electronPlatformName: string) => packedBinary({ appOutDir: '/out', electronPlatformName, packager });
    expect([find('linux'), find('darwin'), find('win32')]).toEqual([
      path.join('/out', 'assay'),
      path.join('/out', 'Assay.app'),
      path.join('/out', 'Assay.exe'),
    ]);
  });
});
